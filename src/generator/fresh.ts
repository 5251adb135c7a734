import { readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { errorCode } from "./error-code.js";
import { hashBytes, hashText } from "./hash.js";
import { byCodeUnit } from "./json.js";
import type { Hashes, LockedServer } from "./lock.js";
import type { Snapshot } from "./snapshot.js";

/** Paths of what was read for a server, as the lock records them: relative, with `/`, sorted, each once. */
export function inputsOf(
  folder: string,
  sources: readonly string[],
): readonly string[] {
  const paths = sources.map((path) =>
    relative(folder, resolve(folder, path)).split(sep).join("/"),
  );
  return [...new Set(paths)].sort(byCodeUnit);
}

/**
 * Hash over the inputs' paths and LF text and over the generator's fingerprint.
 * Undefined when one of them cannot be read.
 */
export function hashInputs(
  folder: string,
  inputs: readonly string[],
  fingerprint: string,
): string | undefined {
  try {
    const parts = inputs.map((path) => [
      path,
      hashText(readFileSync(join(folder, path))),
    ]);
    return hashBytes(JSON.stringify([fingerprint, parts]));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * True when building the server again could change nothing: inputs and generated
 * files are as the lock recorded them, and the user's files exist.
 */
export function isFresh(
  server: LockedServer,
  inputHash: string | undefined,
  snapshot: Snapshot,
): boolean {
  return (
    server.inputHash === inputHash &&
    holds(server.files, snapshot) &&
    [...server.userFiles.keys()].every(
      (path) => snapshot.get(path)?.kind === "file",
    )
  );
}

/** True when every file on disk has the text that was recorded. */
export function holds(hashes: Hashes, snapshot: Snapshot): boolean {
  return [...hashes].every(([path, hash]) => {
    const bytes = snapshot.get(path)?.bytes;
    return bytes !== undefined && hashText(bytes) === hash;
  });
}
