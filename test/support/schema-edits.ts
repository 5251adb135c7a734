import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../../src/generator/json.js";
import { mapSchemas } from "../../src/generator/subschemas.js";
import type { Random } from "./random.js";

type Edit = (schema: JsonObject, random: Random) => JsonObject;

const without: Edit = (schema, random) => {
  const keys = Object.keys(schema).filter((key) => !key.startsWith("$"));
  const gone = keys.length === 0 ? undefined : random.pick(keys);
  const kept = Object.entries(schema).filter(([key]) => key !== gone);
  return Object.fromEntries(kept);
};

const moved: Edit = (schema, random) =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      typeof value === "number" && key !== "const"
        ? Math.max(0, value + random.pick([-1, 1, 0.5]))
        : value,
    ]),
  );

const shortened: Edit = (schema, random) =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const list = value as readonly JsonValue[];
      const canLose = Array.isArray(value) && list.length > 1;
      return [key, canLose ? list.slice(random.below(2), -1) : value];
    }),
  );

const reversed: Edit = (schema) =>
  Object.fromEntries(
    Object.entries(schema)
      .reverse()
      .map(([key, value]) => {
        const isSet = ["required", "enum", "anyOf", "type"].includes(key);
        const list = value as readonly JsonValue[];
        return [
          key,
          isSet && Array.isArray(value) ? [...list].reverse() : value,
        ];
      }),
  );

const optional: Edit = (schema, random) =>
  random.chance(0.5)
    ? { ...schema, additionalProperties: random.chance(0.5) }
    : { ...schema, required: ["a"] };

const retyped: Edit = (schema, random) => ({
  ...schema,
  type: random.pick(["string", "integer", "number", "object", "array"]),
});

const alternative: Edit = (schema, random) => {
  const { $schema, $id, $defs, definitions, ...inner } = schema;
  if (
    Object.keys(schema).some((key) => key.startsWith("$") && key !== "$schema")
  )
    return schema;
  void [$id, $defs];
  const outer: JsonObject = {
    ...($schema !== undefined && { $schema }),
    ...(definitions !== undefined && { definitions }),
  };
  const other = random.pick<JsonObject>([
    { type: "null" },
    { const: "a" },
    { minimum: 1 },
  ]);
  return random.chance(0.3)
    ? { ...outer, allOf: [inner] }
    : { ...outer, anyOf: [other, inner] };
};

const edits = [
  without,
  moved,
  shortened,
  reversed,
  optional,
  retyped,
  alternative,
];

/** The schema with a change or two somewhere in it, of the kinds that people make. */
export function editSchema(schema: JsonValue, random: Random): JsonValue {
  if (!isJsonObject(schema)) return schema;
  let left = 1 + random.below(2);
  return mapSchemas(schema, (part, path) => {
    if (left === 0 || !random.chance(path.length === 0 ? 0.3 : 0.5))
      return part;
    left--;
    return random.pick(edits)(part, random);
  });
}
