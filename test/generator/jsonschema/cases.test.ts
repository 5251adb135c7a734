import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { exactType } from "../../../bench/soundness/instance.js";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../../../src/generator/json.js";
import {
  compileSchema,
  type CompiledSchema,
} from "../../../src/generator/jsonschema/compile.js";
import { accepts } from "../../../src/generator/jsonschema/form/judge.js";
import { readSchemas } from "../../../src/generator/jsonschema/read/read.js";
import { createNames } from "../../../src/generator/names.js";
import { eachSchema, mapSchemas } from "../../../src/generator/subschemas.js";
import type { Issue } from "../../../src/runtime/validate.js";
import { load, type Check } from "../../support/compiled-schema.js";
import {
  dialects,
  schemaCases,
  type Dialect,
  type SchemaCase,
} from "../../support/schema-cases.js";
import { openTypeChecker } from "../../support/type-check.js";

const base = "schema:///";

function documentsOf({ documents }: SchemaCase): Map<string, JsonValue> {
  return new Map(Object.entries(documents ?? {}));
}

/** Compiled as one module: `S0`, `S1`, … */
function compileCases(cases: readonly SchemaCase[]): readonly CompiledSchema[] {
  const names = createNames(cases.map((_, index) => `S${index}`));
  return cases.map((entry, index) => {
    const { schema } = entry;
    const documents = documentsOf(entry);
    return compileSchema({ name: `S${index}`, schema, documents }, names);
  });
}

/** What the interpreter says about each instance of a case, the valid ones first. */
function verdicts(entry: SchemaCase): readonly boolean[] {
  const documents = documentsOf(entry);
  const { schemas } = readSchemas({ schema: entry.schema, base, documents });
  const instances = [...entry.valid, ...entry.invalid];
  return instances.map((instance) => accepts(schemas[0]!, instance));
}

const expected = ({ valid, invalid }: SchemaCase) => [
  ...valid.map(() => true),
  ...invalid.map(() => false),
];

/** The same case without its keyword, in the schema and in the documents. */
function without(entry: SchemaCase): SchemaCase {
  const { keyword, documents = {} } = entry;
  // the dialect of the root is not part of the case
  const $schema = isJsonObject(entry.schema) && entry.schema["$schema"];
  const drop = (schema: JsonValue): JsonValue =>
    isJsonObject(schema)
      ? mapSchemas(schema, ({ [keyword]: _, ...rest }) => rest)
      : schema;
  const schema = drop(entry.schema);
  return {
    ...entry,
    schema:
      isJsonObject(schema) && typeof $schema === "string"
        ? { ...schema, $schema }
        : schema,
    documents: Object.fromEntries(
      Object.entries(documents).map(([uri, inner]) => [uri, drop(inner)]),
    ),
  };
}

/** The keywords that the dialect's own schema describes. */
function keywordsOf(dialect: Dialect): readonly string[] {
  const refs = join(
    dirname(createRequire(import.meta.url).resolve("ajv/package.json")),
    "dist/refs",
  );
  const home = join(refs, `json-schema-${dialect}`);
  const files =
    dialect === "draft-07"
      ? [`${home}.json`]
      : readdirSync(home, { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".json"))
          .map((name) => join(home, name));
  const found = files.flatMap((file) => {
    const meta = JSON.parse(readFileSync(file, "utf8")) as JsonObject;
    // 2019-09's schema for hyperschemas is no part of it
    if (basename(file) === "hyper-schema.json") return [];
    return Object.keys((meta["properties"] ?? {}) as JsonObject);
  });
  return [...new Set(found)].sort();
}

function used({ schema, documents = {} }: SchemaCase): ReadonlySet<string> {
  const found = new Set<string>();
  for (const document of [schema, ...Object.values(documents)]) {
    if (!isJsonObject(document)) continue;
    eachSchema(document, (part) => {
      for (const keyword of Object.keys(part)) found.add(keyword);
    });
  }
  return found;
}

const all = Object.keys(dialects) as Dialect[];

describe.each(all)("cases of %s", (dialect) => {
  const cases = schemaCases(dialect);
  const rows = cases.map((entry, index) => ({ ...entry, entry, index }));
  const compiled = compileCases(cases);
  let checks: readonly Check[];
  beforeAll(async () => {
    checks = await load(compiled);
  });

  test("there is one for every keyword", () => {
    const about = new Set(cases.map(({ keyword }) => keyword));
    const missing = keywordsOf(dialect).filter((name) => !about.has(name));
    expect(missing).toEqual([]);
  });

  test.each(rows)("$keyword: $about", ({ entry, index }) => {
    const { valid, invalid, keyword, inert = false } = entry;
    expect(Math.min(valid.length, invalid.length)).toBeGreaterThan(0);
    expect([...used(entry)]).toContain(keyword);
    const problems = compiled[index]?.problems ?? [];
    const errors = problems.filter(({ severity }) => severity === "error");
    expect(errors).toEqual([]);

    const instances = [...valid, ...invalid];
    const plain = instances.map((instance) => checks[index]?.(instance));
    const withIssues = instances.map((instance) => {
      const issues: Issue[] = [];
      const verdict = checks[index]?.(instance, issues);
      return { verdict, listed: issues.length > 0 };
    });
    expect(plain).toEqual(expected(entry));
    expect(withIssues).toEqual(
      expected(entry).map((verdict) => ({ verdict, listed: !verdict })),
    );
    expect(verdicts(entry)).toEqual(expected(entry));

    const unchanged = expect(verdicts(without(entry)));
    if (inert) unchanged.toEqual(expected(entry));
    else unchanged.not.toEqual(expected(entry));
  });
});

test("types accept every valid instance", { timeout: 120_000 }, () => {
  const files = all.map((dialect) => {
    const cases = schemaCases(dialect);
    const types = compileCases(cases).map((one) => one.types);
    const checks = cases.flatMap(({ valid, untyped }, index) =>
      valid.map((instance, at) => {
        const line = `export const v${index}x${at}: S${index} = null! as ${exactType(instance)};`;
        return untyped === undefined
          ? line
          : `// @ts-expect-error ${untyped}\n${line}`;
      }),
    );
    return { path: `${dialect}.ts`, text: [...types, ...checks].join("\n") };
  });
  expect(openTypeChecker()(files)).toEqual([]);
});
