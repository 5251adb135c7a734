import { accepts } from "../form/judge.js";
import { matchesKey } from "./key-pattern.js";
import { kinds, type Kind } from "../form/schema.js";
import {
  eachOption,
  identity,
  isTop,
  kindsOfShape,
  never,
  objectOf,
  optionsOf,
  tops,
  union,
  unknown,
  type ArrayShape,
  type Member,
  type ObjectShape,
  type PatternMember,
  type Scalar,
  type Shape,
} from "./shape.js";

/** TypeScript refuses types of 100,000 options; wider is better than none. */
const maxOptions = 4096;

/** What both shapes allow. Never copies a large shape: where flattening would, the result stays an intersection. */
export function meet(a: Shape, b: Shape): Shape {
  if (a === b || a.is === "never" || b.is === "never") {
    return a.is === "never" ? a : b;
  }
  if (b.is === "unknown") return b.open === true ? opened(a) : a;
  if (a.is === "unknown") return a.open === true ? opened(b) : b;
  const left = byKind(a);
  const right = byKind(b);
  if (left === undefined || right === undefined) return both(a, b);
  return union(
    kinds.map((kind) =>
      meetKind(kind, left.get(kind) ?? [], right.get(kind) ?? []),
    ),
  );
}

/** The same with any further members, where nothing is said about them. */
export function opened(shape: Shape): Shape {
  if (shape.is === "unknown") return { ...shape, open: true };
  if (shape.is === "union") return eachOption(shape, opened);
  if (shape.is === "intersection")
    return { ...shape, of: onFirst(shape.of, opened) };
  if (shape.is !== "object") return shape;
  return { ...shape, index: shape.index ?? unknown };
}

/** Changes the first side of an intersection that is spelt out: an index signature of one side is one of the whole. */
function onFirst(
  sides: readonly Shape[],
  change: (side: Shape) => Shape,
): readonly Shape[] {
  const first = sides.findIndex(({ is }) => is !== "reference");
  return sides.map((side, index) => (index === first ? change(side) : side));
}

/**
 * The shape once all is known. An object type of optional members that no `properties`
 * name is opened, since it stands for objects that have none of them: TypeScript takes
 * an object that shares no member with a type of optional ones for a mistake.
 */
export function settled(shape: Shape): Shape {
  if (shape.is === "union") return eachOption(shape, settled);
  if (shape.is !== "intersection") return isBare(shape) ? opened(shape) : shape;
  return shape.of.every(mayBeBare)
    ? { ...shape, of: onFirst(shape.of, settled) }
    : shape;
}

function isBare(shape: Shape): boolean {
  if (shape.is !== "object" || shape.members.size === 0) return false;
  for (const member of shape.members.values()) {
    const isNamed = member.notes.length > 0 && member.shape.is !== "never";
    if (member.required || isNamed) return false;
  }
  return true;
}

/** What a name stands for is not looked at: one that allows every kind may be anything. */
function mayBeBare(shape: Shape): boolean {
  if (shape.is === "union") return shape.of.some(mayBeBare);
  if (shape.is === "reference") return shape.kinds.length === kinds.length;
  return isBare(shape);
}

/** The options of a shape by kind; undefined when one of them has several kinds. */
function byKind(shape: Shape): Map<Kind, Shape[]> | undefined {
  const map = new Map<Kind, Shape[]>();
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
  if (ours.every(({ is }) => is === "literal")) return allowed(ours, theirs);
  if (theirs.every(({ is }) => is === "literal")) return allowed(theirs, ours);
  const met = ours.map((a) => theirs.map((b) => meetParts(a, b)));
  const meets = (pair: Shape | undefined) => pair?.is !== "never";
  const left = ours.filter((_, row) => met[row]?.some(meets));
  const right = theirs.filter((_, column) =>
    met.some((pairs) => meets(pairs[column])),
  );
  if (left.length === 0) return never;
  if (left.length > 1 || right.length > 1) {
    return both(union(left), union(right));
  }
  const whole = met.flat().find(meets);
  return whole ?? both(union(left), union(right));
}

/** A top without an index signature that was asked for. */
function isPlain(shape: Shape, kind: Kind): boolean {
  return (
    isTop(shape, kind) && !(shape.is === "object" && shape.index !== undefined)
  );
}

/** The literals that one of the options allows. */
function allowed(literals: readonly Shape[], options: readonly Shape[]): Shape {
  return union(
    literals.filter(
      (one) =>
        one.is !== "literal" ||
        options.some((option) => allows(option, one.value)),
    ),
  );
}

function allows(shape: Shape, value: Scalar): boolean {
  switch (shape.is) {
    case "literal":
      return shape.value === value;
    case "reference":
      return accepts(shape.schema, value);
    case "intersection":
      return shape.of.every((side) => allows(side, value));
    case "union":
      return shape.of.some((option) => allows(option, value));
    default:
      return true;
  }
}

/** Two objects or two arrays as one; undefined for all that is not known member by member. */
function meetParts(a: Shape, b: Shape): Shape | undefined {
  if (a.is === "object" && b.is === "object") return meetObjects(a, b);
  if (a.is === "array" && b.is === "array") return meetArrays(a, b);
  return undefined;
}

function both(a: Shape, b: Shape): Shape {
  const common = kindsOfShape(a).filter((kind) =>
    kindsOfShape(b).includes(kind),
  );
  const sides = [restrict(a, common), restrict(b, common)];
  if (common.length === 0 || sides.some((side) => side.is === "never")) {
    return never;
  }
  const flat = sides.flatMap((side) =>
    side.is === "intersection" ? side.of : [side],
  );
  const seen = new Map<string, Shape>();
  for (const [index, side] of flat.entries()) {
    if (side.is !== "unknown") seen.set(identity(side) ?? `#${index}`, side);
  }
  const kept = [...seen.values()];
  const [only] = kept;
  if (only === undefined) return unknown;
  const result: Shape =
    kept.length === 1 ? only : { is: "intersection", of: kept };
  return optionsOf(result) > maxOptions ? a : result;
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
  for (const key of new Set([...a.members.keys(), ...b.members.keys()])) {
    const ours = memberOf(a, key);
    const theirs = memberOf(b, key);
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
  return objectOf({ members, patterns: meetPatterns(a, b), index });
}

/** What an object type says of a member, whether it names it or not. */
export function memberOf(shape: ObjectShape, key: string): Member {
  const named = shape.members.get(key);
  if (named !== undefined) return named;
  const matching = shape.patterns.filter(({ keys }) => matchesKey(keys, key));
  const found = matching.map((pattern) => pattern.shape);
  const [first = shape.index ?? unknown, ...more] = found;
  return { shape: more.reduce(meet, first), required: false, notes: [] };
}

function meetPatterns(
  a: ObjectShape,
  b: ObjectShape,
): readonly PatternMember[] {
  const met = new Map<string, PatternMember>();
  for (const { keys, shape } of [...a.patterns, ...b.patterns]) {
    const id = JSON.stringify(keys);
    const before = met.get(id)?.shape ?? unknown;
    met.set(id, { keys, shape: meet(before, shape) });
  }
  return [...met.values()];
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
  const at = (shape: ArrayShape, index: number) =>
    shape.items[index] ?? shape.rest ?? never;
  const items = Array.from({ length }, (_, index) =>
    meet(at(a, index), at(b, index)),
  );
  // behind an item that cannot be there are no others
  const gap = items.findIndex((item) => item.is === "never");
  const kept = gap === -1 ? items : items.slice(0, gap);
  const rest =
    gap === -1 && a.rest && b.rest ? meet(a.rest, b.rest) : undefined;
  if (required > kept.length && (rest === undefined || rest.is === "never")) {
    return never;
  }
  return {
    is: "array",
    items: kept,
    required,
    rest: rest?.is === "never" ? undefined : rest,
  };
}
