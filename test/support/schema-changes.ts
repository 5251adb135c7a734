import { compareSchemas } from "../../src/generator/diff/schema/compare-schemas.js";
import type { Fact } from "../../src/generator/diff/schema/fact.js";
import type { JsonValue } from "../../src/generator/json.js";
import type { Schema } from "../../src/generator/jsonschema/form/schema.js";
import { readSchemas } from "../../src/generator/jsonschema/read/read.js";

/** A schema in the intermediate form. */
export function read(schema: JsonValue): Schema {
  const [root] = readSchemas({
    schema,
    base: "schema:///",
    documents: new Map(),
  }).schemas;
  if (root === undefined) throw new Error("a document without a root");
  return root;
}

/** The facts of two schemas, each as one line. */
export function changes(
  previous: JsonValue,
  current: JsonValue,
): readonly string[] {
  return compareSchemas(read(previous), read(current)).map(line);
}

function line({
  kind,
  effect,
  place,
  keyword,
  previous,
  current,
}: Fact): string {
  const values = [previous, current]
    .map((value) => (value === undefined ? "" : JSON.stringify(value)))
    .join(" → ")
    .trim();
  const words = [
    kind,
    effect,
    place.join("."),
    keyword ?? "",
    values === "→" ? "" : values,
  ];
  return words.filter((word) => word !== "").join(" ");
}
