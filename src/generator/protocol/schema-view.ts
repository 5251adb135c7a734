/** Small questions to a schema whose definitions refer to each other. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import type { Definitions } from "./protocol.js";

const reference = /^#\/(?:definitions|\$defs)\/([^/]+)$/;

/** The definition that a schema refers to by `$ref`, if it does. */
export function refName(schema: JsonValue | undefined): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const ref = member(schema, "$ref");
  return typeof ref === "string" ? reference.exec(ref)?.[1] : undefined;
}

/** The schema itself or the definition that it refers to. */
export function resolve(
  definitions: Definitions,
  schema: JsonValue | undefined,
): JsonObject | undefined {
  const name = refName(schema);
  if (name === undefined) return isJsonObject(schema) ? schema : undefined;
  return resolve(definitions, definitions.get(name));
}

/** A keyword that holds schemas by name, or an object at all. */
export function objectAt(
  schema: JsonObject | undefined,
  key: string,
): JsonObject | undefined {
  const value = schema === undefined ? undefined : member(schema, key);
  return isJsonObject(value) ? value : undefined;
}

/** The schema of a property, as it stands. */
export function propertyOf(
  schema: JsonObject | undefined,
  name: string,
): JsonObject | undefined {
  return objectAt(objectAt(schema, "properties"), name);
}

/** The schemas in a keyword such as `anyOf`; none where it is absent. */
export function schemasAt(
  schema: JsonObject | undefined,
  key: string,
): readonly JsonObject[] {
  const value = schema === undefined ? undefined : member(schema, key);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The names that `required` lists. */
export function requiredOf(schema: JsonObject | undefined): readonly string[] {
  const value = schema === undefined ? undefined : member(schema, "required");
  return Array.isArray(value)
    ? value.filter((name) => typeof name === "string")
    : [];
}

/** The `const` of a schema. */
export function constOf(schema: JsonObject | undefined): JsonValue | undefined {
  return schema === undefined ? undefined : member(schema, "const");
}

/** The alternatives of a schema, definitions looked up: those of its `anyOf`, or the schema alone. */
export function alternativesOf(
  definitions: Definitions,
  schema: JsonValue | undefined,
): readonly JsonObject[] {
  const resolved = resolve(definitions, schema);
  if (resolved === undefined) return [];
  const alternatives = schemasAt(resolved, "anyOf");
  if (alternatives.length === 0) return [resolved];
  return alternatives.flatMap((one) => alternativesOf(definitions, one));
}
