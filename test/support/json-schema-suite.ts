import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { isJsonObject, type JsonValue } from "../../src/generator/json.js";
import { shared } from "./project.js";

/** One schema of the official suite and the instances that it judges. */
export type SuiteGroup = {
  /** The file that it stands in, relative to the draft's folder, such as `optional/anchor.json`. */
  readonly file: string;
  readonly description: string;
  /** With `$schema` of the draft put in where the suite leaves it out, but for the tests of its absence. */
  readonly schema: JsonValue;
  readonly tests: readonly {
    readonly description: string;
    readonly data: JsonValue;
    readonly valid: boolean;
  }[];
};

/** The drafts that we read, as the suite names their folders, and their `$schema`. */
export const drafts = {
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
  draft7: "http://json-schema.org/draft-07/schema#",
} as const;

export type Draft = keyof typeof drafts;

/** The suite's folder, or undefined with the reason printed where it is absent. */
export function suiteFolder(): string | undefined {
  return shared("json-schema-test-suite", "JSON_SCHEMA_TEST_SUITE");
}

/** The required groups of a draft; with `optional`, the optional ones instead. */
export function suiteGroups(
  folder: string,
  draft: Draft,
  optional = false,
): readonly SuiteGroup[] {
  const home = join(folder, "tests", draft);
  const files = jsonFiles(home).map((path) => portable(relative(home, path)));
  return files
    .filter((file) => file.startsWith("optional/") === optional)
    .flatMap((file) =>
      (json(join(home, file)) as unknown as SuiteGroup[]).map((group) => ({
        ...group,
        file,
        schema: file.endsWith("no-schema.json")
          ? group.schema
          : inDialect(group.schema, drafts[draft]),
      })),
    );
}

/** The suite's remotes and the dialects' own schemas, by URI. */
export function suiteDocuments(folder: string): Map<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  const remotes = join(folder, "remotes");
  for (const path of jsonFiles(remotes)) {
    const name = portable(relative(remotes, path));
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

/** The suite's schemas of older drafts may leave `$schema` out. */
function inDialect(schema: JsonValue, uri: string): JsonValue {
  if (!isJsonObject(schema) || "$schema" in schema) return schema;
  return { $schema: uri, ...schema };
}

function json(path: string): JsonValue {
  return JSON.parse(readFileSync(path, "utf8")) as JsonValue;
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

function portable(path: string): string {
  return path.replaceAll("\\", "/");
}
