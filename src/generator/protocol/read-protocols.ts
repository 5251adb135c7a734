import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

import { diagnostic, type Diagnostic } from "../diagnostic.js";
import { byCodeUnit, type JsonValue } from "../json.js";
import {
  bundledSchemas,
  ownSchemasIn,
  ownSchemasName,
  type VersionFile,
  versionFiles,
  versionsIn,
} from "../schema-folder.js";
import { stillFitting } from "./apply-corrections.js";
import { loadProtocol, readSchema } from "./load-protocol.js";
import { problemsOf } from "./own-problems.js";
import { type Protocol, ProtocolError } from "./protocol.js";

/** The user's own versions: their folder, and how diagnostics print it. */
export type OwnSchemas = { readonly folder: string; readonly label: string };

/** A version without wire facts of its own, and the version whose facts it took. */
export type Inherited = { readonly version: string; readonly from: string };

/** Protocols, oldest first, and what there is to say about them. */
export type ReadProtocols = {
  readonly protocols: readonly Protocol[];
  readonly inherited: readonly Inherited[];
  /** What is wrong with the user's own versions; those with an error are not among `protocols`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of the user's files that were read. */
  readonly files: readonly string[];
};

/** Where one version comes from. */
export type VersionFolder = {
  readonly version: string;
  readonly path: string;
  /** How diagnostics print the folder; undefined for what comes with the package. */
  readonly label: string | undefined;
};

/** The user's own versions beside a manifest that diagnostics print as `label`; undefined where there are none. */
export function ownSchemasBeside(
  manifestFolder: string,
  label: string,
): OwnSchemas | undefined {
  const folder = ownSchemasIn(manifestFolder);
  return folder === undefined
    ? undefined
    : { folder, label: posix.join(posix.dirname(label), ownSchemasName) };
}

/** Every version, oldest first: those of the package and the user's own, which win over those of the same name. */
export function listVersions(own?: OwnSchemas): readonly VersionFolder[] {
  const found = new Map<string, VersionFolder>();
  for (const version of versionsIn(bundledSchemas)) {
    const path = join(bundledSchemas, version);
    found.set(version, { version, path, label: undefined });
  }
  for (const version of own === undefined ? [] : versionsIn(own.folder)) {
    const path = join(own?.folder ?? "", version);
    found.set(version, { version, path, label: `${own?.label}/${version}` });
  }
  return [...found.values()].sort((a, b) => byCodeUnit(a.version, b.version));
}

/** Reads the asked-for versions, all of them by default. Throws a ProtocolError for a fault in what comes with the package. */
export function readProtocols(
  own?: OwnSchemas,
  versions?: readonly string[],
): ReadProtocols {
  const known = listVersions(own);
  const asked = known.filter(
    ({ version }) => versions?.includes(version) ?? true,
  );
  const unknown = versions?.find(
    (version) => !known.some((one) => one.version === version),
  );
  if (unknown !== undefined)
    throw new Error(`protocol version ${unknown} is unknown`);
  const protocols: Protocol[] = [];
  const inherited: Inherited[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const folder of asked) {
    try {
      const { protocol, from } =
        folder.label === undefined ? bundled(folder) : read(folder, known);
      protocols.push(protocol);
      if (from !== undefined) {
        inherited.push({ version: folder.version, from });
      }
    } catch (error) {
      diagnostics.push(...explain(error, known));
    }
  }
  return { protocols, inherited, diagnostics, files: ownFilesOf(asked) };
}

type ReadProtocol = {
  readonly protocol: Protocol;
  /** The version that lent its wire facts. */
  readonly from?: string;
};

const kept = new Map<string, ReadProtocol>();

/** A version that comes with the package, which stays as it is while a process runs. */
function bundled(folder: VersionFolder): ReadProtocol {
  const known = kept.get(folder.version) ?? read(folder, [folder]);
  kept.set(folder.version, known);
  return known;
}

function read(
  folder: VersionFolder,
  known: readonly VersionFolder[],
): ReadProtocol {
  const { version } = folder;
  const donor = donorOf(folder, known);
  const wire = readFile(folder, "wire.json");
  const protocol = loadProtocol({
    version,
    schema: publishedSchema(folder),
    wire: wire ?? readFile(donor, "wire.json") ?? null,
    corrections: correctionsOf(folder, donor),
  });
  return wire === undefined && donor.version !== version
    ? { protocol, from: donor.version }
    : { protocol };
}

/** Says whose wire facts the selected versions take that have none of their own. */
export function inheritedNotes(
  { inherited }: ReadProtocols,
  own: OwnSchemas | undefined,
  selected: readonly string[],
): readonly Diagnostic[] {
  return inherited
    .filter(({ version }) => selected.includes(version))
    .map(({ version, from }) => {
      const folder = `${own?.label ?? ""}/${version}`;
      const at = { file: `${folder}/schema.json` };
      return diagnostic("PROTOCOL_WIRE_INHERITED", at, {
        version,
        from,
        folder,
      });
    });
}

/** What is wrong with a version of the user's, each with its place; anything else is a fault of ours and thrown on. */
export function explain(
  error: unknown,
  known: readonly VersionFolder[],
): readonly Diagnostic[] {
  if (!(error instanceof ProtocolError)) throw error;
  const folder = known.find(({ version }) => version === error.version);
  if (folder?.label === undefined) throw error;
  return problemsOf(error, folder.path, folder.label);
}

function ownFilesOf(folders: readonly VersionFolder[]): readonly string[] {
  return folders
    .filter(({ label }) => label !== undefined)
    .flatMap(({ path }) => versionFiles.map((file) => join(path, file)))
    .filter((path) => existsSync(path));
}

/** Where a version takes what it does not state: from the package's version of that name, or from the newest of its era that has wire facts. */
function donorOf(
  folder: VersionFolder,
  known: readonly VersionFolder[],
): VersionFolder {
  const { version } = folder;
  const bundled = join(bundledSchemas, version);
  if (existsSync(bundled)) return { version, path: bundled, label: undefined };
  const { era } = schemaOf(folder);
  const donor = [...known]
    .reverse()
    .find(
      (one) =>
        existsSync(join(one.path, "wire.json")) && schemaOf(one).era === era,
    );
  if (donor === undefined) throw new Error(`no ${era} version has a wire.json`);
  return donor;
}

/** A version's own mends, or those of its donor for what is published again as it was. */
function correctionsOf(folder: VersionFolder, donor: VersionFolder): JsonValue {
  const own = readFile(folder, "corrections.json");
  if (own !== undefined) return own;
  return stillFitting(
    readFile(donor, "corrections.json") ?? [],
    publishedSchema(donor),
    publishedSchema(folder),
  );
}

function schemaOf(folder: VersionFolder): ReturnType<typeof readSchema> {
  const schema = publishedSchema(folder);
  const corrections = readFile(folder, "corrections.json") ?? [];
  return readSchema(folder.version, schema, corrections);
}

/** A version's `schema.json` as it stands, without corrections. */
export function publishedSchema(folder: VersionFolder): JsonValue {
  return readFile(folder, "schema.json") ?? null;
}

/** Undefined where the version has no such file. */
function readFile(
  { version, path }: VersionFolder,
  file: VersionFile,
): JsonValue | undefined {
  const name = join(path, file);
  if (!existsSync(name)) return undefined;
  try {
    return JSON.parse(readFileSync(name, "utf8")) as JsonValue;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const what = "it is not JSON";
    throw new ProtocolError(version, [{ file, pointer: "", what }]);
  }
}
