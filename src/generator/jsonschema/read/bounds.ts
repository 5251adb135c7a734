import type { JsonObject, JsonValue } from "../../json.js";
import { under } from "../../json-pointer.js";
import { schemaProblem } from "../form/problem.js";
import type { SchemaProblem } from "../form/schema.js";

/** Values nested deeper than this are refused, schemas or not: each level costs stack in every tool that reads them. */
export const maxDepth = 400;

/** Schemas that lead on to each other, by references too, for longer than this are refused, for the same reason. */
export const maxChain = 600;

/** So many schemas are read for one root, counted once for each dynamic scope that they are read in. */
export const maxSchemas = 20_000;

/** So many JSON values may a document hold; the enum of ten thousand words is well below. */
const maxValues = 250_000;

/** What is too big about a document; looks at every value, as far as the bounds go. */
export function excessOf(document: JsonValue): SchemaProblem | undefined {
  let count = 0;
  const way: string[] = [];
  const look = (value: JsonValue): "values" | "depth" | undefined => {
    count++;
    if (count > maxValues) return "values";
    if (value === null || typeof value !== "object") return undefined;
    if (way.length > maxDepth) return "depth";
    for (const key of Object.keys(value)) {
      way.push(key);
      const excess = look((value as JsonObject)[key] as JsonValue);
      if (excess !== undefined) return excess;
      way.pop();
    }
    return undefined;
  };
  const excess = look(document);
  if (excess === undefined) return undefined;
  const of = "values";
  if (excess === "values") {
    return schemaProblem("SCHEMA_TOO_LARGE", "", { limit: maxValues, of });
  }
  // the start of the way is enough to find what nests too deep
  const at = under("", ...way.slice(0, 6));
  return schemaProblem("SCHEMA_TOO_DEEP", at, { limit: maxDepth, of });
}
