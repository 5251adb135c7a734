import type { Schema } from "../../jsonschema/form/schema.js";
import { under } from "../../json-pointer.js";
import { compareLeast, compareMost } from "./compare-scalars.js";
import {
  joined,
  within,
  type Compare,
  type Effect,
  type Fact,
} from "./fact.js";
import { areSame } from "./same-schema.js";
import {
  atomsOf,
  membersOf,
  positionOf,
  requiredOf,
  type Position,
} from "./position.js";

/** Compares what two positions say of objects, member by member. */
export function compareObjects(
  previous: Position,
  current: Position,
  pointer: string,
  compare: Compare,
): readonly Fact[] {
  const olds = previous.parts;
  const news = current.parts;
  const limits = (parts: readonly Schema[], key: "min" | "max") =>
    parts.map(({ object }) => object?.[key]);
  const members = new Set(
    [...olds, ...news].flatMap(({ object }) => [
      ...(object?.properties.keys() ?? []),
      ...(object?.required ?? []),
    ]),
  );
  return [
    ...[...members].flatMap((name) =>
      compareMember(name, olds, news, pointer, compare),
    ),
    ...compareRest(olds, news, pointer, compare),
    ...compareLeast(
      "minProperties",
      limits(olds, "min"),
      limits(news, "min"),
      pointer,
    ),
    ...compareMost(
      "maxProperties",
      limits(olds, "max"),
      limits(news, "max"),
      pointer,
    ),
  ];
}

function compareMember(
  name: string,
  olds: readonly Schema[],
  news: readonly Schema[],
  pointer: string,
  compare: Compare,
): readonly Fact[] {
  const wasNamed = names(olds, name);
  const isNamed = names(news, name);
  const wasRequired = requiredOf(olds).has(name);
  const isRequired = requiredOf(news).has(name);
  const inner = compare(membersOf(olds, name), membersOf(news, name));
  const need: Effect = isRequired ? "narrows" : "widens";
  const effects: readonly Effect[] = wasRequired === isRequired ? [] : [need];
  const effect = joined([...effects, ...inner.map((fact) => fact.effect)]);
  const at = under(pointer, "properties", name);
  const fact = (kind: Fact["kind"], effect: Effect): Fact => ({
    kind,
    effect,
    pointer: at,
    place: [name],
  });
  if (wasNamed && !isNamed) return [fact("PROPERTY_REMOVED", effect)];
  if (isNamed && !wasNamed) {
    const isNew = closes(olds) && !names(olds, name);
    if (isRequired && !wasRequired) {
      return [
        fact("PROPERTY_ADDED_REQUIRED", effect),
        ...(isNew ? [fact("PROPERTY_ADDED_TO_CLOSED", "widens")] : []),
      ];
    }
    return [
      fact(isNew ? "PROPERTY_ADDED_TO_CLOSED" : "PROPERTY_ADDED", effect),
    ];
  }
  const kind = isRequired ? "PROPERTY_REQUIRED" : "PROPERTY_OPTIONAL";
  return [...effects.map(() => fact(kind, need)), ...within(name, inner)];
}

function names(parts: readonly Schema[], name: string): boolean {
  return parts.some(({ object }) => object?.properties.has(name) === true);
}

/** Whether members that nobody names are refused. */
function closes(parts: readonly Schema[]): boolean {
  const rest = restOf(parts);
  return rest.length > 0 && atomsOf(positionOf(rest)).size === 0;
}

function restOf(parts: readonly Schema[]): readonly Schema[] {
  return parts.flatMap(({ object }) => object?.additional ?? []);
}

/** The members that no property names: by pattern, and all others. */
function compareRest(
  olds: readonly Schema[],
  news: readonly Schema[],
  pointer: string,
  compare: Compare,
): readonly Fact[] {
  const before = patternsOf(olds);
  const now = patternsOf(news);
  if (before.size + now.size > 0 && !areComparable(olds, news)) {
    if (areSame(olds.filter(hasRest), news.filter(hasRest))) return [];
    const at = `${pointer}/patternProperties`;
    const keyword = "patternProperties";
    return [
      {
        kind: "UNDECIDED",
        effect: "undecided",
        pointer: at,
        place: ["*"],
        keyword,
      },
    ];
  }
  const matched = [...before].flatMap(([pattern, schemas]) =>
    within("*", compare(schemas, now.get(pattern) ?? [])),
  );
  const wasClosed = closes(olds);
  const at = {
    pointer: `${pointer}/additionalProperties`,
    place: [],
    keyword: "additionalProperties",
  };
  if (wasClosed === closes(news)) {
    return [...matched, ...within("*", compare(restOf(olds), restOf(news)))];
  }
  return [
    ...matched,
    wasClosed
      ? { kind: "OBJECT_OPENED", effect: "widens", ...at }
      : { kind: "OBJECT_CLOSED", effect: "narrows", ...at },
  ];
}

function patternsOf(
  parts: readonly Schema[],
): ReadonlyMap<string, readonly Schema[]> {
  const found = new Map<string, readonly Schema[]>();
  for (const [pattern, schema] of parts.flatMap(
    ({ object }) => object?.patterns ?? [],
  )) {
    found.set(pattern, [...(found.get(pattern) ?? []), schema]);
  }
  return found;
}

function hasRest({ object }: Schema): boolean {
  return (
    object !== undefined &&
    (object.patterns.length > 0 || object.additional !== undefined)
  );
}

/** Patterns can be compared one by one where one schema alone speaks of the rest, with the same patterns on both sides. */
function areComparable(
  olds: readonly Schema[],
  news: readonly Schema[],
): boolean {
  const before = patternsOf(olds);
  const now = patternsOf(news);
  return (
    olds.filter(hasRest).length === 1 &&
    news.filter(hasRest).length === 1 &&
    before.size === now.size &&
    [...before.keys()].every((pattern) => now.has(pattern))
  );
}
