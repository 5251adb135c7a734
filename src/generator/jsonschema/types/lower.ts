import { arrayShape } from "./array-shape.js";
import { exactlyOne, underConditions } from "./condition.js";
import { planOfRoot } from "../defaults.js";
import { evaluableBy, evaluatesAlone } from "../form/evaluable.js";
import { afterFilling } from "./filled.js";
import { accepts } from "../form/judge.js";
import { meet, settled } from "./meet.js";
import { objectShape } from "./object-shape.js";
import { kinds, kindsOf, type Kind, type Schema } from "../form/schema.js";
import {
  kindsOfShape,
  never,
  optionsOf,
  shapeOfValue,
  tops,
  union,
  unknown,
  type Lowering,
  type Member,
  type Shape,
} from "./shape.js";

export type { Lowering } from "./shape.js";

/** The shape of a schema, its own definition spelt out and the ones it refers to by name. */
export function shapeOf(schema: Schema, { open, filled }: Lowering): Shape {
  const shape = plainShape(schema, open);
  const plan = filled ? planOfRoot(schema) : undefined;
  if (plan === undefined) return shape;
  const define = (one: Schema) => plainShape(one, open);
  return settled(afterFilling(shape, plan, define));
}

function plainShape(schema: Schema, open: boolean): Shape {
  return settled(together(schema, open, unknown));
}

/** All that applies in place. `around` is what the schema that this one is a part of says besides. */
function together(schema: Schema, open: boolean, around: Shape): Shape {
  if (schema.verdict !== undefined) return schema.verdict ? unknown : never;
  let shape = ownShape(schema, open);
  if (speaksAlone(schema)) return meet(shape, evaluated(schema, shape));
  const add = (other: Shape) => (shape = meet(shape, other));
  const inPlace = (one: Schema, known: Shape) =>
    one.wanted === undefined ? together(one, open, known) : nameOf(one);
  for (const ref of schema.refs) add(nameOf(ref));
  for (const one of schema.allOf) add(inPlace(one, meet(around, shape)));
  const option = (one: Schema) => inPlace(one, unknown);
  if (schema.anyOf !== undefined) add(union(schema.anyOf.map(option)));
  if (schema.oneOf !== undefined) {
    add(exactlyOne(schema.oneOf, meet(around, shape), option));
  }
  shape = underConditions(schema, shape, around, option);
  return meet(shape, evaluated(schema, shape));
}

/** Whether only keywords of its own kinds say something about a value. */
function speaksAlone(schema: Schema): boolean {
  const { not, object } = schema;
  return (
    evaluatesAlone(schema) &&
    not === undefined &&
    (object === undefined || object.dependentRequired.size === 0)
  );
}

/** The shape of a member or an item: its name, if it has one. */
function part(schema: Schema, open: boolean): Shape {
  return schema.wanted === undefined
    ? plainShape(schema, open)
    : nameOf(schema);
}

/** The shape that a reference to a schema has: its name. */
function nameOf(schema: Schema): Shape {
  return { is: "reference", schema, filled: false, ...sizeOf(schema) };
}

function ownShape(schema: Schema, open: boolean): Shape {
  const { types, values, object, array } = schema;
  if (values !== undefined) {
    const own: Schema = { ...schema, refs: [], allOf: [], wanted: undefined };
    const fitting = values.filter((value) => accepts(own, value));
    return union(fitting.map(shapeOfValue));
  }
  if ((types ?? object ?? array) === undefined) return unknown;
  const inner = (one: Schema) => part(one, open);
  return union(
    kindsOf(types).map((kind) => {
      if (kind === "object" && object)
        return objectShape(schema, object, open, inner);
      if (kind === "array" && array) return arrayShape(schema, array, inner);
      return tops[kind];
    }),
  );
}

/**
 * What `unevaluatedProperties: false` and `unevaluatedItems: false` close; objects only
 * where they are spelt out: the members that a name stands for are not repeated.
 */
function evaluated(schema: Schema, shape: Shape): Shape {
  const closesKeys = schema.object?.unevaluated?.verdict === false;
  const closesItems = schema.array?.unevaluated?.verdict === false;
  if (!closesKeys && !closesItems) return unknown;
  const { keys, items } = evaluableBy(schema);
  const options = shape.is === "union" ? shape.of : [shape];
  const spelt =
    shape.is === "unknown" || options.some(({ is }) => is === "object");
  const limits = kinds.map((kind): Shape => {
    if (kind === "object" && closesKeys && keys !== undefined && spelt) {
      const free: Member = { shape: unknown, required: false, notes: [] };
      const members = new Map([...keys].map((key) => [key, free]));
      return { is: "object", members, patterns: [], index: never };
    }
    if (kind === "array" && closesItems && items <= maxItems) {
      const list = Array.from({ length: items }, () => unknown);
      return { is: "array", items: list, required: 0, rest: undefined };
    }
    return tops[kind];
  });
  return union(limits);
}

/** A longer list of evaluated items is not spelt out. */
const maxItems = 16;

type Size = { readonly kinds: readonly Kind[]; readonly options: number };

const known = new WeakMap<Schema, Size>();

/** The kinds that a schema allows and the options of its type; all kinds while its own definition is being looked at. */
function sizeOf(schema: Schema): Size {
  const before = known.get(schema);
  if (before !== undefined) return before;
  known.set(schema, { kinds, options: 1 });
  const shape = plainShape(schema, false);
  const size = { kinds: kindsOfShape(shape), options: optionsOf(shape) };
  known.set(schema, size);
  return size;
}
