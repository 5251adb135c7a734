import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isJsonObject, type JsonValue } from "../../src/generator/json.js";
import { project } from "./project.js";

/** A schema about one keyword, and what it is to accept and to refuse. */
export type SchemaCase = {
  readonly about: string;
  readonly keyword: string;
  /** The keyword says nothing about validity here: without it every verdict stays. */
  readonly inert?: boolean;
  /** Why TypeScript cannot accept the valid instances. */
  readonly untyped?: string;
  /** `$schema` for a dialect where it is not the dialect's own. */
  readonly dialects?: { readonly [dialect: string]: string };
  readonly schema: JsonValue;
  /** What references may reach, by absolute URI. */
  readonly documents?: { readonly [uri: string]: JsonValue };
  readonly valid: readonly JsonValue[];
  readonly invalid: readonly JsonValue[];
};

/** The dialects, their `$schema`, and the files of test/cases/json-schema that are about them. */
export const dialects = {
  "2020-12": {
    uri: "https://json-schema.org/draft/2020-12/schema",
    files: ["every-dialect", "since-2019-09", "2020-12"],
  },
  "2019-09": {
    uri: "https://json-schema.org/draft/2019-09/schema",
    files: ["every-dialect", "since-2019-09", "2019-09"],
  },
  "draft-07": {
    uri: "http://json-schema.org/draft-07/schema#",
    files: ["every-dialect", "draft-07"],
  },
} as const;

export type Dialect = keyof typeof dialects;

/** Our own cases of a dialect, each schema with its `$schema`. */
export function schemaCases(dialect: Dialect): readonly SchemaCase[] {
  const { uri, files } = dialects[dialect];
  return files.flatMap((file) => {
    const path = project("test/cases/json-schema", `${file}.yaml`);
    const cases = parse(readFileSync(path, "utf8")) as readonly SchemaCase[];
    return cases.map((entry) => {
      const { schema } = entry;
      const $schema = entry.dialects?.[dialect] ?? uri;
      const spoken = isJsonObject(schema) ? { $schema, ...schema } : schema;
      return { ...entry, schema: spoken };
    });
  });
}
