import type { JsonValue } from "../../json.js";
import type { KeyPattern } from "./key-pattern.js";
import { kinds, type Kind, type Schema } from "../form/schema.js";

/** A value that a literal type can hold. */
export type Scalar = string | number | boolean | null;

/** A member of an object type; `notes` are the schemas that its comment tells of. */
export type Member = {
  readonly shape: Shape;
  readonly required: boolean;
  readonly notes: readonly Schema[];
};

/** Members whose keys have a form in common. */
export type PatternMember = {
  readonly keys: KeyPattern;
  readonly shape: Shape;
};

/** A type, as far as TypeScript can tell types apart. */
export type Shape =
  | {
      readonly is: "unknown";
      /** Whether a schema asks for objects with any further members. */
      readonly open?: true;
    }
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
      /** Other members by the form of their key. */
      readonly patterns: readonly PatternMember[];
      /** All other members: undefined where nothing is said about them, never where there are none. */
      readonly index: Shape | undefined;
    }
  | { readonly is: "union" | "intersection"; readonly of: readonly Shape[] }
  | {
      readonly is: "reference";
      readonly schema: Schema;
      readonly filled: boolean;
      readonly kinds: readonly Kind[];
      /** How many options its definition has. */
      readonly options: number;
    };

/** Which view of the type is wanted. */
export type Lowering = {
  /** Index signature for objects that say nothing about other members. */
  readonly open: boolean;
  /** The view after defaults are filled in. */
  readonly filled: boolean;
};

/** The shape of a schema where it is used. */
export type ToShape = (schema: Schema) => Shape;

/** An array or a tuple. */
export type ArrayShape = Extract<Shape, { is: "array" }>;
/** An object. */
export type ObjectShape = Extract<Shape, { is: "object" }>;
/** Any of several shapes. */
export type UnionShape = Extract<Shape, { readonly of: readonly Shape[] }>;
/** A definition by its name. */
export type ReferenceShape = Extract<Shape, { is: "reference" }>;

/** Any value. */
export const unknown: Shape = { is: "unknown" };
/** Any value, and of objects it is said that further members are welcome. */
export const anything: Shape = { is: "unknown", open: true };
/** No value. */
export const never: Shape = { is: "never" };

/** The widest shape of each kind. */
export const tops: Readonly<Record<Kind, Shape>> = {
  string: { is: "string" },
  number: { is: "number" },
  boolean: { is: "boolean" },
  null: { is: "null" },
  array: { is: "array", items: [], required: 0, rest: unknown },
  object: { is: "object", members: new Map(), patterns: [], index: undefined },
};

/** An object; never where it must have a member that cannot be. */
export function objectOf(shape: Omit<ObjectShape, "is">): Shape {
  const { members, patterns, index } = shape;
  for (const { shape, required } of members.values()) {
    if (required && shape.is === "never") return never;
  }
  return { is: "object", members, patterns, index };
}

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
  return { is: "object", members, patterns: [], index: never };
}

/** Any of the shapes, without what another one covers. */
export function union(options: readonly Shape[]): Shape {
  const [sole] = options;
  if (options.length === 1 && sole !== undefined) return sole;
  const flat = options
    .flatMap((option) => (option.is === "union" ? option.of : [option]))
    .filter((option) => option.is !== "never");
  const free = flat.find((option) => option.is === "unknown");
  if (free !== undefined) return free;
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
    const opens = (option: Shape) =>
      option.is === "object" &&
      option.index !== undefined &&
      isTop(option, "object");
    return kept.some(opens) ? anything : unknown;
  }
  const [only] = kept;
  if (only === undefined) return never;
  return kept.length === 1 ? only : { is: "union", of: kept };
}

/** A union of what `change` makes of the options; the same shape where it changes none. */
export function eachOption(
  shape: UnionShape,
  change: (option: Shape) => Shape,
): Shape {
  const changed = shape.of.map(change);
  const isSame = changed.every((option, index) => option === shape.of[index]);
  return isSame ? shape : union(changed);
}

/** The kind of a literal. */
export function kindOfScalar(
  value: Scalar,
): "string" | "number" | "boolean" | "null" {
  if (value === null) return "null";
  return typeof value as "string" | "number" | "boolean";
}

const schemaIds = new WeakMap<Schema, number>();
let nextId = 0;

/** Equal for shapes that are surely the same; undefined where that is not looked at. */
export function identity(shape: Shape): string | undefined {
  if (shape.is === "literal") {
    return `${kindOfScalar(shape.value)} ${String(shape.value)}`;
  }
  if (shape.is === "reference") {
    const id = schemaIds.get(shape.schema) ?? nextId++;
    schemaIds.set(shape.schema, id);
    return `name ${id} ${String(shape.filled)}`;
  }
  return isWhole(shape) ? `top ${shape.is}` : undefined;
}

/** Whether a shape is every value of a kind. */
export function isTop(shape: Shape, kind: Kind): boolean {
  return shape.is === kind && isWhole(shape);
}

/** Whether a shape is every value of its kind. */
function isWhole(shape: Shape): boolean {
  switch (shape.is) {
    case "array":
      return shape.rest?.is === "unknown" && shape.items.length === 0;
    case "object":
      return (
        shape.members.size + shape.patterns.length === 0 &&
        (shape.index ?? unknown).is === "unknown"
      );
    default:
      return shape.is in tops;
  }
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
    case "reference":
      return shape.kinds;
    case "union": {
      const all = new Set(shape.of.flatMap(kindsOfShape));
      return kinds.filter((kind) => all.has(kind));
    }
    case "intersection":
      return kinds.filter((kind) =>
        shape.of.every((side) => kindsOfShape(side).includes(kind)),
      );
    default:
      return [shape.is];
  }
}

/** How many options a type has once its intersections are multiplied out. */
export function optionsOf(shape: Shape): number {
  if (shape.is === "reference") return shape.options;
  if (shape.is === "union") {
    return shape.of.reduce((sum, option) => sum + optionsOf(option), 0);
  }
  if (shape.is !== "intersection") return 1;
  return shape.of.reduce((product, side) => product * optionsOf(side), 1);
}

/** Whether a shape is one word, which may be printed twice without the text growing out of proportion. */
export function isSmall(shape: Shape): boolean {
  return !["array", "object", "union", "intersection"].includes(shape.is);
}
