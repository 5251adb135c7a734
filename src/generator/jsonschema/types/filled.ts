import { isJsonObject, type JsonValue } from "../../json.js";
import { planOf, type Defaults } from "../defaults.js";
import { meet, memberOf } from "./meet.js";
import type { Schema } from "../form/schema.js";
import {
  identity,
  shapeOfValue,
  tops,
  union,
  unknown,
  type ArrayShape,
  type Member,
  type ReferenceShape,
  type ObjectShape,
  type Shape,
} from "./shape.js";

/** What is needed besides the shape and the plan. */
type Filling = {
  /** The definition that a name stands for, before defaults. */
  readonly define: (schema: Schema) => Shape;
  /** The definitions that were looked at, after defaults. */
  readonly filled: Map<Schema, Shape>;
  /** Whether a name stays true under a plan. */
  readonly stays: Map<Defaults, Map<string, boolean>>;
  /** Whether a definition may be spelt out: not inside another one, so that the text stays in proportion. */
  readonly spells: boolean;
};

/**
 * The shape of what `fillDefaults` makes of the values of a shape. All that a schema says
 * is judged before defaults are filled in, wherever it says it. So a member that is
 * filled in may have its default in place of what is said of it; the rest still holds.
 */
export function afterFilling(
  shape: Shape,
  plan: Defaults,
  define: (schema: Schema) => Shape,
): Shape {
  const maps = { filled: new Map(), stays: new Map() };
  return fill(shape, plan, { define, ...maps, spells: true });
}

function fill(shape: Shape, plan: Defaults, how: Filling): Shape {
  if (!goesInside(plan)) return shape;
  const inner = (one: Shape) => fill(one, plan, how);
  switch (shape.is) {
    case "union":
      return union(shape.of.map(inner));
    case "intersection":
      return telling(shape.of.map(inner)).reduce(meet, unknown);
    case "object":
      return fillObject(shape, plan, how);
    case "array":
      return fillArray(shape, plan, how);
    case "reference":
      return fillName(shape, plan, how);
    default:
      return shape;
  }
}

function goesInside({ properties, items }: Defaults): boolean {
  return properties !== undefined || items !== undefined;
}

/** Without the conditions of which one option says no more than the object beside them: its default made it so. */
function telling(sides: readonly Shape[]): readonly Shape[] {
  const base = sides.find((side) => side.is === "object");
  if (base === undefined) return sides;
  return sides.filter((side) => side.is !== "union" || tells(side.of, base));
}

function tells(options: readonly Shape[], base: ObjectShape): boolean {
  const isBeside = (option: Shape): option is ObjectShape =>
    option.is === "object" &&
    option.patterns.length === 0 &&
    option.index === undefined &&
    [...option.members.keys()].every((key) => base.members.has(key));
  if (!options.every(isBeside)) return true;
  return !options.some(({ members }) =>
    [...members].every(([key, { shape, required }]) => {
      const ours = memberOf(base, key);
      return (ours.required || !required) && isWithin(ours.shape, shape);
    }),
  );
}

/** Whether every option of a shape is one of the other's. */
function isWithin(inner: Shape, outer: Shape): boolean {
  if (inner === outer || outer.is === "unknown") return true;
  const all = outer.is === "union" ? outer.of : [outer];
  const known = new Set(all.map(identity));
  return (inner.is === "union" ? inner.of : [inner]).every((option) => {
    const id = identity(option);
    return id !== undefined && known.has(id);
  });
}

function fillObject(
  shape: ObjectShape,
  { properties = {} }: Defaults,
  how: Filling,
): Shape {
  const members = new Map(shape.members);
  for (const [key, plan] of Object.entries(properties)) {
    const member = fillMember(memberOf(shape, key), plan, how);
    const says = !["unknown", "never"].includes(member.shape.is);
    if (says || members.has(key)) members.set(key, member);
  }
  return { ...shape, members };
}

function fillMember(member: Member, plan: Defaults, how: Filling): Member {
  const shape = fill(member.shape, plan, how);
  if (member.required || plan.default === undefined) {
    return { ...member, shape };
  }
  const fits = holds(shape, plan.default, how);
  const preset = fits ? [] : [shapeOfValue(plan.default)];
  return { ...member, required: true, shape: union([shape, ...preset]) };
}

function fillArray(
  shape: ArrayShape,
  { items: plan }: Defaults,
  how: Filling,
): Shape {
  if (plan === undefined) return shape;
  const { items, rest } = shape;
  return {
    ...shape,
    items: items.map((item) => fill(item, plan, how)),
    rest: rest && fill(rest, plan, how),
  };
}

/** A name stays one where its definition, filled by its own plan or by none, takes what this plan makes of its values. */
function fillName(name: ReferenceShape, plan: Defaults, how: Filling): Shape {
  const own = planOf(name.schema);
  const filled = own !== undefined && goesInside(own) && includes(plan, own);
  const candidate = { ...name, filled };
  if (stays(candidate, plan, how)) return candidate;
  return how.spells
    ? fill(how.define(name.schema), plan, { ...how, spells: false })
    : union(name.kinds.map((kind) => tops[kind]));
}

/** Whether a plan fills in all that another one does, inside the value. */
function includes(plan: Defaults | undefined, other: Defaults): boolean {
  if (plan === other) return true;
  if (plan === undefined) return false;
  const { properties = {}, items } = other;
  return (
    (items === undefined || includes(plan.items, items)) &&
    Object.entries(properties).every(([key, theirs]) => {
      const ours = new Map(Object.entries(plan.properties ?? {})).get(key);
      const preset = theirs.default ?? ours?.default;
      return preset === ours?.default && includes(ours, theirs);
    })
  );
}

/** Whether the values of a shape are still of that shape when they are filled by the plan. */
function stays(shape: Shape, plan: Defaults, how: Filling): boolean {
  if (!goesInside(plan)) return true;
  const inner = (one: Shape) => stays(one, plan, how);
  switch (shape.is) {
    case "union":
    case "intersection":
      return shape.of.every(inner);
    case "object":
      return Object.entries(plan.properties ?? {}).every(([key, part]) => {
        const member = memberOf(shape, key);
        const preset = member.required ? undefined : part.default;
        return (
          stays(member.shape, part, how) &&
          (preset === undefined || holds(member.shape, preset, how))
        );
      });
    case "array": {
      const { items: part } = plan;
      const all = shape.rest ? [...shape.items, shape.rest] : shape.items;
      return part === undefined || all.every((one) => stays(one, part, how));
    }
    case "reference":
      return nameStays(shape, plan, how);
    default:
      return true;
  }
}

/** Looked at once for each plan, however many ways lead to a definition. */
function nameStays(
  name: ReferenceShape,
  plan: Defaults,
  how: Filling,
): boolean {
  const own = name.filled ? planOf(name.schema) : undefined;
  if (own?.properties === plan.properties && own?.items === plan.items) {
    return true;
  }
  const known = how.stays.get(plan) ?? new Map<string, boolean>();
  how.stays.set(plan, known);
  const id = identity(name) ?? "";
  const verdict = known.get(id) ?? stays(definitionOf(name, how), plan, how);
  known.set(id, verdict);
  return verdict;
}

function definitionOf({ schema, filled }: ReferenceShape, how: Filling): Shape {
  const plan = filled ? planOf(schema) : undefined;
  if (plan === undefined) return how.define(schema);
  const shape =
    how.filled.get(schema) ??
    fill(how.define(schema), plan, { ...how, spells: true });
  how.filled.set(schema, shape);
  return shape;
}

/** Whether TypeScript would say that the value has the shape; never true where it has not. */
function holds(shape: Shape, value: JsonValue, how: Filling): boolean {
  const has = (part: Shape, inner: JsonValue) => holds(part, inner, how);
  switch (shape.is) {
    case "unknown":
      return true;
    case "never":
      return false;
    case "literal":
      return shape.value === value;
    case "null":
      return value === null;
    case "union":
      return shape.of.some((option) => has(option, value));
    case "intersection":
      return shape.of.every((side) => has(side, value));
    case "reference":
      return has(definitionOf(shape, how), value);
    case "object":
      return (
        isJsonObject(value) &&
        [...shape.members].every(
          ([key, { required }]) => !required || Object.hasOwn(value, key),
        ) &&
        Object.entries(value).every(([key, inner]) =>
          has(memberOf(shape, key).shape, inner),
        )
      );
    case "array":
      return (
        Array.isArray(value) &&
        value.length >= shape.required &&
        (value as readonly JsonValue[]).every((inner, index) =>
          has(shape.items[index] ?? shape.rest ?? { is: "never" }, inner),
        )
      );
    default:
      return typeof value === shape.is;
  }
}
