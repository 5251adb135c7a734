import type { JsonValue } from "../json.js";
import { kinds, type Kind, type Schema } from "./schema.js";

type Scalar = string | number | boolean | null;

/** A member of an object type; `notes` are the schemas that its comment tells of. */
export type Member = {
  readonly shape: Shape;
  readonly required: boolean;
  readonly notes: readonly Schema[];
};

/** A type, as far as TypeScript can tell types apart. */
export type Shape =
  | { readonly is: "unknown" }
  | { readonly is: "never" }
  | { readonly is: "string" | "number" | "boolean" | "null" }
  | { readonly is: "literal"; readonly value: Scalar }
  | {
      readonly is: "array";
      readonly items: readonly Shape[];
      readonly required: number;
      /** Undefined for an array that ends after `items`. */
      readonly rest: Shape | undefined;
    }
  | {
      readonly is: "object";
      readonly members: ReadonlyMap<string, Member>;
      /** Undefined where the schema says nothing about other members. */
      readonly index: Shape | undefined;
    }
  | { readonly is: "union" | "both"; readonly of: readonly Shape[] }
  | {
      readonly is: "name";
      readonly schema: Schema;
      readonly filled: boolean;
      readonly kinds: readonly Kind[];
    };

/** An array or a tuple. */
export type ArrayShape = Extract<Shape, { is: "array" }>;
/** An object. */
export type ObjectShape = Extract<Shape, { is: "object" }>;

/** Any value. */
export const unknown: Shape = { is: "unknown" };
/** No value. */
export const never: Shape = { is: "never" };

/** The widest shape of each kind. */
export const tops: Readonly<Record<Kind, Shape>> = {
  string: { is: "string" },
  number: { is: "number" },
  boolean: { is: "boolean" },
  null: { is: "null" },
  array: { is: "array", items: [], required: 0, rest: unknown },
  object: { is: "object", members: new Map(), index: undefined },
};

/** The exact shape of a JSON value. */
export function shapeOfValue(value: JsonValue): Shape {
  if (value === null || typeof value !== "object") {
    return { is: "literal", value };
  }
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map(shapeOfValue);
    return { is: "array", items, required: items.length, rest: undefined };
  }
  const members = new Map<string, Member>();
  for (const [key, item] of Object.entries(value)) {
    members.set(key, { shape: shapeOfValue(item), required: true, notes: [] });
  }
  // without members only `{}` itself is meant
  return { is: "object", members, index: members.size > 0 ? undefined : never };
}

/** Any of the shapes, without what another one covers. */
export function union(options: readonly Shape[]): Shape {
  const flat = options
    .flatMap((option) => (option.is === "union" ? option.of : [option]))
    .filter((option) => option.is !== "never");
  if (flat.some((option) => option.is === "unknown")) return unknown;
  const seen = new Map<string, Shape>();
  for (const [index, option] of flat.entries()) {
    const key = identity(option) ?? `#${index}`;
    if (!seen.has(key)) seen.set(key, option);
  }
  if (seen.has("boolean true") && seen.has("boolean false")) {
    seen.set("boolean true", tops.boolean);
    seen.delete("boolean false");
  }
  const whole = new Set([...seen.values()].map((option) => option.is));
  const kept = [...seen.values()].filter(
    (option) =>
      option.is !== "literal" || !whole.has(kindOfScalar(option.value)),
  );
  if (kinds.every((kind) => kept.some((option) => isTop(option, kind)))) {
    return unknown;
  }
  const [only] = kept;
  if (only === undefined) return never;
  return kept.length === 1 ? only : { is: "union", of: kept };
}

function kindOfScalar(value: Scalar): "string" | "number" | "boolean" | "null" {
  if (value === null) return "null";
  return typeof value as "string" | "number" | "boolean";
}

const schemaIds = new WeakMap<Schema, number>();
let nextId = 0;

function identity(shape: Shape): string | undefined {
  if (shape.is === "literal") {
    return `${kindOfScalar(shape.value)} ${String(shape.value)}`;
  }
  if (shape.is === "name") {
    const id = schemaIds.get(shape.schema) ?? nextId++;
    schemaIds.set(shape.schema, id);
    return `name ${id} ${String(shape.filled)}`;
  }
  const plain = kinds.find((kind) => isTop(shape, kind));
  return plain === undefined ? undefined : `top ${plain}`;
}

function isTop(shape: Shape, kind: Kind): boolean {
  if (shape.is !== kind) return false;
  if (shape.is === "array") {
    const free = shape.rest?.is === "unknown";
    return free && shape.items.length === 0;
  }
  if (shape.is === "object") {
    return (
      shape.members.size === 0 && (shape.index ?? unknown).is === "unknown"
    );
  }
  return true;
}

/** The kinds of value that a shape allows. */
export function kindsOfShape(shape: Shape): readonly Kind[] {
  switch (shape.is) {
    case "unknown":
      return kinds;
    case "never":
      return [];
    case "literal":
      return [kindOfScalar(shape.value)];
    case "name":
      return shape.kinds;
    case "union": {
      const all = new Set(shape.of.flatMap(kindsOfShape));
      return kinds.filter((kind) => all.has(kind));
    }
    case "both":
      return kinds.filter((kind) =>
        shape.of.every((side) => kindsOfShape(side).includes(kind)),
      );
    default:
      return [shape.is];
  }
}

/** What both shapes allow. Never copies a large shape: where flattening would, the result stays an intersection. */
export function meet(a: Shape, b: Shape): Shape {
  if (a === b || b.is === "unknown" || a.is === "never") return a;
  if (a.is === "unknown" || b.is === "never") return b;
  const left = byKind(a);
  const right = byKind(b);
  if (left === undefined || right === undefined) return both(a, b);
  const found: Shape[] = [];
  for (const kind of kinds) {
    const ours = left.get(kind) ?? [];
    const theirs = right.get(kind) ?? [];
    found.push(meetKind(kind, ours, theirs));
  }
  return union(found);
}

/** The options of a shape by kind; undefined when one of them has several kinds. */
function byKind(shape: Shape): Map<Kind, Shape[]> | undefined {
  const map = new Map<Kind, Shape[]>();
  if (shape.is === "unknown") {
    for (const kind of kinds) map.set(kind, [tops[kind]]);
    return map;
  }
  for (const option of shape.is === "union" ? shape.of : [shape]) {
    const [kind, ...more] = kindsOfShape(option);
    if (kind === undefined) continue;
    if (more.length > 0) return undefined;
    map.set(kind, [...(map.get(kind) ?? []), option]);
  }
  return map;
}

function meetKind(
  kind: Kind,
  ours: readonly Shape[],
  theirs: readonly Shape[],
): Shape {
  if (ours.length === 0 || theirs.length === 0) return never;
  if (theirs.some((option) => isPlain(option, kind))) return union(ours);
  if (ours.some((option) => isPlain(option, kind))) return union(theirs);
  const [a] = ours;
  const [b] = theirs;
  if (a?.is === "literal" || b?.is === "literal") {
    const keys = new Set(theirs.map(identity));
    return union(ours.filter((option) => keys.has(identity(option))));
  }
  if (ours.length === 1 && theirs.length === 1) {
    if (a?.is === "object" && b?.is === "object") return meetObjects(a, b);
    if (a?.is === "array" && b?.is === "array") return meetArrays(a, b);
  }
  return both(union(ours), union(theirs));
}

/** A top without an index signature that was asked for. */
function isPlain(shape: Shape, kind: Kind): boolean {
  return (
    isTop(shape, kind) && !(shape.is === "object" && shape.index !== undefined)
  );
}

function both(a: Shape, b: Shape): Shape {
  const common = kindsOfShape(a).filter((kind) =>
    kindsOfShape(b).includes(kind),
  );
  const sides = [restrict(a, common), restrict(b, common)];
  if (common.length === 0 || sides.some((side) => side.is === "never")) {
    return never;
  }
  const flat = sides.flatMap((side) => (side.is === "both" ? side.of : [side]));
  const seen = new Map<string, Shape>();
  for (const [index, side] of flat.entries()) {
    seen.set(identity(side) ?? `#${index}`, side);
  }
  const kept = [...seen.values()].filter((side) => side.is !== "unknown");
  const [only] = kept;
  if (only === undefined) return unknown;
  return kept.length === 1 ? only : { is: "both", of: kept };
}

/** Drops the options of other kinds. */
function restrict(shape: Shape, allowed: readonly Kind[]): Shape {
  if (shape.is === "unknown") {
    return union(allowed.map((kind) => tops[kind]));
  }
  if (shape.is !== "union") return shape;
  const keeps = (option: Shape) =>
    kindsOfShape(option).some((kind) => allowed.includes(kind));
  return union(shape.of.filter(keeps));
}

function meetObjects(a: ObjectShape, b: ObjectShape): Shape {
  const members = new Map<string, Member>();
  const side = (shape: ObjectShape, key: string): Member =>
    shape.members.get(key) ?? {
      shape: shape.index ?? unknown,
      required: false,
      notes: [],
    };
  for (const key of new Set([...a.members.keys(), ...b.members.keys()])) {
    const ours = side(a, key);
    const theirs = side(b, key);
    members.set(key, {
      shape: meet(ours.shape, theirs.shape),
      required: ours.required || theirs.required,
      notes: [...ours.notes, ...theirs.notes],
    });
  }
  const index =
    a.index === undefined || b.index === undefined
      ? (a.index ?? b.index)
      : meet(a.index, b.index);
  return { is: "object", members, index };
}

function meetArrays(a: ArrayShape, b: ArrayShape): Shape {
  const end = (shape: ArrayShape) =>
    shape.rest === undefined ? shape.items.length : Infinity;
  const length = Math.min(
    Math.max(a.items.length, b.items.length),
    end(a),
    end(b),
  );
  const required = Math.max(a.required, b.required);
  if (required > Math.min(end(a), end(b))) return never;
  const at = (shape: ArrayShape, index: number) =>
    shape.items[index] ?? shape.rest ?? never;
  const items = Array.from({ length }, (_, index) =>
    meet(at(a, index), at(b, index)),
  );
  const rest = a.rest && b.rest ? meet(a.rest, b.rest) : undefined;
  return { is: "array", items, required, rest };
}
