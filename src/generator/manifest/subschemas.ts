import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";

type Holding = "one" | "list" | "map" | "oneOrList" | "mapOrNames";

/** Keywords that hold schemas, of all dialects. What stands elsewhere (`const`, `default`, `examples`) is data. */
const holding: { readonly [keyword: string]: Holding } = {
  additionalItems: "one",
  additionalProperties: "one",
  allOf: "list",
  anyOf: "list",
  contains: "one",
  contentSchema: "one",
  definitions: "map",
  $defs: "map",
  dependencies: "mapOrNames",
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

type Change = (
  schema: JsonObject,
  path: readonly (string | number)[],
) => JsonObject;

/**
 * A copy of a schema in which every subschema, the outermost first, went through
 * `change`. `path` leads to the subschema; order of keys stays.
 */
export function mapSchemas(
  schema: JsonObject,
  change: Change,
  path: readonly (string | number)[] = [],
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
  path: readonly (string | number)[],
): JsonValue {
  const kind = Object.hasOwn(holding, keyword) ? holding[keyword] : undefined;
  const one = (item: JsonValue, ...more: (string | number)[]): JsonValue =>
    isJsonObject(item) ? mapSchemas(item, change, [...path, ...more]) : item;
  if (kind === undefined) return value;
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return kind === "list" || kind === "oneOrList"
      ? items.map((item, index) => one(item, index))
      : items;
  }
  if (!isJsonObject(value)) return value;
  if (kind === "one" || kind === "oneOrList") return one(value);
  if (kind === "list") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, one(item, name)]),
  );
}

/** Calls `look` with every subschema, the outermost first. */
export function eachSchema(
  schema: JsonObject,
  look: (schema: JsonObject, path: readonly (string | number)[]) => void,
): void {
  mapSchemas(schema, (one, path) => {
    look(one, path);
    return one;
  });
}
