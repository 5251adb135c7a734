import { compilePattern } from "./keywords.js";
import {
  kinds,
  kindsOf,
  type ArrayRules,
  type Kind,
  type ObjectRules,
  type Schema,
} from "./schema.js";
import {
  kindsOfShape,
  meet,
  never,
  shapeOfValue,
  tops,
  union,
  unknown,
  type Member,
  type Shape,
} from "./shape.js";
import { accepts } from "./judge.js";
import { planOf } from "./defaults.js";

/** More leading elements than these are not spelt out. */
const maxTuple = 4;

/** Which view of the type is wanted. */
export type Lowering = {
  /** Index signature for objects that say nothing about other members. */
  readonly open: boolean;
  /** The view after defaults are filled in. */
  readonly filled: boolean;
};

/** The shape that a reference to a schema has: its name. */
function nameOf(schema: Schema, how: Lowering): Shape {
  const filled = how.filled && planOf(schema) !== undefined;
  return { is: "name", schema, filled, kinds: kindsOfSchema(schema) };
}

/** The shape of a schema, its own definition spelt out and the ones it refers to by name. */
export function shapeOf(schema: Schema, how: Lowering): Shape {
  if (schema.verdict !== undefined) return schema.verdict ? unknown : never;
  let shape = ownShape(schema, how);
  const add = (other: Shape) => (shape = meet(shape, other));
  const plain = { ...how, filled: false };
  const some = (options: readonly Schema[]) =>
    union(options.map((option) => part(option, plain)));
  for (const ref of schema.refs) add(nameOf(ref, how));
  for (const one of schema.allOf) add(part(one, how));
  if (schema.anyOf !== undefined) add(some(schema.anyOf));
  if (schema.oneOf !== undefined) add(some(schema.oneOf));
  if (schema.then !== undefined && schema.else !== undefined) {
    add(some([schema.then, schema.else]));
  }
  if (schema.not !== undefined) add(complement(schema.not));
  return shape;
}

/** What `not` leaves, as far as whole kinds go. */
function complement(schema: Schema): Shape {
  if (schema.verdict !== undefined) return schema.verdict ? never : unknown;
  const { types, values } = schema;
  const onlyTypes =
    types !== undefined &&
    values === undefined &&
    [schema.string, schema.number, schema.object, schema.array].every(
      (rules) => rules === undefined,
    ) &&
    schema.refs.length + schema.allOf.length === 0 &&
    [schema.anyOf, schema.oneOf, schema.not, schema.if].every(
      (part) => part === undefined,
    );
  if (!onlyTypes) return unknown;
  const whole = new Set<Kind | "integer">(types);
  return union(
    kinds.filter((kind) => !whole.has(kind)).map((kind) => tops[kind]),
  );
}

function ownShape(schema: Schema, how: Lowering): Shape {
  const { types, values, object, array } = schema;
  if (values !== undefined) {
    const own: Schema = { ...schema, refs: [], allOf: [], wanted: undefined };
    const fitting = values.filter((value) => accepts(own, value));
    return union(fitting.map(shapeOfValue));
  }
  return union(
    kindsOf(types).map((kind) => {
      if (kind === "object" && object) return objectShape(object, how);
      if (kind === "array" && array) return arrayShape(array, how);
      return tops[kind];
    }),
  );
}

/** The shape of a schema where it is used: its name, if it has one. */
function part(schema: Schema, how: Lowering): Shape {
  return schema.wanted === undefined
    ? shapeOf(schema, how)
    : nameOf(schema, how);
}

function objectShape(rules: ObjectRules, how: Lowering): Shape {
  const members = new Map<string, Member>();
  const plain = { ...how, filled: false };
  const patterns = rules.patterns.map(([source, schema]) => {
    const expression = compilePattern(source);
    return { expression, shape: part(schema, plain) };
  });
  const required = new Set(rules.required);
  for (const key of new Set([...rules.properties.keys(), ...required])) {
    const schema = rules.properties.get(key);
    const matching = patterns.filter(({ expression }) => expression?.test(key));
    const own = schema === undefined ? unknown : part(schema, how);
    const other =
      schema === undefined && matching.length === 0 && rules.additional
        ? part(rules.additional, plain)
        : unknown;
    const shape = matching.reduce((all, { shape }) => meet(all, shape), own);
    const preset =
      how.filled && schema !== undefined
        ? planOf(schema)?.default !== undefined
        : false;
    members.set(key, {
      shape: meet(shape, other),
      required: required.has(key) || preset,
      notes: schema === undefined ? [] : [schema],
    });
  }
  return { is: "object", members, index: indexShape(rules, patterns, how) };
}

function indexShape(
  rules: ObjectRules,
  patterns: readonly { readonly shape: Shape }[],
  how: Lowering,
): Shape | undefined {
  const { additional, properties } = rules;
  const shapes = patterns.map(({ shape }) => shape);
  if (additional === undefined) {
    if (patterns.length > 0 || how.open) return unknown;
    return undefined;
  }
  if (additional.verdict === false) {
    const bare = properties.size + rules.required.length === 0;
    return patterns.length > 0 ? union(shapes) : bare ? never : undefined;
  }
  return union([...shapes, part(additional, { ...how, filled: false })]);
}

function arrayShape(rules: ArrayRules, how: Lowering): Shape {
  const plain = { ...how, filled: false };
  const prefix = rules.prefix.map((schema) => part(schema, plain));
  const rest = rules.rest ? part(rules.rest, how) : unknown;
  const closed = rest.is === "never";
  const contained = rules.contains !== undefined && rules.minContains > 0;
  const min = Math.max(rules.min ?? 0, contained ? 1 : 0);
  const small = isSmall(rest);
  const max = rules.max ?? Infinity;
  const ends = max <= maxTuple && small;
  const spelt = ends ? max : small ? Math.min(min, maxTuple) : 0;
  const items = [...prefix];
  if (!closed) while (items.length < spelt) items.push(rest);
  const cut = rules.max === undefined ? items : items.slice(0, rules.max);
  if (closed && min > cut.length) return never;
  const last = closed || ends || (rules.max ?? Infinity) <= prefix.length;
  return {
    is: "array",
    items: cut,
    required: Math.min(min, cut.length),
    rest: last ? undefined : rest,
  };
}

/** Whether a shape is one word, which may be printed twice without the text growing out of proportion. */
export function isSmall(shape: Shape): boolean {
  return !["array", "object", "union", "both"].includes(shape.is);
}

const known = new WeakMap<Schema, readonly Kind[]>();

/** The kinds that a schema allows; all of them while its own definition is being looked at. */
function kindsOfSchema(schema: Schema): readonly Kind[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, kinds);
  const found = kindsOfShape(shapeOf(schema, { open: false, filled: false }));
  known.set(schema, found);
  return found;
}
