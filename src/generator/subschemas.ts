import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";

type Holding = "one" | "list" | "map" | "oneOrList";

/** Keywords that hold schemas, of all dialects. What stands elsewhere (`const`, `default`, `examples`) is data. */
const holdings: { readonly [keyword: string]: Holding } = {
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
};

function holdingOf(keyword: string): Holding | undefined {
  return Object.hasOwn(holdings, keyword) ? holdings[keyword] : undefined;
}

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
  const holding = holdingOf(keyword);
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

type Child = readonly [path: SchemaPath, child: JsonValue];

/** What stands directly within a schema where a subschema may stand, whether it is one or not. */
export function childSchemas(schema: JsonObject): readonly Child[] {
  return Object.entries(schema).flatMap(([keyword, value]): Child[] => {
    const holding = holdingOf(keyword);
    if (holding === undefined) return [];
    if (holding === "one") return [[[keyword], value]];
    if (Array.isArray(value)) {
      const items: readonly JsonValue[] = value;
      return holding === "map"
        ? []
        : items.map((item, index) => [[keyword, index], item]);
    }
    if (holding === "oneOrList") return [[[keyword], value]];
    if (holding === "list" || !isJsonObject(value)) return [];
    return Object.entries(value).map(([name, item]) => [[keyword, name], item]);
  });
}

/** Calls `look` with every subschema, the outermost first. */
export function eachSchema(
  schema: JsonObject,
  look: (schema: JsonObject, path: SchemaPath) => void,
  path: SchemaPath = [],
): void {
  look(schema, path);
  for (const [way, child] of childSchemas(schema)) {
    if (isJsonObject(child)) eachSchema(child, look, [...path, ...way]);
  }
}
