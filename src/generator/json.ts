/** Any JSON value, as JSON.parse returns it. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Own keys only: `__proto__` is an ordinary name here. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** True for a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own member `key` of an object; undefined for inherited names such as `toString`. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Compares by UTF-16 code unit, so that no order in the output depends on a locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
