import {
  blankSchema,
  inPlace,
  type Mutable,
  type Schema,
} from "../form/schema.js";

/**
 * A schema that needs itself to judge the same instance has no meaning: the reference
 * that closes the loop is cut, and `report` told which of the schema's references it is.
 */
export function breakLoops(
  schema: Mutable<Schema>,
  seen: Map<Schema, "open" | "done">,
  report: (schema: Schema, reference: number) => void,
): boolean {
  const state = seen.get(schema);
  if (state !== undefined) return state === "open";
  seen.set(schema, "open");
  const closing = inPlace(schema).findIndex((inner) =>
    breakLoops(inner, seen, report),
  );
  if (closing !== -1) {
    report(schema, closing);
    const { pointer, notes, wanted } = schema;
    const kept = { pointer, notes, wanted };
    Object.assign(schema, blankSchema, kept, { verdict: true });
  }
  seen.set(schema, "done");
  return false;
}
