import { createRequire } from "node:module";
import { isJsonObject, member, type JsonObject } from "../../json.js";
import { under } from "../../json-pointer.js";
import { mapSchemas } from "../../subschemas.js";
import { buildSchemas } from "./build.js";
import type { Dialect } from "./dialect.js";
import type { Schema } from "../form/schema.js";

/** What a dialect's meta-schema asks of the value of each keyword; subschemas in it may be anything, they are judged where they stand. */
export type KeywordForms = ReadonlyMap<string, Schema>;

const require = createRequire(import.meta.url);

const files: { readonly [D in Dialect["name"]]: readonly string[] } = {
  "draft-07": ["draft-07"],
  "2019-09": inFolder(
    "2019-09",
    "core applicator validation meta-data format content",
  ),
  "2020-12": inFolder(
    "2020-12",
    "core applicator unevaluated validation meta-data format-annotation content",
  ),
};

function inFolder(name: string, vocabularies: string): readonly string[] {
  const parts = vocabularies.split(" ").map((part) => `${name}/meta/${part}`);
  return [`${name}/schema`, ...parts];
}

/** Kept by the meta-schema of 2020-12, so that no one gives them another meaning; they have none. */
const retired: ReadonlySet<string> = new Set([
  "2020-12 $recursiveRef",
  "2020-12 $recursiveAnchor",
]);

const known = new Map<string, KeywordForms>();

/** The keywords of a dialect, less those of the validation vocabulary where it leaves that out. */
export function keywordForms({ name, asserts }: Dialect): KeywordForms {
  const key = `${name} ${asserts}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const wanted = files[name].filter(
    (file) => asserts || !file.endsWith("/validation"),
  );
  const all = files[name].map(readFile);
  const documents = new Map(all.map((file) => [idOf(file), file]));
  const forms = new Map<string, Schema>();
  for (const file of wanted.map(readFile)) {
    for (const [keyword, form] of formsOf(file, documents)) {
      if (!retired.has(`${name} ${keyword}`)) forms.set(keyword, form);
    }
  }
  known.set(key, forms);
  return forms;
}

function formsOf(
  file: JsonObject,
  documents: ReadonlyMap<string, JsonObject>,
): readonly (readonly [string, Schema])[] {
  const properties = member(file, "properties");
  const keywords = isJsonObject(properties) ? Object.keys(properties) : [];
  const { schemas } = buildSchemas(
    {
      schema: file,
      base: idOf(file),
      documents,
      pointers: keywords.map((keyword) => under("/properties", keyword)),
    },
    () =>
      ({ value }) =>
        isJsonObject(value) ? value : value === true,
  );
  return schemas.map((schema, index) => [keywords[index] ?? "", schema]);
}

function idOf(file: JsonObject): string {
  return (member(file, "$id") as string).replace(/#$/, "");
}

const texts = new Map<string, JsonObject>();

/** A meta-schema without its references to itself. */
function readFile(name: string): JsonObject {
  const before = texts.get(name);
  if (before !== undefined) return before;
  const path = `ajv/dist/refs/json-schema-${name}.json`;
  const file = mapSchemas(require(path) as JsonObject, (schema) =>
    refersToItself(schema) ? {} : schema,
  );
  texts.set(name, file);
  return file;
}

function refersToItself(schema: JsonObject): boolean {
  return (
    member(schema, "$ref") === "#" ||
    member(schema, "$recursiveRef") === "#" ||
    member(schema, "$dynamicRef") === "#meta"
  );
}
