import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";

type Holding = "one" | "list" | "map" | "oneOrList";

/** Keywords that hold schemas, of all dialects. What stands elsewhere (`const`, `default`, `examples`) is data. */
const holdings: ReadonlyMap<string, Holding> = new Map<string, Holding>(
  Object.entries({
    additionalItems: "one",
    additionalProperties: "one",
    allOf: "list",
    anyOf: "list",
    contains: "one",
    contentSchema: "one",
    definitions: "map",
    $defs: "map",
    dependencies: "map",
    dependentSchemas: "map",
    else: "one",
    if: "one",
    items: "oneOrList",
    not: "one",
    oneOf: "list",
    patternProperties: "map",
    prefixItems: "list",
    properties: "map",
    propertyNames: "one",
    then: "one",
    unevaluatedItems: "one",
    unevaluatedProperties: "one",
  }),
);

/** The way from a schema to another within it. */
export type SchemaPath = readonly (string | number)[];

type Change = (schema: JsonObject, path: SchemaPath) => JsonObject;

/**
 * A copy of a schema in which every subschema, the outermost first, went through
 * `change`. `path` leads to the subschema; order of keys stays.
 */
export function mapSchemas(
  schema: JsonObject,
  change: Change,
  path: SchemaPath = [],
): JsonObject {
  const changed = change(schema, path);
  return Object.fromEntries(
    Object.entries(changed).map(([keyword, value]) => [
      keyword,
      mapKeyword(keyword, value, change, [...path, keyword]),
    ]),
  );
}

function mapKeyword(
  keyword: string,
  value: JsonValue,
  change: Change,
  path: SchemaPath,
): JsonValue {
  const holding = holdings.get(keyword);
  const one = (item: JsonValue, ...more: SchemaPath): JsonValue =>
    isJsonObject(item) ? mapSchemas(item, change, [...path, ...more]) : item;
  if (holding === undefined) return value;
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return holding === "list" || holding === "oneOrList"
      ? items.map((item, index) => one(item, index))
      : items;
  }
  if (!isJsonObject(value)) return value;
  if (holding === "one" || holding === "oneOrList") return one(value);
  if (holding === "list") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, one(item, name)]),
  );
}

/** Calls `visit` with what stands directly within a schema where a subschema may stand, whether it is one or not, and with the way to it. */
export function eachChild(
  schema: JsonObject,
  visit: (child: JsonValue, ...path: SchemaPath) => void,
): void {
  Object.keys(schema).forEach((keyword) => {
    const holding = holdings.get(keyword);
    if (holding === undefined) return;
    const value = schema[keyword] as JsonValue;
    if (holding === "one") visit(value, keyword);
    else if (Array.isArray(value)) {
      const items: readonly JsonValue[] = holding === "map" ? [] : value;
      items.forEach((item, index) => {
        visit(item, keyword, index);
      });
    } else if (holding === "oneOrList") visit(value, keyword);
    else if (holding === "map" && isJsonObject(value)) {
      Object.keys(value).forEach((name) => {
        visit(value[name] as JsonValue, keyword, name);
      });
    }
  });
}

/** Calls `look` with every subschema, the outermost first. */
export function eachSchema(
  schema: JsonObject,
  look: (schema: JsonObject, path: SchemaPath) => void,
  path: SchemaPath = [],
): void {
  look(schema, path);
  eachChild(schema, (child, ...way) => {
    if (isJsonObject(child)) eachSchema(child, look, [...path, ...way]);
  });
}
