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

/** What tells whether the inputs of a server have changed. */
export type InputHash = {
  /** Over the inputs' paths and LF text, and the generator's fingerprint. */
  readonly hash: string;
  /** False where a text asks for environment variables or prettier's settings, which no hash here covers. */
  readonly complete: boolean;
};

const outside = /\$\{env:|\bformat["']?\s*:\s*["']?prettier/;

/** Undefined when one of the inputs cannot be read. */
export function hashInputs(
  folder: string,
  inputs: readonly string[],
  fingerprint: string,
): InputHash | undefined {
  try {
    const texts = inputs.map((path) => readFileSync(join(folder, path)));
    const parts = texts.map((text, at) => [inputs[at], hashText(text)]);
    return {
      hash: hashBytes(JSON.stringify([fingerprint, parts])),
      complete: !texts.some((text) => outside.test(text.toString())),
    };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * True when building the server again could change nothing: inputs, generated files
 * and the user's are as the lock recorded them.
 */
export function isFresh(
  server: LockedServer,
  input: InputHash | undefined,
  snapshot: Snapshot,
): boolean {
  return (
    input !== undefined &&
    input.complete &&
    server.inputHash === input.hash &&
    holds(server.files, snapshot) &&
    holds(server.userFiles, snapshot)
  );
}

/** True when every file on disk has the text that was recorded. */
export function holds(hashes: Hashes, snapshot: Snapshot): boolean {
  return [...hashes].every(([path, hash]) => {
    const bytes = snapshot.get(path)?.bytes;
    return bytes !== undefined && hashText(bytes) === hash;
  });
}
