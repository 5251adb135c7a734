import type { JsonValue } from "../../json.js";
import type { Schema } from "../../jsonschema/form/schema.js";

/** What became of the set of accepted values; "both" is narrower here and wider there. */
export type Effect = "narrows" | "widens" | "both" | "undecided" | "none";

/** What can happen to a schema; each kind is a rule for input and one for output. */
export type FactKind =
  | "PROPERTY_ADDED"
  | "PROPERTY_ADDED_REQUIRED"
  | "PROPERTY_ADDED_TO_CLOSED"
  | "PROPERTY_REMOVED"
  | "PROPERTY_REQUIRED"
  | "PROPERTY_OPTIONAL"
  | "TYPE_NARROWED"
  | "TYPE_WIDENED"
  | "TYPE_CHANGED"
  | "VALUE_ADDED"
  | "VALUE_REMOVED"
  | "CONST_CHANGED"
  | "VALUES_LISTED"
  | "VALUES_FREED"
  | "BOUND_TIGHTENED"
  | "BOUND_LOOSENED"
  | "PATTERN_ADDED"
  | "PATTERN_REMOVED"
  | "PATTERN_CHANGED"
  | "FORMAT_ADDED"
  | "FORMAT_REMOVED"
  | "FORMAT_CHANGED"
  | "FORMAT_NOTED"
  | "OBJECT_CLOSED"
  | "OBJECT_OPENED"
  | "OPTION_ADDED"
  | "OPTION_REMOVED"
  | "CONSTRAINT_ADDED"
  | "CONSTRAINT_REMOVED"
  | "UNDECIDED"
  | "DEFAULT_ADDED"
  | "DEFAULT_CHANGED"
  | "DEFAULT_REMOVED"
  | "DEPRECATED"
  | "TEXT_CHANGED";

/** One difference between two schemas. */
export type Fact = {
  readonly kind: FactKind;
  readonly effect: Effect;
  /** JSON pointer in the current schema; in the previous one where the current has no such place. */
  readonly pointer: string;
  /** The way to the value: property names, `[]` for items, `[0]` for one, `*` for other members. */
  readonly place: readonly string[];
  /** The keyword that it is about, where there is one. */
  readonly keyword?: string;
  readonly previous?: JsonValue;
  readonly current?: JsonValue;
};

/** Compares what two lists of schemas say together of one value. An empty list accepts everything. */
export type Compare = (
  previous: readonly Schema[],
  current: readonly Schema[],
) => readonly Fact[];

/** The same facts for a value that holds the compared one. */
export function within(step: string, facts: readonly Fact[]): readonly Fact[] {
  return facts.map((fact) => ({ ...fact, place: [step, ...fact.place] }));
}

/** True where the current schema may refuse what the previous one accepted. */
export function mayNarrow({ effect }: Fact): boolean {
  return effect !== "none" && effect !== "widens";
}

/** True where the current schema may accept what the previous one refused. */
export function mayWiden({ effect }: Fact): boolean {
  return effect !== "none" && effect !== "narrows";
}

/** What several changes come to together. */
export function joined(effects: readonly Effect[]): Effect {
  const said = new Set(effects.filter((effect) => effect !== "none"));
  if (said.has("undecided")) return "undecided";
  const [only] = said;
  return said.size > 1 ? "both" : (only ?? "none");
}

/** Each difference once: a definition that is used twice differs in one place. */
export function once(facts: readonly Fact[]): readonly Fact[] {
  const seen = new Map<string, Fact>();
  for (const fact of facts) {
    const { kind, pointer, keyword, previous, current } = fact;
    const key = JSON.stringify([kind, pointer, keyword, previous, current]);
    if (!seen.has(key)) seen.set(key, fact);
  }
  return [...seen.values()];
}
