import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { definitions } from "../schema/source/index.js";
import { versions } from "../schema/source/versions.js";
import {
  byCodeUnit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../src/generator/json.js";

/** A file of the schema folder: its path in there, and its text. */
export type SchemaFile = { readonly path: string; readonly text: string };

/** Prints the tables of schema/source as the five schema.json and their index. */
export function printSchemas(): readonly SchemaFile[] {
  const printed = versions.map(({ version, dialect, keyword }, at) => {
    const path = `${version}/schema.json`;
    const named = definitionsAt(at);
    const schema = { $schema: dialect, [keyword]: named };
    return {
      file: { path, text: print(schema) },
      entry: {
        version,
        file: path,
        dialect,
        definitions: Object.keys(named).length,
        sha256: canonicalSha256(schema),
      },
    };
  });
  const index = { versions: printed.map((one) => one.entry) };
  return [
    ...printed.map((one) => one.file),
    { path: "index.json", text: print(index) },
  ];
}

/** Writes what `printSchemas` prints. */
export function generateSchemas(): void {
  for (const { path, text } of printSchemas()) {
    const file = fileURLToPath(new URL(`../schema/${path}`, import.meta.url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function definitionsAt(at: number): JsonObject {
  const named = definitions.flatMap(({ name, says, fact }) => {
    const schema = fact(at);
    return schema === undefined
      ? []
      : [[name, { description: says, ...(schema as JsonObject) }] as const];
  });
  return Object.fromEntries(named.sort(([a], [b]) => byCodeUnit(a, b)));
}

function print(value: JsonValue): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The sha256 of a schema without its prose and with sorted keys: equal for schemas that state the same facts. */
export function canonicalSha256(schema: JsonValue): string {
  const text = JSON.stringify(canonical(schema, false));
  return createHash("sha256").update(text).digest("hex");
}

const prose = new Set([
  "title",
  "description",
  "$comment",
  "examples",
  "markdownDescription",
]);
const namespaces = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
]);

/** `isNamespace`: the keys are names that the schema gives, so that one called `title` is kept. */
function canonical(value: JsonValue, isNamespace: boolean): JsonValue {
  if (Array.isArray(value))
    return value.map((item: JsonValue) => canonical(item, false));
  if (!isJsonObject(value)) return value;
  const kept = Object.keys(value)
    .filter((key) => isNamespace || !prose.has(key))
    .sort(byCodeUnit)
    .map((key) => {
      const inner = !isNamespace && namespaces.has(key);
      return [key, canonical(value[key] ?? null, inner)] as const;
    });
  return Object.fromEntries(kept);
}
