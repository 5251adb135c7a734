import { member, type JsonObject, type JsonValue } from "../../json.js";
import type { Dialect } from "./dialect.js";

const later = "name a dialect that has it in $schema, such as 2020-12";

/** What to write instead of a keyword that asserts something in one dialect and is unknown in another. */
const instead: { readonly [keyword: string]: string } = {
  prefixItems: "write the list as items, and items as additionalItems",
  additionalItems: "write it as items, and the list of items as prefixItems",
  dependentRequired: "write it as dependencies",
  dependentSchemas: "write it as dependencies",
  minContains: later,
  maxContains: later,
  unevaluatedItems: later,
  unevaluatedProperties: later,
  $anchor: "write it as $id, with a # before the name",
  $dynamicRef: later,
  $dynamicAnchor: later,
  $recursiveRef: "write it as $ref, or as $dynamicRef in 2020-12",
  $recursiveAnchor: "write it as $dynamicAnchor in 2020-12, or leave it out",
};

/** What to write instead of keywords that were true or false up to draft-04. */
const oldFlags: { readonly [keyword: string]: string } = {
  exclusiveMinimum: "write the bound as exclusiveMinimum, without minimum",
  exclusiveMaximum: "write the bound as exclusiveMaximum, without maximum",
  required: "list the name in required of the object that has the property",
};

/**
 * What to write instead of a keyword of `schema` that has no effect in this dialect,
 * as it is written, but has one in another; undefined for all others. `isKnown` tells whether the
 * dialect's meta-schema has the keyword.
 */
export function replacement(
  keyword: string,
  schema: JsonObject,
  dialect: Dialect,
  isKnown: boolean,
): string | undefined {
  const value = schema[keyword] as JsonValue;
  if (keyword === "items" && Array.isArray(value) && !dialect.listItems) {
    return "write the list as prefixItems, and additionalItems as items";
  }
  if (typeof value === "boolean" && Object.hasOwn(oldFlags, keyword)) {
    return oldFlags[keyword];
  }
  if (isKnown) return undefined;
  if (keyword === "nullable") return forNullable(value, schema);
  return Object.hasOwn(instead, keyword) ? instead[keyword] : undefined;
}

/** OpenAPI 3.0 has `nullable`; where `null` is allowed anyway, it does no harm. */
function forNullable(value: JsonValue, schema: JsonObject): string | undefined {
  const types = [member(schema, "type") ?? "null"].flat();
  return value === true && !types.includes("null")
    ? `write type: ${JSON.stringify([...types, "null"])}`
    : undefined;
}
