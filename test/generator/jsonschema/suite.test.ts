import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonValue } from "../../../src/generator/json.js";
import { accepts } from "../../../src/generator/jsonschema/judge.js";
import { readSchemas } from "../../../src/generator/jsonschema/read.js";
import { shared } from "../../support/project.js";
import { compileMany, load } from "./emit.js";

const suite = shared("json-schema-test-suite", "JSON_SCHEMA_TEST_SUITE");
const home = suite ?? "";

type Group = {
  readonly description: string;
  readonly schema: JsonValue;
  readonly tests: readonly {
    readonly description: string;
    readonly data: JsonValue;
    readonly valid: boolean;
  }[];
};

function json(path: string): JsonValue {
  return JSON.parse(readFileSync(path, "utf8")) as JsonValue;
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}

/** The suite's remotes and the dialects' own schemas. */
function documents(): Map<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  const remotes = join(home, "remotes");
  for (const path of jsonFiles(remotes)) {
    const name = relative(remotes, path).replaceAll("\\", "/");
    found.set(`http://localhost:1234/${name}`, json(path));
  }
  const require = createRequire(import.meta.url);
  const refs = join(require.resolve("ajv/package.json"), "../dist/refs");
  for (const path of jsonFiles(refs)) {
    const value = json(path);
    const id = isJsonObject(value) ? value["$id"] : undefined;
    if (typeof id === "string") found.set(id.replace(/#$/, ""), value);
  }
  return found;
}

const dialects: Readonly<Record<string, string>> = {
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
  draft7: "http://json-schema.org/draft-07/schema#",
};

/** The suite's schemas of older drafts may leave `$schema` out. */
function inDialect(schema: JsonValue, uri: string): JsonValue {
  if (!isJsonObject(schema) || "$schema" in schema) return schema;
  return { $schema: uri, ...schema };
}

describe.skipIf(suite === undefined)(
  "the official suite (beside the project)",
  () => {
    for (const [draft, uri] of Object.entries(dialects)) {
      test(draft, { timeout: 120_000 }, async () => {
        const groups = readdirSync(join(home, "tests", draft))
          .filter((name) => name.endsWith(".json"))
          .flatMap((name) => {
            const found = json(join(home, "tests", draft, name));
            return (found as unknown as Group[]).map((group) => ({
              name,
              group,
            }));
          });
        const all = documents();
        const schemas = groups.map(({ group }) => inDialect(group.schema, uri));
        const checks = await load(compileMany(schemas, { documents: all }));
        const wrong: string[] = [];
        let count = 0;
        groups.forEach(({ name, group }, index) => {
          const check = checks[index];
          const schema = schemas[index] as JsonValue;
          const read = readSchemas({ schema, base: "x:/", documents: all });
          for (const { description, data, valid } of group.tests) {
            count++;
            const title = `${name}: ${group.description}: ${description}`;
            const issues: never[] = [];
            if (check?.(data) !== valid) wrong.push(title);
            if (check?.(data, issues) !== valid)
              wrong.push(`${title} (issues)`);
            if (valid === issues.length > 0) wrong.push(`${title} (list)`);
            const root = read.schemas[0];
            if (root === undefined || accepts(root, data) !== valid) {
              wrong.push(`${title} (judge)`);
            }
          }
        });
        console.info(`${draft}: ${count} cases`);
        expect(wrong).toEqual([]);
      });
    }
  },
);
