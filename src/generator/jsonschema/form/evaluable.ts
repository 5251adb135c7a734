import { inPlace, type Schema } from "./schema.js";

/** What `unevaluatedProperties` and `unevaluatedItems` of a schema may find evaluated, at most. */
export type Evaluable = {
  /** Undefined where any key may be. */
  readonly keys: ReadonlySet<string> | undefined;
  /** How many leading items may be; all of them where it is infinite. */
  readonly items: number;
};

/** Looks at the schema and at all that it applies in place, whatever they accept. */
export function evaluableBy(root: Schema): Evaluable {
  const keys = new Set<string>();
  let anyKey = false;
  let items = 0;
  const seen = new Set([root]);
  for (const schema of seen) {
    const { object, array } = schema;
    // what it says of unevaluated parts itself is what is being asked for
    const inner = schema !== root;
    for (const key of object?.properties.keys() ?? []) keys.add(key);
    anyKey ||=
      (object !== undefined && object.patterns.length > 0) ||
      allowsSome(object?.additional) ||
      (inner && allowsSome(object?.unevaluated));
    const anyItem =
      allowsSome(array?.rest) ||
      (inner && allowsSome(array?.unevaluated)) ||
      (array?.contains !== undefined && array.containsEvaluates);
    items = anyItem ? Infinity : Math.max(items, array?.prefix.length ?? 0);
    for (const next of evaluators(schema)) seen.add(next);
  }
  return { keys: anyKey ? undefined : keys, items };
}

function allowsSome(schema: Schema | undefined): boolean {
  return schema !== undefined && schema.verdict !== false;
}

/** What a schema applies in place and learns from; `not` tells nothing. */
export function evaluators(schema: Schema): readonly Schema[] {
  return inPlace({ ...schema, not: undefined });
}

/** Whether nothing beside a schema's own keywords can evaluate a member or an item. */
export function evaluatesAlone(schema: Schema): boolean {
  const { refs, allOf, anyOf, oneOf, object } = schema;
  return (
    refs.length + allOf.length === 0 &&
    (anyOf ?? oneOf ?? schema.if) === undefined &&
    (object === undefined || object.dependentSchemas.size === 0)
  );
}
