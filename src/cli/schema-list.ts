import { dirname, relative, resolve, sep } from "node:path";
import { hasErrors, type Diagnostic } from "../generator/diagnostic.js";
import { escapeControls } from "../generator/diagnostic-text.js";
import { sortDiagnostics } from "../generator/print-diagnostic.js";
import {
  listVersions,
  ownSchemasBeside,
  publishedSchema,
  readProtocols,
  type OwnSchemas,
} from "../generator/protocol/read-protocols.js";
import { structureHash } from "../generator/protocol/structure-hash.js";
import { bundledSchemas, versionsIn } from "../generator/schema-folder.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import { printDiagnostics } from "./print-result.js";
import type { CommonArguments, Surroundings } from "./verb.js";

/** What every part of `schema` takes. */
export type SchemaArguments = CommonArguments & {
  /** The manifest beside which the user's own versions lie. Default manifest.yaml. */
  readonly manifest: string | undefined;
};

/** Where the user's own versions lie, and how the manifest is called. */
export function placeOf({ cwd, manifest = "manifest.yaml" }: SchemaArguments): {
  /** Absolute folder of the manifest. */
  readonly folder: string;
  /** The manifest's path as diagnostics print it. */
  readonly label: string;
  readonly own: OwnSchemas | undefined;
} {
  const path = resolve(cwd, manifest);
  const label = relative(cwd, path).split(sep).join("/");
  const folder = dirname(path);
  return { folder, label, own: ownSchemasBeside(folder, label) };
}

/** Prints what a part of `schema` found: one object with `--json`, else diagnostics and the text. */
export function report(
  { json, quiet }: CommonArguments,
  { terminal }: Surroundings,
  diagnostics: readonly Diagnostic[],
  found: { readonly value: object; readonly text: string },
): ExitCode {
  const sorted = sortDiagnostics(diagnostics);
  const failed = hasErrors(sorted);
  const code = failed ? exitCode.diagnostics : exitCode.done;
  if (json) {
    const value = { exitCode: code, diagnostics: sorted, ...found.value };
    terminal.out(`${JSON.stringify(value)}\n`);
    return code;
  }
  printDiagnostics(terminal, sorted, quiet);
  if (found.text !== "") terminal.out(found.text);
  return code;
}

/** One version as `schema list` shows it. */
type ListedVersion = {
  readonly version: string;
  readonly era: string;
  /** "mcpgen", or the folder of the user's. */
  readonly from: string;
  /** It has the place of one that comes with mcpgen. */
  readonly replaces: boolean;
  readonly transports: readonly string[];
  /** The version whose wire facts it takes. */
  readonly wire: string;
  readonly definitions: number;
  /** sha256 of the schema's structure, as published: without corrections and prose. */
  readonly structure: string;
};

/** `mcpgen schema list`. */
export function schemaList(
  args: SchemaArguments,
  surroundings: Surroundings,
): ExitCode {
  const { own } = placeOf(args);
  const { protocols, inherited, diagnostics } = readProtocols(own);
  const bundled = versionsIn(bundledSchemas);
  const versions = listVersions(own).flatMap(
    (one): readonly ListedVersion[] => {
      const protocol = protocols.find(({ version }) => version === one.version);
      if (protocol === undefined) return [];
      const { version, era, definitions, profile } = protocol;
      const heir = inherited.find((row) => row.version === version);
      return [
        {
          version,
          era,
          from: one.label ?? "mcpgen",
          replaces: one.label !== undefined && bundled.includes(version),
          transports: profile.transports,
          wire: heir?.from ?? version,
          definitions: definitions.size,
          structure: structureHash(publishedSchema(one)),
        },
      ];
    },
  );
  const found = { value: { versions }, text: table(versions) };
  return report(args, surroundings, diagnostics, found);
}

function table(versions: readonly ListedVersion[]): string {
  const rows = versions.map((one) => [
    one.version,
    one.era,
    one.transports.join(", "),
    one.wire === one.version ? "own" : `of ${one.wire}`,
    one.structure.slice(0, 12),
    one.from + (one.replaces ? " (in place of mcpgen's)" : ""),
  ]);
  const head = [
    "version",
    "era",
    "transports",
    "wire facts",
    "structure",
    "from",
  ];
  const all = [head, ...rows];
  const widths = head.map((_, at) =>
    Math.max(...all.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  return `${all.map(line).map(escapeControls).join("\n")}\n`;
}
