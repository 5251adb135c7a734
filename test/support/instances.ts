import {
  member,
  type JsonObject,
  type JsonValue,
} from "../../src/generator/json.js";
import type { Draft } from "./json-schema-suite.js";
import type { Random } from "./random.js";
import {
  flatten,
  isFlag,
  listOf,
  mapOf,
  numbersOf,
  type Bundle,
  type Drawing,
} from "./schema-bundle.js";
import { drawText, regExp } from "./schema-text.js";

/** Values nest no deeper than this unless their schema insists. */
const maxDepth = 4;

/** A schema that insists on more than this accepts no finite value, or no handy one. */
const endlessDepth = 12;
const manyParts = 400;

const scalars: readonly JsonValue[] = [0, 1, -1, 1.5, "", "a", true, null];

/**
 * A value that the schema probably accepts. It follows the keywords one by one and
 * knows nothing of `not`. Beyond so many `parts` what is left to say is said with scalars.
 */
export function drawInstance(
  root: JsonValue,
  draft: Draft,
  random: Random,
  parts = manyParts,
): JsonValue {
  return draw({ root, draft, random, parts }, [root], 0);
}

function draw(
  drawing: Drawing,
  schemas: readonly JsonValue[],
  depth: number,
): JsonValue {
  const { random } = drawing;
  const bundle = flatten(drawing, schemas, depth >= maxDepth);
  const values = valuesOf(bundle);
  if (depth > endlessDepth || drawing.parts-- < 0) return random.pick(scalars);
  if (values !== undefined && values.length > 0) return random.pick(values);
  switch (kindOf(drawing, bundle)) {
    case "object":
      return drawObject(drawing, bundle, depth);
    case "array":
      return drawArray(drawing, bundle, depth);
    case "string":
      return drawString(drawing, bundle);
    case "integer":
      return drawNumber(drawing, bundle, true);
    case "number":
      return drawNumber(drawing, bundle, random.chance(0.5));
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    default:
      return random.pick(scalars);
  }
}

/** What `const` and `enum` leave; undefined where neither is there. */
function valuesOf(bundle: Bundle): readonly JsonValue[] | undefined {
  const lists = bundle.flatMap((schema) => {
    const constant = member(schema, "const");
    const values = member(schema, "enum");
    return [
      ...(constant === undefined ? [] : [[constant]]),
      ...(Array.isArray(values) ? [values as readonly JsonValue[]] : []),
    ];
  });
  const [first, ...rest] = lists;
  const texts = rest.map((list) => list.map((item) => JSON.stringify(item)));
  return first?.filter((item) =>
    texts.every((list) => list.includes(JSON.stringify(item))),
  );
}

/** Keywords that speak of one kind of value, where no `type` does. */
const tellTales: readonly (readonly [string, RegExp])[] = [
  ["object", /^(properties|required|.*Properties|propertyNames|depend.*)$/],
  ["array", /^(items|prefixItems|.*Items|.*[cC]ontains)$/],
  ["string", /^(pattern|.*Length)$/],
  ["number", /^(multipleOf|.*[mM](in|ax)imum)$/],
];

function kindOf({ random }: Drawing, bundle: Bundle): string | undefined {
  const typed = bundle.flatMap((schema) => {
    const type = member(schema, "type");
    return type === undefined ? [] : [[type].flat()];
  });
  if (typed.length > 0) {
    const all = (type: JsonValue) =>
      typed.every(
        (list) =>
          list.includes(type) ||
          (type === "integer" && list.includes("number")),
      );
    const common = typed.flat().filter(all) as readonly string[];
    return common.length === 0 ? undefined : random.pick(common);
  }
  const keywords = bundle.flatMap((schema) => Object.keys(schema));
  const kinds = tellTales
    .filter(([, names]) => keywords.some((keyword) => names.test(keyword)))
    .map(([kind]) => kind);
  return kinds.length === 0 || random.chance(0.1)
    ? undefined
    : random.pick(kinds);
}

function drawNumber(
  { random }: Drawing,
  bundle: Bundle,
  isWhole: boolean,
): number {
  const step = Math.max(0, ...numbersOf(bundle, "multipleOf"));
  const grain = isWhole ? 1 : 0.25;
  const low = Math.max(
    ...numbersOf(bundle, "minimum"),
    ...numbersOf(bundle, "exclusiveMinimum").map((limit) => limit + grain),
  );
  const high = Math.min(
    ...numbersOf(bundle, "maximum"),
    ...numbersOf(bundle, "exclusiveMaximum").map((limit) => limit - grain),
  );
  const from = Number.isFinite(low)
    ? low
    : Number.isFinite(high)
      ? high - 20
      : -3;
  const to = Number.isFinite(high) ? high : from + 20;
  const wanted = random.chance(0.3)
    ? random.pick([from, to])
    : from + random.next() * (to - from);
  if (step > 0) {
    const unit = isWhole && !Number.isInteger(step) ? step * 1000 : step;
    return Number((Math.ceil(wanted / unit) * unit).toPrecision(12));
  }
  return isWhole ? Math.ceil(wanted) : Number(wanted.toPrecision(6));
}

function drawString({ random }: Drawing, bundle: Bundle): string {
  const patterns = bundle.flatMap((schema) => {
    const pattern = member(schema, "pattern");
    return typeof pattern === "string" ? [pattern] : [];
  });
  const min = Math.max(0, ...numbersOf(bundle, "minLength"));
  const max = Math.min(...numbersOf(bundle, "maxLength"));
  return drawText(patterns, min, max, random);
}

function drawArray(
  drawing: Drawing,
  bundle: Bundle,
  depth: number,
): readonly JsonValue[] {
  const { random } = drawing;
  const contains = bundle.flatMap((schema) => listOf(schema, "contains"));
  const least = Math.max(
    0,
    ...numbersOf(bundle, "minItems"),
    contains.length > 0 ? Math.max(1, ...numbersOf(bundle, "minContains")) : 0,
  );
  const most = Math.min(...numbersOf(bundle, "maxItems"));
  const wanted = least + (depth >= maxDepth ? 0 : random.below(3));
  const length = Math.min(wanted, most);
  const isUnique = bundle.some((schema) => isFlag(schema, "uniqueItems"));
  const items: JsonValue[] = [];
  for (let tries = 0; items.length < length && tries < 4 * length; tries++) {
    const inner = bundle.flatMap((schema) => itemOf(schema, items.length));
    const also = items.length < least || random.chance(0.5) ? contains : [];
    const item = draw(drawing, [...inner, ...also], depth + 1);
    const text = JSON.stringify(item);
    const isSeen = items.some((other) => JSON.stringify(other) === text);
    if (!isUnique || !isSeen) items.push(item);
  }
  return items;
}

function itemOf(schema: JsonObject, index: number): readonly JsonValue[] {
  const items = member(schema, "items");
  const prefix = Array.isArray(items) ? items : member(schema, "prefixItems");
  const rest = Array.isArray(items)
    ? listOf(schema, "additionalItems")
    : listOf(schema, "items");
  const own = Array.isArray(prefix)
    ? (prefix as readonly JsonValue[])[index]
    : undefined;
  if (own !== undefined) return [own];
  return rest.length > 0 ? rest : listOf(schema, "unevaluatedItems");
}

function drawObject(
  drawing: Drawing,
  bundle: Bundle,
  depth: number,
): JsonObject {
  const { random } = drawing;
  const keys = keysOf(drawing, bundle, depth);
  const most = Math.min(...numbersOf(bundle, "maxProperties"));
  const least = Math.max(0, ...numbersOf(bundle, "minProperties"));
  const names = bundle.flatMap((schema) => listOf(schema, "propertyNames"));
  const patterns = bundle.flatMap((schema) => [
    ...mapOf(schema, "patternProperties").keys(),
  ]);
  const isClosed = bundle.some(
    (schema) =>
      member(schema, "additionalProperties") === false ||
      member(schema, "unevaluatedProperties") === false,
  );
  const extra =
    depth >= maxDepth || (isClosed && patterns.length === 0) ? 0 : 0.3;
  for (let tries = 0; tries < 10; tries++) {
    if (keys.size >= most) break;
    if (keys.size >= least && !random.chance(extra)) break;
    const name =
      names.length > 0
        ? draw(drawing, [...names, { type: "string" }], depth + 1)
        : drawText(
            patterns.length > 0 ? [random.pick(patterns)] : [],
            0,
            9,
            random,
          );
    if (typeof name === "string") keys.add(name);
  }
  return Object.fromEntries(
    [...keys].map((key) => {
      const inner = bundle.flatMap((schema) => memberOf(schema, key));
      return [key, draw(drawing, inner, depth + 1)];
    }),
  );
}

/** The keys that are required, and some that are not. */
function keysOf(
  { random }: Drawing,
  bundle: Bundle,
  depth: number,
): Set<string> {
  const required = (schema: JsonObject) =>
    listOf(schema, "required").filter((key) => typeof key === "string");
  const keys = new Set(bundle.flatMap(required));
  const share = depth >= maxDepth ? 0 : random.pick([0, 0.3, 0.8]);
  for (const schema of bundle) {
    for (const [key, inner] of mapOf(schema, "properties")) {
      if (inner !== false && random.chance(share)) keys.add(key);
    }
  }
  for (const schema of bundle) {
    for (const keyword of ["dependentRequired", "dependencies"]) {
      for (const [key, also] of mapOf(schema, keyword)) {
        if (!keys.has(key) || !Array.isArray(also)) continue;
        for (const other of also as readonly string[]) keys.add(other);
      }
    }
  }
  return keys;
}

function memberOf(schema: JsonObject, key: string): readonly JsonValue[] {
  const own = mapOf(schema, "properties").get(key);
  const found = [...mapOf(schema, "patternProperties")]
    .filter(([pattern]) => regExp(pattern).test(key))
    .map(([, inner]) => inner);
  if (own !== undefined) found.push(own);
  if (found.length > 0) return found;
  const additional = listOf(schema, "additionalProperties");
  return additional.length > 0
    ? additional
    : listOf(schema, "unevaluatedProperties");
}
