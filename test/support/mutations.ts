import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../../src/generator/json.js";
import type { Random } from "./random.js";

/** What a schema speaks of: values at the edge of what it allows. */
export type Hints = {
  readonly keys: readonly string[];
  readonly scalars: readonly JsonValue[];
};

const oddKeys = ["extra", "", "__proto__", "toString", "a/b~c"];
const oddScalars: readonly JsonValue[] = [null, true, 0, -1.5, 1e300, "", "😀"];

/** Collects the keys and scalars of a schema, numbers with their neighbours and texts with one character more. */
export function hintsOf(schema: JsonValue): Hints {
  const keys = new Set<string>();
  const scalars = new Set<JsonValue>();
  const look = (value: JsonValue): void => {
    if (typeof value === "number") {
      for (const near of [value - 1, value, value + 1, value + 0.5])
        scalars.add(near);
    } else if (typeof value === "string" && value.length < 40) {
      scalars.add(value).add(`${value}x`);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) look(item);
    } else if (isJsonObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (/^(description|title|\$.*)$/.test(key)) continue;
        keys.add(key);
        look(inner);
      }
    }
  };
  look(schema);
  return { keys: [...keys], scalars: [...scalars] };
}

/** The value with one change somewhere: a member dropped or added, another type, a number past its bound … */
export function mutate(
  value: JsonValue,
  hints: Hints,
  random: Random,
): JsonValue {
  const inner = childrenOf(value);
  // half of the changes go further down
  if (inner.length > 0 && random.chance(0.6)) {
    const [key, child] = random.pick(inner);
    return withChild(value, key, mutate(child, hints, random));
  }
  if (random.chance(0.2)) return otherScalar(hints, random);
  if (isJsonObject(value)) return mutateObject(value, hints, random);
  if (Array.isArray(value)) return mutateArray(value, hints, random);
  if (typeof value === "number") {
    return random.pick([
      value + 1,
      value - 1,
      value + 0.5,
      -value,
      value * 1000,
      String(value),
    ]);
  }
  if (typeof value === "string") {
    const shorter = value.slice(0, -1);
    return random.pick([
      `${value}x`,
      shorter,
      "",
      value.repeat(300).slice(0, 9000),
      [value],
    ]);
  }
  return random.chance(0.5) ? otherScalar(hints, random) : [value];
}

function otherScalar({ scalars }: Hints, random: Random): JsonValue {
  const pool = scalars.length > 0 && random.chance(0.5) ? scalars : oddScalars;
  return random.pick<JsonValue>(
    [random.pick(pool), {}, []].slice(0, random.chance(0.7) ? 1 : 3),
  );
}

function mutateObject(
  value: JsonObject,
  hints: Hints,
  random: Random,
): JsonValue {
  const entries = Object.entries(value);
  if (entries.length > 0 && random.chance(0.5)) {
    const gone = random.below(entries.length);
    return Object.fromEntries(entries.filter((_, index) => index !== gone));
  }
  const pool =
    hints.keys.length > 0 && random.chance(0.7) ? hints.keys : oddKeys;
  const added = [random.pick(pool), otherScalar(hints, random)] as const;
  return Object.fromEntries([...entries, added]);
}

function mutateArray(
  value: readonly JsonValue[],
  hints: Hints,
  random: Random,
): JsonValue {
  const [first] = value;
  if (first !== undefined && random.chance(0.3)) return value.slice(1);
  // an equal item offends uniqueItems, further ones maxItems
  if (first !== undefined && random.chance(0.5)) return [...value, first];
  return random.chance(0.2)
    ? Object.fromEntries(value.map((item, index) => [String(index), item]))
    : [...value, otherScalar(hints, random)];
}

type Child = readonly [key: string, child: JsonValue];

function childrenOf(value: JsonValue): readonly Child[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value);
}

function withChild(value: JsonValue, key: string, child: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item, index) =>
      String(index) === key ? child : item,
    );
  }
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(
    entries.map(([name, item]) => [name, name === key ? child : item]),
  );
}

/** The value with members of value `undefined` put in: to us they are absent. */
export function withUndefined(
  value: JsonValue,
  { keys }: Hints,
  random: Random,
): unknown {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) =>
      withUndefined(item, { keys, scalars: [] }, random),
    );
  }
  if (!isJsonObject(value)) return value;
  const absent = [...keys, "extra"].filter((key) => !Object.hasOwn(value, key));
  const also = absent.length > 0 ? [[random.pick(absent), undefined]] : [];
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    withUndefined(item, { keys, scalars: [] }, random),
  ]);
  return Object.fromEntries([...also, ...entries]);
}
