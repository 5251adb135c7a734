import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { tokensOf, under } from "../json-pointer.js";
import { eachSchema } from "../subschemas.js";

/** Every `$id` in a schema, without empty fragments. */
export function idsOf(schema: JsonObject): ReadonlySet<string> {
  const ids = new Set<string>();
  eachSchema(schema, (one) => {
    const id = member(one, "$id");
    if (typeof id === "string") ids.add(id.replace(/#$/, ""));
  });
  return ids;
}

/** The keyword under which the dialect of a schema keeps definitions. */
export function definitionsKeyword(root: JsonObject): "$defs" | "definitions" {
  const dialect = member(root, "$schema");
  return typeof dialect === "string" && /draft-0\d/.test(dialect)
    ? "definitions"
    : "$defs";
}

/** The value at a JSON pointer, or undefined. */
export function valueAt(
  value: JsonValue | undefined,
  pointer: string,
): JsonValue | undefined {
  let current = value;
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(current)) current = current[Number(token)] as JsonValue;
    else if (isJsonObject(current)) current = member(current, token);
    else return undefined;
  }
  return current;
}

/** The pointer that a fragment means: itself, or the place of an `$anchor`. */
export function pointerTo(
  value: JsonValue,
  fragment: string,
): string | undefined {
  if (fragment === "" || fragment.startsWith("/")) {
    return valueAt(value, fragment) === undefined ? undefined : fragment;
  }
  let found: string | undefined;
  if (isJsonObject(value)) {
    eachSchema(value, (one, path) => {
      const id = member(one, "$id");
      const named = member(one, "$anchor") === fragment;
      if (named || id === `#${fragment}`) found ??= under("", ...path);
    });
  }
  return found;
}

/** The dialect of a schema that names none. */
export const newest = "https://json-schema.org/draft/2020-12/schema";

/** The `$schema` of a document, without an empty fragment. */
export function dialectOf(schema: JsonObject): string | undefined {
  const dialect = member(schema, "$schema");
  return typeof dialect === "string" ? dialect.replace(/#$/, "") : undefined;
}

/** The `$id` of a document, without an empty fragment. */
export function idOf(value: JsonValue | undefined): string | undefined {
  const id = isJsonObject(value) ? member(value, "$id") : undefined;
  return typeof id === "string" ? id.replace(/#$/, "") : undefined;
}
