import {
  blankSchema,
  inPlace,
  type Mutable,
  type Schema,
  type SchemaProblem,
} from "./schema.js";

/** A schema that needs itself to judge the same instance has no meaning: the reference that closes the loop is cut. */
export function breakLoops(
  schema: Mutable<Schema>,
  seen: Map<Schema, "open" | "done">,
  problems: SchemaProblem[],
): boolean {
  const state = seen.get(schema);
  if (state !== undefined) return state === "open";
  seen.set(schema, "open");
  const closes = inPlace(schema).some((inner) =>
    breakLoops(inner, seen, problems),
  );
  if (closes) {
    Object.assign(schema, blankSchema, {
      verdict: true,
      wanted: schema.wanted,
    });
    problems.push({
      severity: "error",
      code: "SCHEMA_REF_LOOP",
      pointer: schema.pointer,
      what: "refers to itself without a property or item in between",
      mend: "break the loop of references",
    });
  }
  seen.set(schema, "done");
  return false;
}
