import { readFileSync } from "node:fs";
import { join } from "node:path";
import { diagnostic, hasErrors, type Diagnostic } from "../diagnostic.js";
import { load } from "../manifest/load.js";
import type { ProtocolError } from "./protocol.js";

/** What is wrong with a version of the user's, each with its place. */
export function problemsOf(
  { version, problems }: ProtocolError,
  folder: string,
  label: string,
): readonly Diagnostic[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const here = problems.filter((one) => one.file === file);
    return placed(`${label}/${file}`, text, version, here);
  });
}

/** The problems of one text. Where it is not JSON at all, that is said with its place and nothing else. */
export function placed(
  label: string,
  text: string,
  version: string,
  problems: readonly { readonly pointer: string; readonly what: string }[],
): readonly Diagnostic[] {
  // Whatever it is called, it is JSON.
  const loaded = load("text.json", text);
  const found = hasErrors(loaded.diagnostics)
    ? loaded.diagnostics
    : problems.map(({ pointer, what }) =>
        diagnostic("PROTOCOL_UNFIT", loaded.locate(pointer, "key"), {
          version,
          what,
        }),
      );
  return found.map((one) => ({ ...one, file: label }));
}
