import { hasErrors, type Diagnostic } from "../diagnostic.js";
import type { JsonValue } from "../json.js";
import { compileDefinitions } from "../jsonschema/compile.js";
import { load } from "../manifest/load.js";
import { createNames } from "../names.js";
import type { VersionFile } from "../schema-folder.js";
import { readSchema } from "./load-protocol.js";
import { placed } from "./own-problems.js";
import { ProtocolError, type ProtocolProblem } from "./protocol.js";
import { readWireFacts } from "./wire-facts.js";

/** A file of a version that is not in its place yet: its text, and what diagnostics call it. */
export type VersionText = { readonly label: string; readonly text: string };

/** The files of a version; without `wire.json` it takes facts that are known to be good. */
export type VersionTexts = { readonly "schema.json": VersionText } & {
  readonly [file in VersionFile]?: VersionText | undefined;
};

/** All that keeps files from being a version of the protocol, each with its place: what a build would say, and that every definition has a type. */
export function checkVersion(
  version: string,
  texts: VersionTexts,
): readonly Diagnostic[] {
  const values = new Map<string, JsonValue>();
  for (const [file, source] of Object.entries(texts)) {
    if (source === undefined) continue;
    const { value } = load("text.json", source.text);
    const syntax = placed(source.label, source.text, version, []);
    if (hasErrors(syntax) || value === undefined) return syntax;
    values.set(file, value);
  }
  const problems = problemsOf(version, values);
  return Object.entries(texts).flatMap(([file, source]) => {
    const here = problems.filter((one) => one.file === file);
    return source === undefined || here.length === 0
      ? []
      : placed(source.label, source.text, version, here);
  });
}

function problemsOf(
  version: string,
  values: ReadonlyMap<string, JsonValue>,
): readonly ProtocolProblem[] {
  try {
    const wire = values.get("wire.json");
    if (wire !== undefined) readWireFacts(wire, version);
    const { definitions, dialect, keyword } = readSchema(
      version,
      values.get("schema.json") ?? null,
      values.get("corrections.json"),
    );
    const { problems } = compileDefinitions(definitions, {
      names: createNames(),
      dialect,
      container: keyword,
    });
    return problems
      .filter(({ severity }) => severity === "error")
      .map(({ pointer, what }) => ({ file: "schema.json", pointer, what }));
  } catch (error) {
    if (error instanceof ProtocolError) return error.problems;
    throw error;
  }
}
