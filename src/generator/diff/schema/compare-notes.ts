import { equal } from "../../../runtime/validate.js";
import type { Notes } from "../../jsonschema/form/schema.js";
import type { Fact } from "./fact.js";
import type { Position } from "./position.js";

/** What is told about a value and never checked: its text, its default, that it is deprecated. */
export function compareNotes(
  previous: Position,
  current: Position,
  pointer: string,
): readonly Fact[] {
  const texts = (["title", "description"] as const).flatMap((key) =>
    textFact(key, previous, current, pointer),
  );
  const isDeprecated = first(current, "deprecated") === true;
  const wasDeprecated = first(previous, "deprecated") === true;
  return [
    ...texts,
    ...defaultFact(previous, current, pointer),
    ...(isDeprecated && !wasDeprecated
      ? [noted("DEPRECATED", "deprecated", pointer)]
      : []),
  ];
}

/** What the schema itself says comes before what a reference leads to. */
export function first<K extends keyof Notes>(
  { parts }: Position,
  key: K,
): Notes[K] | undefined {
  return parts.find(({ notes }) => notes[key] !== undefined)?.notes[key];
}

function noted(
  kind: Fact["kind"],
  keyword: string,
  pointer: string,
  values: Pick<Fact, "previous" | "current"> = {},
): Fact {
  const at = `${pointer}/${keyword}`;
  return { kind, effect: "none", pointer: at, place: [], keyword, ...values };
}

function textFact(
  key: "title" | "description",
  previous: Position,
  current: Position,
  pointer: string,
): readonly Fact[] {
  const before = first(previous, key);
  const now = first(current, key);
  if (before === now) return [];
  const values = {
    ...(before !== undefined && { previous: before }),
    ...(now !== undefined && { current: now }),
  };
  return [noted("TEXT_CHANGED", key, pointer, values)];
}

function defaultFact(
  previous: Position,
  current: Position,
  pointer: string,
): readonly Fact[] {
  const before = first(previous, "default");
  const now = first(current, "default");
  if (equal(before, now)) return [];
  if (before === undefined) {
    const values = now === undefined ? {} : { current: now };
    return [noted("DEFAULT_ADDED", "default", pointer, values)];
  }
  if (now === undefined) {
    return [noted("DEFAULT_REMOVED", "default", pointer, { previous: before })];
  }
  const values = { previous: before, current: now };
  return [noted("DEFAULT_CHANGED", "default", pointer, values)];
}
