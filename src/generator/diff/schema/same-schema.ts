import { equal } from "../../../runtime/validate.js";
import type { Schema } from "../../jsonschema/form/schema.js";

/** Members of a schema that change nothing about what it accepts. */
const silent = new Set([
  "pointer",
  "notes",
  "wanted",
  "isConst",
  "dependencyKeyword",
]);
/** Lists whose order says nothing. */
const unordered = new Set([
  "types",
  "values",
  "required",
  "allOf",
  "anyOf",
  "oneOf",
  "refs",
]);

/**
 * Whether two lists of schemas say the same in the same words, but for the order where
 * it says nothing. For the keywords that turn a narrower schema into a wider one.
 */
export function areSame(
  previous: readonly (Schema | undefined)[],
  current: readonly (Schema | undefined)[],
): boolean {
  return openSame()(previous, current, "");
}

type Same = (a: unknown, b: unknown, key: string) => boolean;

function openSame(): Same {
  // pairs that count as the same until they prove not to be: a recursive schema meets itself again
  const open = new Map<object, Set<object>>();
  const trail: (readonly [object, object])[] = [];
  const same: Same = (a, b, key) => {
    if (typeof a !== "object" || typeof b !== "object") return a === b;
    if (a === null || b === null) return a === b;
    if (open.get(a)?.has(b)) return true;
    const start = trail.length;
    open.set(a, (open.get(a) ?? new Set()).add(b));
    trail.push([a, b]);
    const verdict = sameInside(a, b, key, same);
    if (!verdict) {
      for (const [x, y] of trail.splice(start)) open.get(x)?.delete(y);
    }
    return verdict;
  };
  return same;
}

function sameInside(a: object, b: object, key: string, same: Same): boolean {
  if (key === "values") return sameSet(a, b, equal);
  if (!Array.isArray(a) || !Array.isArray(b)) {
    return sameEntries(entriesOf(a), entriesOf(b), same);
  }
  if (unordered.has(key)) return sameSet(a, b, (x, y) => same(x, y, ""));
  return a.length === b.length && a.every((item, at) => same(item, b[at], ""));
}

function entriesOf(value: object): ReadonlyMap<string, unknown> {
  if (value instanceof Map) return value as ReadonlyMap<string, unknown>;
  return new Map(
    Object.entries(value).filter(
      ([key, item]) => !silent.has(key) && item !== undefined,
    ),
  );
}

function sameEntries(
  a: ReadonlyMap<string, unknown>,
  b: ReadonlyMap<string, unknown>,
  same: Same,
): boolean {
  return (
    a.size === b.size &&
    [...a].every(([key, item]) => b.has(key) && same(item, b.get(key), key))
  );
}

function sameSet(
  a: object,
  b: object,
  same: (x: unknown, y: unknown) => boolean,
): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length)
    return false;
  const left: unknown[] = [...(b as readonly unknown[])];
  return a.every((item: unknown) => {
    const at = left.findIndex((other) => same(item, other));
    if (at === -1) return false;
    left.splice(at, 1);
    return true;
  });
}
