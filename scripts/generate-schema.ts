import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { definitions } from "../schema/source/index.js";
import { versions } from "../schema/source/versions.js";
import {
  byCodeUnit,
  type JsonObject,
  type JsonValue,
} from "../src/generator/json.js";
import { structureHash } from "../src/generator/protocol/structure-hash.js";

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
        sha256: structureHash(schema),
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
