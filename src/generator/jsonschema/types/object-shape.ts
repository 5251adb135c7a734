import { evaluatesAlone } from "../form/evaluable.js";
import { accepts } from "../form/judge.js";
import { keyPattern, matchesAll, type KeyPattern } from "./key-pattern.js";
import { compilePattern } from "../form/pattern.js";
import { meet } from "./meet.js";
import type { ObjectRules, Schema } from "../form/schema.js";
import {
  isSmall,
  kindsOfShape,
  never,
  objectOf,
  union,
  unknown,
  type Member,
  type ObjectShape,
  type PatternMember,
  type Shape,
  type ToShape,
} from "./shape.js";

/** More keys than these are not spelt out for `propertyNames` where their type is long. */
const maxLongNames = 4;

/** A pattern of `patternProperties`; `keys` where a template literal type says the same. */
type Pattern = {
  readonly expression: RegExp | undefined;
  readonly keys: KeyPattern | undefined;
  readonly shape: Shape;
};

/** What the keywords of objects say about objects. */
export function objectShape(
  schema: Schema,
  rules: ObjectRules,
  open: boolean,
  part: ToShape,
): Shape {
  const { required, min = 0, max = Infinity } = rules;
  if (min > max || required.length > max) return never;
  if (max === 0) {
    return { is: "object", members: new Map(), patterns: [], index: never };
  }
  const patterns = rules.patterns.map(([source, schema]): Pattern => {
    const expression = compilePattern(source);
    return { expression, keys: keyPattern(source), shape: part(schema) };
  });
  const others = othersOf(schema, rules);
  const rest = others && part(others);
  const whole = patterns.filter(({ keys }) => keys && matchesAll(keys));
  const every = whole.map(({ shape }) => shape).reduce(meet, unknown);
  const index = whole.length > 0 ? every : indexOf(rules, patterns, rest, open);
  const shape: Omit<ObjectShape, "is"> = {
    members: membersOf(rules, patterns, rest, part),
    patterns: templatesOf(patterns, every),
    index,
  };
  return objectOf(named(rules.names, shape, part));
}

/** The schema of members that nothing names: `unevaluatedProperties` too, where no other schema could evaluate them. */
function othersOf(schema: Schema, rules: ObjectRules): Schema | undefined {
  const { additional, unevaluated } = rules;
  return additional ?? (evaluatesAlone(schema) ? unevaluated : undefined);
}

function membersOf(
  rules: ObjectRules,
  patterns: readonly Pattern[],
  rest: Shape | undefined,
  part: ToShape,
): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  const required = new Set(rules.required);
  const exact = patterns.flatMap(({ keys }) =>
    keys?.length === 1 ? keys : [],
  );
  const keys = [...rules.properties.keys(), ...required, ...exact];
  new Set(keys).forEach((key) => {
    const schema = rules.properties.get(key);
    const shapes = schema === undefined ? [] : [part(schema)];
    patterns.forEach(({ expression, shape }) => {
      if (expression?.test(key) === true) shapes.push(shape);
    });
    if (shapes.length === 0) shapes.push(rest ?? unknown);
    members.set(key, {
      shape: shapes.reduce((one, other) => meet(one, other)),
      required: required.has(key),
      notes: schema === undefined ? [] : [schema],
    });
  });
  return members;
}

/** The patterns that are more than one key and fewer than all; `every` is what all members are. */
function templatesOf(
  patterns: readonly Pattern[],
  every: Shape,
): readonly PatternMember[] {
  return patterns.flatMap(({ keys, shape }) => {
    if (keys === undefined || keys.length < 2 || matchesAll(keys)) return [];
    const met = meet(shape, every);
    return met === every && every.is !== "unknown"
      ? []
      : [{ keys, shape: met }];
  });
}

/** What is said of the members that are neither named nor described by a template. */
function indexOf(
  rules: ObjectRules,
  patterns: readonly Pattern[],
  rest: Shape | undefined,
  open: boolean,
): Shape | undefined {
  const vague = patterns.filter(({ keys }) => keys === undefined);
  if (rest !== undefined) {
    return union([...vague.map(({ shape }) => shape), rest]);
  }
  const { unevaluated, properties } = rules;
  const welcome =
    open ||
    vague.length > 0 ||
    (patterns.length > 0 && properties.size === 0) ||
    (unevaluated !== undefined && unevaluated.verdict !== false);
  return welcome ? unknown : undefined;
}

/** `propertyNames`: no key that it refuses, and only keys that it lists. */
function named(
  names: Schema | undefined,
  object: Omit<ObjectShape, "is">,
  part: ToShape,
): Omit<ObjectShape, "is"> {
  if (names === undefined) return object;
  const members = new Map(
    [...object.members].map(([key, member]): [string, Member] =>
      accepts(names, key) ? [key, member] : [key, { ...member, shape: never }],
    ),
  );
  const listed = keysOf(part(names));
  const index = object.index ?? unknown;
  const isShort = isSmall(index) || (listed?.length ?? 0) <= maxLongNames;
  if (listed === undefined || !isShort) return { ...object, members };
  const fresh = listed.filter(
    (key) => accepts(names, key) && !members.has(key),
  );
  if (index.is !== "never") {
    for (const key of fresh) {
      members.set(key, { shape: index, required: false, notes: [] });
    }
  }
  return { members, patterns: [], index: never };
}

/** The strings of a shape that has no others. */
function keysOf(shape: Shape): readonly string[] | undefined {
  const options = shape.is === "union" ? shape.of : [shape];
  const keys: string[] = [];
  for (const option of options) {
    if (!kindsOfShape(option).includes("string")) continue;
    if (option.is !== "literal") return undefined;
    keys.push(String(option.value));
  }
  return keys;
}
