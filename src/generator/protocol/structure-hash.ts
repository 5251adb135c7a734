import { hashBytes } from "../hash.js";
import { byCodeUnit, isJsonObject, type JsonValue } from "../json.js";

const prose = new Set([
  "title",
  "description",
  "$comment",
  "examples",
  "markdownDescription",
]);
const namespaces = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
]);

/** The sha256 of a schema's structure: equal for schemas that state the same facts. */
export function structureHash(schema: JsonValue): string {
  return hashBytes(structureText(schema));
}

/** A schema without its prose and with sorted keys, as text. */
export function structureText(schema: JsonValue): string {
  return JSON.stringify(structure(schema, false));
}

/** `isNamespace`: the keys are names that the schema gives, so that one called `title` is kept. */
function structure(value: JsonValue, isNamespace: boolean): JsonValue {
  if (Array.isArray(value))
    return value.map((item: JsonValue) => structure(item, false));
  if (!isJsonObject(value)) return value;
  const kept = Object.keys(value)
    .filter((key) => isNamespace || !prose.has(key))
    .sort(byCodeUnit)
    .map((key) => {
      const inner = !isNamespace && namespaces.has(key);
      return [key, structure(value[key] ?? null, inner)] as const;
    });
  return Object.fromEntries(kept);
}
