import { type JsonObject, member } from "../json.js";
import { constOf, objectAt, refName, schemasAt } from "./schema-view.js";

/** A schema in a few words, as a reader of the emitted types would put it: `list of Icon`, `"a" | "b"`, `object`. */
export function describeSchema(schema: JsonObject | undefined): string {
  if (schema === undefined) return "anything";
  const ref = refName(schema);
  if (ref !== undefined) return ref;
  const fixed = constOf(schema);
  if (fixed !== undefined) return JSON.stringify(fixed);
  const words = member(schema, "enum");
  if (Array.isArray(words))
    return words.map((word) => JSON.stringify(word)).join(" | ");
  for (const key of ["anyOf", "oneOf"]) {
    const parts = schemasAt(schema, key);
    if (parts.length > 0) return parts.map(describeSchema).join(" | ");
  }
  const type = member(schema, "type");
  if (Array.isArray(type)) return type.join(" | ");
  if (type === "array")
    return `list of ${describeSchema(objectAt(schema, "items"))}`;
  return typeof type === "string" ? type : "anything";
}
