import type { JsonValue } from "../../src/generator/json.js";

/** Gives up after so many tries. */
const maxTries = 600;

/**
 * The smallest value, found greedily, of which `fails` still holds: members and
 * items are dropped, parts put in the place of the whole, scalars made plain.
 */
export async function shrink<T extends JsonValue>(
  value: T,
  fails: (candidate: T) => Promise<boolean>,
): Promise<T> {
  let best = value;
  let tries = 0;
  for (;;) {
    let better: T | undefined;
    for (const candidate of smaller(best)) {
      if (++tries > maxTries) return best;
      if (!(await fails(candidate as T))) continue;
      better = candidate as T;
      break;
    }
    if (better === undefined) return best;
    best = better;
  }
}

/** Values with one thing less, the boldest cuts first. */
function* smaller(value: JsonValue): Generator<JsonValue> {
  if (value === null || typeof value !== "object") {
    yield* plainer(value);
    return;
  }
  const isList = Array.isArray(value);
  const entries: [string, JsonValue][] = Object.entries(value);
  const rebuilt = (parts: readonly [string, JsonValue][]): JsonValue =>
    isList ? parts.map(([, item]) => item) : Object.fromEntries(parts);
  for (const [at] of entries.entries())
    yield rebuilt(entries.filter((_, index) => index !== at));
  for (const [, inner] of entries) {
    if (inner !== null && typeof inner === "object") yield inner;
  }
  for (const [at, [key, inner]] of entries.entries()) {
    for (const less of smaller(inner))
      yield rebuilt(
        entries.map((entry, index) => (index === at ? [key, less] : entry)),
      );
  }
}

function* plainer(value: JsonValue): Generator<JsonValue> {
  if (typeof value === "string" && value.length > 1) yield value.slice(0, 1);
  if (typeof value === "number" && value !== 0 && value !== 1) yield 1;
  if (value === false) yield true;
}
