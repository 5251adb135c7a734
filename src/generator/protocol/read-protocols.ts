import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { byCodeUnit, isJsonObject, type JsonValue, member } from "../json.js";
import { definitionsOf, eraOf, loadProtocol } from "./load-protocol.js";
import { type Protocol, ProtocolError } from "./protocol.js";

/** The schema folder that comes with the package: three levels up from here, in `src` and in `dist` alike. */
export const bundledSchemaDirectory = fileURLToPath(
  new URL("../../../schema/", import.meta.url),
);

/** Protocols, oldest first, and what a build should say about them. */
export type ReadProtocols = {
  readonly protocols: readonly Protocol[];
  /** Versions without wire facts of their own, and the version whose facts they took. */
  readonly inherited: readonly {
    readonly version: string;
    readonly from: string;
  }[];
};

/**
 * The versions of a schema folder, oldest first: those of its index and any other
 * folder with a schema.json, so that a version can be added by adding files.
 */
export function listVersions(
  schemaDirectory = bundledSchemaDirectory,
): readonly string[] {
  const indexed = indexedVersions(join(schemaDirectory, "index.json"));
  const found = readdirSync(schemaDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => existsSync(join(schemaDirectory, name, "schema.json")));
  return [...new Set([...indexed, ...found])].sort(byCodeUnit);
}

function indexedVersions(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const index = readJson(file);
  const versions = isJsonObject(index) ? member(index, "versions") : undefined;
  if (!Array.isArray(versions)) return [];
  return versions
    .map((entry: JsonValue) =>
      isJsonObject(entry) ? member(entry, "version") : undefined,
    )
    .filter((version) => typeof version === "string");
}

/** Reads the asked-for versions, all of them by default, from a schema folder. */
export function readProtocols(
  schemaDirectory = bundledSchemaDirectory,
  versions: readonly string[] = listVersions(schemaDirectory),
): ReadProtocols {
  const inherited: { version: string; from: string }[] = [];
  const protocols = [...new Set(versions)].sort(byCodeUnit).map((version) => {
    const folder = join(schemaDirectory, version);
    const schema = readSchema(schemaDirectory, version);
    const from = existsSync(join(folder, "wire.json"))
      ? version
      : heir(schemaDirectory, version, schema);
    if (from !== version) inherited.push({ version, from });
    const corrections = join(folder, "corrections.json");
    return loadProtocol({
      version,
      schema,
      wire: readJson(join(schemaDirectory, from, "wire.json")),
      corrections: existsSync(corrections) ? readJson(corrections) : [],
    });
  });
  return { protocols, inherited };
}

/** The newest version of the same era that has wire facts. */
function heir(
  schemaDirectory: string,
  version: string,
  schema: JsonValue,
): string {
  const era = eraOfSchema(schema, version);
  const candidates = listVersions(schemaDirectory).filter((one) =>
    existsSync(join(schemaDirectory, one, "wire.json")),
  );
  for (const candidate of candidates.reverse()) {
    if (eraOfSchema(readSchema(schemaDirectory, candidate), candidate) === era)
      return candidate;
  }
  throw new ProtocolError(
    `${version} has no wire.json, and no other version of its era has one`,
  );
}

function eraOfSchema(schema: JsonValue, version: string): Protocol["era"] {
  if (!isJsonObject(schema))
    throw new ProtocolError(`${version}/schema.json is not an object`);
  return eraOf(definitionsOf(schema, version), version);
}

function readSchema(schemaDirectory: string, version: string): JsonValue {
  const file = join(schemaDirectory, version, "schema.json");
  if (!existsSync(file)) {
    throw new ProtocolError(
      `protocol version ${version} is unknown: ${file} does not exist`,
    );
  }
  return readJson(file);
}

function readJson(file: string): JsonValue {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as JsonValue;
  } catch (cause) {
    throw new ProtocolError(`${file} cannot be read as JSON`, { cause });
  }
}
