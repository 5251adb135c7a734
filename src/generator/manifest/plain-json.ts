import type { JsonValue } from "../json.js";
import { under } from "../json-pointer.js";

type Odd = { readonly pointer: string; readonly shown: string };

/** No manifest is nested deeper by intent, and walking without a bound would overflow the stack. */
export const deepest = 500;

/**
 * A JavaScript value as JSON: what JSON cannot say (NaN, infinities, a value that
 * contains itself, types of YAML's tags) becomes null and is listed.
 */
export function plainJson(value: unknown): {
  readonly value: JsonValue;
  readonly odd: readonly Odd[];
} {
  const odd: Odd[] = [];
  const open = new Set<object>();
  const refuse = (pointer: string, shown: string): null => {
    odd.push({ pointer, shown });
    return null;
  };
  const walk = (item: unknown, pointer: string): JsonValue => {
    if (item === null || typeof item === "string") return item;
    if (typeof item === "boolean") return item;
    if (typeof item === "number") {
      return Number.isFinite(item) ? item : refuse(pointer, String(item));
    }
    if (typeof item !== "object") return refuse(pointer, typeof item);
    if (open.size >= deepest) return refuse(pointer, "so deep a value");
    if (open.has(item)) {
      return refuse(pointer, "an alias to a value that contains it");
    }
    open.add(item);
    const copy = walkObject(item, pointer);
    open.delete(item);
    return copy;
  };
  const walkObject = (item: object, pointer: string): JsonValue => {
    if (Array.isArray(item)) {
      return item.map((one, index) => walk(one, under(pointer, index)));
    }
    // fromEntries defines own members, `__proto__` too.
    return Object.fromEntries(
      Object.entries(item).map(([key, one]) => [
        key,
        walk(one, under(pointer, key)),
      ]),
    );
  };
  return { value: walk(value, ""), odd };
}
