import type { JsonValue } from "../json.js";
import { accepts, memberSchemas } from "../jsonschema/form/judge.js";
import {
  kinds,
  kindsOf,
  type ArrayRules,
  type Kind,
  type NumberRules,
  type ObjectRules,
  type Schema,
} from "../jsonschema/form/schema.js";
import { madeText, madeWords } from "./made-text.js";
import type { Random } from "./random.js";

/** From this depth on only what is required is made, so that recursive schemas come to an end. */
const sparseDepth = 4;
/** A schema that insists on more accepts no finite value. */
const endlessDepth = 16;
const attempts = 30;
/** Longer lists, texts and objects are not made, even where a schema insists. */
const mostParts = 10_000;

/** A value that the schema accepts, the same for the same random numbers; undefined where none was found. */
export function drawValue(
  schema: Schema,
  random: Random,
): JsonValue | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const value = draw([schema], random, 0);
    if (value !== undefined && accepts(schema, value)) return value;
  }
  return undefined;
}

/** A value for all of the schemas at once, as far as their keywords can be followed. */
function draw(
  schemas: readonly Schema[],
  random: Random,
  depth: number,
): JsonValue | undefined {
  if (depth > endlessDepth) return undefined;
  const all = inForce(schemas, random, new Set());
  if (all.some(({ verdict }) => verdict === false)) return undefined;
  const fits = (value: JsonValue) => all.every((one) => accepts(one, value));
  const listed = all.find(({ values }) => values !== undefined)?.values;
  if (listed !== undefined) return pickOne(listed.filter(fits), random);
  const examples = all.flatMap(({ notes }) => notes.examples ?? []);
  const fitting = examples.filter(fits);
  if (fitting.length > 0) return random.pick(fitting);
  switch (kindFor(all, random)) {
    case "object":
      return drawObject(rulesOf(all, "object"), random, depth);
    case "array":
      return drawArray(rulesOf(all, "array"), random, depth);
    case "number":
      return drawNumber(all, random);
    case "string": {
      const format = all.find(({ notes }) => notes.format)?.notes.format;
      const rules = rulesOf(all, "string");
      if (rules.some(({ min = 0 }) => min > mostParts)) return undefined;
      return madeText(rules, format, random);
    }
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case undefined:
      return undefined;
  }
}

function pickOne<Item>(
  items: readonly Item[],
  random: Random,
): Item | undefined {
  return items.length === 0 ? undefined : random.pick(items);
}

/** The schemas and what they apply in place, with one branch chosen of each union. */
function inForce(
  schemas: readonly Schema[],
  random: Random,
  seen: Set<Schema>,
): readonly Schema[] {
  return schemas.flatMap((schema) => {
    if (seen.has(schema)) return [];
    seen.add(schema);
    const { refs, allOf, anyOf, oneOf } = schema;
    const branches = [anyOf, oneOf].flatMap((union) =>
      union === undefined || union.length === 0 ? [] : [random.pick(union)],
    );
    const condition =
      schema.if === undefined
        ? []
        : random.chance(0.5)
          ? [schema.if, schema.then]
          : [schema.else];
    const applied = [...refs, ...allOf, ...branches, ...condition].filter(
      (one) => one !== undefined,
    );
    return [schema, ...inForce(applied, random, seen)];
  });
}

type RulesByKind = { object: ObjectRules; array: ArrayRules } & {
  [kind in "string" | "number"]: NonNullable<Schema[kind]>;
};

function rulesOf<K extends keyof RulesByKind>(
  schemas: readonly Schema[],
  kind: K,
): readonly RulesByKind[K][] {
  return schemas.flatMap((schema) => {
    const rules = schema[kind] as RulesByKind[K] | undefined;
    return rules === undefined ? [] : [rules];
  });
}

/** A kind that all of them allow; where no type is named, one that some keyword speaks of. */
function kindFor(schemas: readonly Schema[], random: Random): Kind | undefined {
  const allowed = kinds.filter((kind) =>
    schemas.every(({ types }) => kindsOf(types).includes(kind)),
  );
  if (schemas.some(({ types }) => types !== undefined))
    return pickOne(allowed, random);
  const spoken = (["object", "array", "string", "number"] as const).filter(
    (kind) => schemas.some((schema) => schema[kind] !== undefined),
  );
  return spoken.length > 0 ? random.pick(spoken) : "string";
}

function drawNumber(schemas: readonly Schema[], random: Random): number {
  const rules: readonly NumberRules[] = rulesOf(schemas, "number");
  const isWhole = schemas.some(
    ({ types }) => types?.includes("integer") && !types.includes("number"),
  );
  const step =
    rules.find((rule) => rule.multipleOf !== undefined)?.multipleOf ??
    (isWhole ? 1 : 0.5);
  const least = Math.max(
    ...rules.map((rule) => rule.minimum ?? -Infinity),
    ...rules.map((rule) => (rule.exclusiveMinimum ?? -Infinity) + step / 2),
  );
  const most = Math.min(
    ...rules.map((rule) => rule.maximum ?? Infinity),
    ...rules.map((rule) => (rule.exclusiveMaximum ?? Infinity) - step / 2),
  );
  const low = Number.isFinite(least)
    ? Math.ceil(least / step)
    : Math.floor(Math.min(most, 100) / step) - 100;
  const high = Number.isFinite(most)
    ? Math.floor(most / step)
    : low + Math.ceil(100 / step);
  // Narrower than a step: the bound itself, if anything fits.
  if (high < low) return Number.isFinite(least) ? least : most;
  const span = Math.min(high - low, 1000) + 1;
  return Number(((low + random.below(span)) * step).toPrecision(12));
}

function drawArray(
  rules: readonly ArrayRules[],
  random: Random,
  depth: number,
): JsonValue | undefined {
  const needed = rules.map(({ contains, minContains, min }) =>
    Math.max(min ?? 0, contains === undefined ? 0 : minContains),
  );
  const min = Math.max(0, ...needed);
  if (min > mostParts) return undefined;
  const max = Math.min(...rules.map((rule) => rule.max ?? Infinity));
  const more = depth >= sparseDepth ? 0 : random.below(3);
  const length = Math.min(Math.max(min, min + more), max);
  const items: JsonValue[] = [];
  for (let index = 0; index < length; index++) {
    const schemas = rules.flatMap(({ prefix, rest, contains, minContains }) => [
      ...[prefix[index] ?? rest].filter((one) => one !== undefined),
      ...(contains !== undefined && index < minContains ? [contains] : []),
    ]);
    const item = draw(schemas, random, depth + 1);
    if (item === undefined) return items.length >= min ? items : undefined;
    items.push(item);
  }
  return items;
}

function drawObject(
  rules: readonly ObjectRules[],
  random: Random,
  depth: number,
): JsonValue | undefined {
  const required = new Set(rules.flatMap((rule) => rule.required));
  const named = rules.flatMap(({ properties }) => [...properties.keys()]);
  const optional = named.filter(
    (key) => !required.has(key) && depth < sparseDepth && random.chance(0.7),
  );
  const keys = new Set([...required, ...optional]);
  for (const rule of rules)
    for (const [key, all] of rule.dependentRequired)
      if (keys.has(key)) for (const one of all) keys.add(one);
  const min = Math.max(0, ...rules.map((rule) => rule.min ?? 0));
  if (min > mostParts) return undefined;
  const free = named.filter((key) => !keys.has(key));
  while (keys.size < min)
    keys.add(free.pop() ?? madeWords(random, 1 + keys.size));
  const members: [string, JsonValue][] = [];
  for (const key of keys) {
    const schemas = rules.flatMap((rule) => memberSchemas(rule, key));
    const value = draw(schemas, random, depth + 1);
    if (value !== undefined) members.push([key, value]);
    else if (required.has(key)) return undefined;
  }
  return Object.fromEntries(members);
}
