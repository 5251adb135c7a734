import type { JsonValue } from "../json.js";
import { fillDefaults, type Defaults as Plan } from "../../runtime/validate.js";
import { componentsOf } from "./form/components.js";
import { accepts } from "./form/judge.js";
import { schemaProblem } from "./form/problem.js";
import {
  inPlace,
  parts,
  type Schema,
  type SchemaProblem,
} from "./form/schema.js";

/**
 * Which defaults to fill in where: plain data for `fillDefaults` of the runtime.
 * Only where a schema applies for certain: properties, items, `allOf`, references.
 */
export type Defaults = Plan<JsonValue>;

const plans = new WeakMap<Schema, { readonly plan: Defaults | undefined }>();

/**
 * The plan where `schema` is used, or undefined when nothing is to be filled in.
 * Recursive definitions have none: how deep they go is known at run time only.
 */
export function planOf(schema: Schema): Defaults | undefined {
  if (schema.wanted !== undefined) {
    if (!recursive.has(schema)) planInnerFirst(schema);
    if (recursive.get(schema) === true) return undefined;
  }
  return planOfRoot(schema);
}

/** The plan of a root schema, which is filled in even when parts of it refer back to it. */
export function planOfRoot(schema: Schema): Defaults | undefined {
  const before = plans.get(schema);
  if (before !== undefined) return before.plan;
  const plan = makePlan(schema);
  plans.set(schema, { plan });
  return plan;
}

/** Plans what a definition reaches before the schema itself, so that a long chain of definitions costs no stack. */
function planInnerFirst(root: Schema): void {
  for (const component of componentsOf([root]).components) {
    for (const schema of component) recursive.set(schema, component.length > 1);
    for (const schema of component) planOfRoot(schema);
  }
}

function makePlan(schema: Schema): Defaults | undefined {
  if (isPlain(schema)) return undefined;
  const properties = new Map<string, Defaults>();
  schema.object?.properties.forEach((part, key) => {
    const plan = planOf(part);
    if (plan !== undefined) properties.set(key, plan);
  });
  const { prefix = [], rest } = schema.array ?? {};
  // the plan is for all items; one of them is never absent, so a default of its own has no use
  const isForAll = rest !== undefined && prefix.length === 0;
  const items = isForAll ? withoutOwn(planOf(rest)) : undefined;
  const structure: Defaults = {
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(items !== undefined && { items }),
  };
  const sure = [...schema.refs, ...schema.allOf];
  const all = sure.map(planOf).reduce(merge, nonEmpty(structure));
  const preset = schema.notes.default;
  if (preset === undefined || !accepts(schema, preset)) return all;
  const filled = fillDefaults(preset, withoutOwn(all) ?? {}) as JsonValue;
  return { ...all, default: filled };
}

/** Whether nothing in or below a schema can have a default. */
function isPlain({ notes, object, array, refs, allOf }: Schema): boolean {
  return (
    notes.default === undefined &&
    (object === undefined || object.properties.size === 0) &&
    array === undefined &&
    refs.length === 0 &&
    allOf.length === 0
  );
}

function nonEmpty(plan: Defaults): Defaults | undefined {
  return Object.keys(plan).length === 0 ? undefined : plan;
}

function withoutOwn(plan: Defaults | undefined): Defaults | undefined {
  if (plan === undefined) return undefined;
  const { default: _own, ...rest } = plan;
  return nonEmpty(rest);
}

/** The first of two defaults for one place wins. */
function merge(
  a: Defaults | undefined,
  b: Defaults | undefined,
): Defaults | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const properties = new Map(Object.entries(a.properties ?? {}));
  for (const [key, plan] of Object.entries(b.properties ?? {})) {
    properties.set(key, merge(properties.get(key), plan) ?? plan);
  }
  const items = merge(a.items, b.items);
  return {
    ...b,
    ...a,
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(items !== undefined && { items }),
  };
}

/** Whether a schema can be reached from itself; told of definitions and what they reach. */
const recursive = new WeakMap<Schema, boolean>();

/** A warning for each default that its own schema refuses. */
export function checkDefaults(root: Schema): readonly SchemaProblem[] {
  const seen = new Set([root]);
  const problems: SchemaProblem[] = [];
  for (const schema of seen) {
    inPlace(schema).forEach((next) => seen.add(next));
    parts(schema).forEach((next) => seen.add(next));
    const preset = schema.notes.default;
    if (preset === undefined || accepts(schema, preset)) continue;
    const at = `${schema.pointer}/default`;
    problems.push(schemaProblem("SCHEMA_DEFAULT_INVALID", at, { preset }));
  }
  return problems;
}
