import { accepts } from "../form/judge.js";
import { meet, memberOf, opened } from "./meet.js";
import {
  blankSchema,
  kinds,
  type ObjectRules,
  type Schema,
  type TypeName,
} from "../form/schema.js";
import {
  eachOption,
  isTop,
  kindsOfShape,
  never,
  objectOf,
  tops,
  union,
  unknown,
  type Member,
  type ObjectShape,
  type Scalar,
  type Shape,
  type ToShape,
} from "./shape.js";

/** More alternatives than these are left to the validator. */
const maxAlternatives = 4;
/** Members below members further down than this are left to the validator too: a definition may lead back to itself. */
const maxLevels = 4;
/** More literals than these are not printed a second time for the sake of a few that are missing. */
const maxLiterals = 8;

/**
 * `base` with what `not`, `if` and the dependent keywords say about it, as far as a
 * type can. `around` is what is known of the value from elsewhere.
 */
export function underConditions(
  schema: Schema,
  base: Shape,
  around: Shape,
  toShape: ToShape,
): Shape {
  const known = meet(around, base);
  const conditions = [
    schema.not === undefined ? unknown : without(known, schema.not, toShape),
    branches(schema, known, toShape),
    ...(schema.object ? dependents(schema.object, toShape) : []),
  ];
  const said = conditions.filter(({ is }) => is !== "unknown");
  const fit = isFree(known) ? said.map(opened) : said;
  return fitting(schema, fit.reduce(meet, base));
}

/** Whether an object without any member named is among the values: it takes all members, whatever its conditions name. */
function isFree(shape: Shape): boolean {
  const options = shape.is === "union" ? shape.of : [shape];
  return options.some(
    (option) => option.is === "unknown" || isTop(option, "object"),
  );
}

/** Leaves out literals that the schema refuses. */
function fitting(schema: Schema, shape: Shape): Shape {
  return keepLiterals(shape, (value) => accepts(schema, value));
}

/** The same shape where nothing is left out. */
function keepLiterals(shape: Shape, keeps: (value: Scalar) => boolean): Shape {
  switch (shape.is) {
    case "union":
      return eachOption(shape, (option) => keepLiterals(option, keeps));
    case "literal":
      return keeps(shape.value) ? shape : never;
    case "null":
      return keeps(null) ? shape : never;
    case "boolean": {
      const kept = [true, false].filter(keeps);
      if (kept.length === 2) return shape;
      return union(kept.map((value) => ({ is: "literal", value })));
    }
    default:
      return shape;
  }
}

/** `if` with `then`, or else what `if` leaves with `else`. */
function branches(schema: Schema, base: Shape, toShape: ToShape): Shape {
  const { if: test, then: yes, else: no } = schema;
  if (test === undefined || (yes ?? no) === undefined) return unknown;
  const shape = (branch: Schema | undefined) =>
    branch === undefined ? unknown : toShape(branch);
  const holds =
    test.verdict === false ? never : meet(toShape(test), shape(yes));
  return union([holds, meet(without(base, test, toShape), shape(no))]);
}

function dependents(object: ObjectRules, toShape: ToShape): readonly Shape[] {
  const found: Shape[] = [];
  const add = (key: string, then: Shape) => {
    const has = members([[key, anyValue]]);
    const object = meet(then, tops.object);
    if (object === tops.object) return;
    const lacks = members([[key, absent]]);
    found.push(union([...noObject, lacks, meet(has, object)]));
  };
  for (const [key, all] of object.dependentRequired) {
    const present = all.map((name) => [name, anyValue] as const);
    if (all.length > 0) add(key, members(present));
  }
  for (const [key, schema] of object.dependentSchemas)
    add(key, toShape(schema));
  return found;
}

const noObject = kinds
  .filter((kind) => kind !== "object")
  .map((kind) => tops[kind]);
const isAbsent = ({ shape, required }: Member): boolean =>
  !required && shape.is === "never";
const absent: Member = { shape: never, required: false, notes: [] };
const anyValue: Member = { shape: unknown, required: true, notes: [] };

function members(entries: readonly (readonly [string, Member])[]): Shape {
  return objectOf({
    members: new Map(entries),
    patterns: [],
    index: undefined,
  });
}

/** What a type can say of the values of `base` that the schema refuses; never less than they are. */
export function without(
  base: Shape,
  schema: Schema,
  toShape: ToShape,
  level = 0,
): Shape {
  if (level > maxLevels) return unknown;
  if (schema.verdict !== undefined) return schema.verdict ? never : unknown;
  const all = literalsOf(base);
  const rest = keepLiterals(all, (value) => !accepts(schema, value));
  const few = rest.is !== "union" || rest.of.length <= maxLiterals;
  const tells = rest !== all && few;
  return meet(tells ? rest : unknown, complement(base, schema, toShape, level));
}

/** The literals of a shape, and of every other option the kinds alone. */
function literalsOf(shape: Shape): Shape {
  if (shape.is === "unknown") return shape;
  const options = shape.is === "union" ? shape.of : [shape];
  return union(
    options.flatMap((option) =>
      option.is === "literal"
        ? [option]
        : kindsOfShape(option).map((kind) => tops[kind]),
    ),
  );
}

/** What every value has that the schema refuses. */
function complement(
  base: Shape,
  schema: Schema,
  toShape: ToShape,
  level: number,
): Shape {
  const { types, object, anyOf, refs, not } = schema;
  const [said, ...more] = saidBy(schema);
  if (said === undefined) return never;
  const alone = more.length === 0;
  if (said === "not" && alone && not) return toShape(not);
  if (said === "types" && alone) return otherKinds(types);
  if (said === "anyOf" && alone && anyOf) {
    return anyOf
      .map((option) => without(base, option, toShape, level + 1))
      .reduce(meet, unknown);
  }
  const [target, ...others] = refs;
  if (said === "refs" && alone && target && others.length === 0) {
    return without(base, target, toShape, level + 1);
  }
  const onObjects = [said, ...more].every(
    (word) => word === "object" || word === "types",
  );
  const wholly = types?.every((type) => type === "object") ?? true;
  if (!onObjects || !wholly || object === undefined) return unknown;
  const refused = refusedObjects(base, object, toShape, level);
  return types === undefined ? refused : union([...noObject, refused]);
}

/** What judges no value by itself. */
const silent: ReadonlySet<keyof Schema> = new Set([
  "pointer",
  "notes",
  "isConst",
  "wanted",
]);

/** The keywords that a schema has, by their fields; `required` and `properties` count as "object". */
function saidBy(schema: Schema): readonly (keyof Schema)[] {
  const words = Object.keys(blankSchema) as (keyof Schema)[];
  return words.filter((word) => {
    const value = schema[word];
    if (word === "refs" || word === "allOf") return schema[word].length > 0;
    return !silent.has(word) && value !== undefined;
  });
}

/** `integer` leaves the other numbers. */
function otherKinds(types: readonly TypeName[] | undefined): Shape {
  return union(
    kinds
      .filter((kind) => types?.includes(kind) === false)
      .map((kind) => tops[kind]),
  );
}

/** Objects that lack a required member, or have one that its own schema refuses. */
function refusedObjects(
  base: Shape,
  rules: ObjectRules,
  toShape: ToShape,
  level: number,
): Shape {
  const { properties, required } = rules;
  const keys = new Set([...properties.keys(), ...required]);
  if (hasOtherRules(rules) || keys.size > maxAlternatives) return tops.object;
  const object = onlyObject(base);
  return union(
    [...keys].map((key) => {
      const isRequired = required.includes(key);
      const schema = properties.get(key);
      const known =
        object === undefined ? unknown : memberOf(object, key).shape;
      const shape =
        schema === undefined
          ? never
          : without(known, schema, toShape, level + 1);
      return members([[key, { shape, required: !isRequired, notes: [] }]]);
    }),
  );
}

function hasOtherRules(rules: ObjectRules): boolean {
  return (
    rules.patterns.length > 0 ||
    rules.dependentRequired.size + rules.dependentSchemas.size > 0 ||
    [
      rules.additional,
      rules.names,
      rules.min,
      rules.max,
      rules.unevaluated,
    ].some((rule) => rule !== undefined)
  );
}

/** The one object type among the options. */
function onlyObject(base: Shape): ObjectShape | undefined {
  const options = base.is === "union" ? base.of : [base];
  const [only, ...more] = options.filter((option) => option.is === "object");
  return more.length === 0 ? only : undefined;
}

/**
 * `oneOf`: one option, and none of the others. The latter is said where it comes down
 * to a member that is absent, or to nothing at all.
 */
export function exactlyOne(
  options: readonly Schema[],
  base: Shape,
  toShape: ToShape,
): Shape {
  const refused = options.map((option) => without(base, option, toShape));
  const few = options.length <= maxAlternatives;
  return union(
    options.map((option, index) =>
      refused
        .filter((_, other) => other !== index)
        .filter((rest) => rest.is === "never" || (few && hasAbsence(rest)))
        .reduce(meet, toShape(option)),
    ),
  );
}

/** One member that is absent. */
function hasAbsence(shape: Shape): boolean {
  if (shape.is !== "object" || shape.members.size !== 1) return false;
  return [...shape.members.values()].every(isAbsent);
}
