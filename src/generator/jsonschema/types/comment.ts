import { jsdoc, type Code } from "../../code.js";
import type { JsonValue } from "../../json.js";
import type { Schema } from "../form/schema.js";

/** The comment that tells what schemas say and their type does not; ends with a line break when there is one. */
export function commentOf(schemas: readonly Schema[]): Code {
  for (const schema of schemas) {
    const lines = linesOf(schema);
    if (lines.length > 0) return jsdoc(lines);
  }
  return jsdoc([]);
}

function linesOf(schema: Schema): string[] {
  const { title, description } = schema.notes;
  const text = (description ?? title ?? "").trim();
  const tags = tagsOf(schema);
  if (text === "") return tags;
  return tags.length === 0 ? [text] : [text, "", ...tags];
}

function tagsOf({ notes, string, number, array, object }: Schema): string[] {
  const tags: string[] = [];
  const tag = (name: string, value: JsonValue | undefined) => {
    if (value !== undefined) tags.push(`@${name} ${JSON.stringify(value)}`);
  };
  if (notes.deprecated === true) tags.push("@deprecated");
  tag("default", notes.default);
  if (notes.format !== undefined) tags.push(`@format ${notes.format}`);
  if (string !== undefined) {
    tag("minLength", string.min);
    tag("maxLength", string.max);
    if (string.pattern !== undefined) tags.push(`@pattern ${string.pattern}`);
  }
  if (number !== undefined) {
    tag("minimum", number.minimum);
    tag("maximum", number.maximum);
    tag("exclusiveMinimum", number.exclusiveMinimum);
    tag("exclusiveMaximum", number.exclusiveMaximum);
    tag("multipleOf", number.multipleOf);
  }
  if (array !== undefined) {
    tag("minItems", array.min);
    tag("maxItems", array.max);
    if (array.unique) tags.push("@uniqueItems true");
  }
  if (object !== undefined) {
    tag("minProperties", object.min);
    tag("maxProperties", object.max);
  }
  for (const example of notes.examples ?? []) tag("example", example);
  return tags;
}
