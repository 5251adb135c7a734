import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { addVersion, type AddedVersion } from "../generator/add-version.js";
import {
  diagnostic,
  hasErrors,
  type Diagnostic,
} from "../generator/diagnostic.js";
import { systemReason } from "../generator/error-code.js";
import { load } from "../generator/manifest/load.js";
import type { VersionText } from "../generator/protocol/check-version.js";
import { versionNamedBy } from "../generator/protocol/version-name.js";
import type { ExitCode } from "./exit-code.js";
import { fetchText } from "./fetch-text.js";
import { placeOf, report, type SchemaArguments } from "./schema-list.js";
import type { Surroundings } from "./verb.js";

/** What `schema add` takes. */
export type SchemaAddArguments = SchemaArguments & {
  /** A file, relative to `cwd`, or an address. */
  readonly source: string;
  /** A file, relative to `cwd`. */
  readonly wire: string | undefined;
  /** Default what the source's path says. */
  readonly version: string | undefined;
  readonly force: boolean;
};

/** The official files have some 200 kB. */
const bounds = { timeoutMs: 30_000, maxBytes: 8_000_000 };

/** `mcpgen schema add`. */
export async function schemaAdd(
  args: SchemaAddArguments,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { version, files, diagnostics } = await add(args);
  const code = report(args, surroundings, diagnostics, {
    value: {
      version,
      files: files.map((file) => ({ ...file, owner: "user" })),
    },
    text: "",
  });
  if (hasErrors(diagnostics) || args.json || args.quiet) return code;
  const changed = files.some(({ action }) => action !== "unchanged");
  const end = changed ? 'is added; now run "mcpgen build"' : "is there already";
  surroundings.terminal.err(`${version ?? ""} ${end}\n`);
  return code;
}

async function add(
  args: SchemaAddArguments,
): Promise<AddedVersion & { readonly version?: string }> {
  const { source, cwd, force } = args;
  const stop = (problem: Diagnostic): AddedVersion => ({
    files: [],
    diagnostics: [problem],
  });
  const schema = await readSource(source, cwd);
  if ("code" in schema) return stop(schema);
  const wire = args.wire === undefined ? undefined : readFile(args.wire, cwd);
  if (wire !== undefined && "code" in wire) return stop(wire);
  const { value } = load("text.json", schema.text);
  const version = args.version ?? versionNamedBy(schema.label, value);
  if (version === undefined) {
    const at = { file: schema.label };
    return stop(diagnostic("PROTOCOL_VERSION_UNTOLD", at, { source }));
  }
  const { folder, label } = placeOf(args);
  const asked = { version, schema, wire, force };
  return { version, ...(await addVersion(folder, label, asked)) };
}

async function readSource(
  source: string,
  cwd: string,
): Promise<VersionText | Diagnostic> {
  // One letter before the colon is a drive.
  const isAddress = /^[a-z][a-z\d+.-]+:/i.test(source) && URL.canParse(source);
  if (!isAddress) return readFile(source, cwd);
  const address = new URL(source);
  const label = address.origin + address.pathname;
  const fetched = await fetchText(address, bounds);
  if ("text" in fetched) return { label, text: fetched.text };
  const { refused, reason } = fetched;
  const code = refused ? "PROTOCOL_ADDRESS_REFUSED" : "PROTOCOL_UNREADABLE";
  return diagnostic(code, { file: label }, { source: label, reason });
}

function readFile(path: string, cwd: string): VersionText | Diagnostic {
  try {
    return { label: path, text: readFileSync(resolve(cwd, path), "utf8") };
  } catch (error) {
    const reason = systemReason(error);
    return diagnostic(
      "PROTOCOL_UNREADABLE",
      { file: path },
      { source: path, reason },
    );
  }
}
