import { kinds, type Kind, type Schema } from "../../jsonschema/form/schema.js";
import { compareArrays } from "./compare-arrays.js";
import { compareConstraints } from "./compare-constraints.js";
import { compareNotes } from "./compare-notes.js";
import { compareObjects } from "./compare-objects.js";
import { compareOptions } from "./compare-options.js";
import { compareNumbers, compareStrings } from "./compare-scalars.js";
import { compareValues } from "./compare-values.js";
import { once, type Compare, type Fact } from "./fact.js";
import { areSame } from "./same-schema.js";
import {
  alternativesOf,
  asksForUnevaluated,
  atomsOf,
  kindsOfAtoms,
  positionOf,
  type Position,
} from "./position.js";

/** So many pairs of positions are compared; beyond, all is undecided. */
const mostPairs = 20_000;

/**
 * How two schemas differ, as far as it can be told. What is reported is complete: where
 * no fact may narrow, the current schema accepts all that the previous one did, and
 * where none may widen, the other way round. Order, `$ref`, an `allOf` of one and other
 * ways to say the same are no difference.
 */
export function compareSchemas(
  previous: Schema,
  current: Schema,
): readonly Fact[] {
  return openComparison()([previous], [current]);
}

/** A pair that is being compared, and how far out the pairs lie that it took for settled. */
type Open = { readonly depth: number };

function openComparison(): Compare {
  const ids = new Map<Schema, number>();
  const settled = new Map<string, readonly Fact[]>();
  const open = new Map<string, Open>();
  let asked = 0;
  // the outermost open pair that was met again; a result that leans on it is not kept
  let leansOn = Infinity;
  const idOf = (schema: Schema): number => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  };
  const keyOf = (schemas: readonly Schema[]): string =>
    [...new Set(schemas.map(idOf))].sort((a, b) => a - b).join(",");
  const compare: Compare = (previous, current) => {
    const key = `${keyOf(previous)}:${keyOf(current)}`;
    const known = settled.get(key);
    if (known !== undefined) return known;
    const again = open.get(key);
    if (again !== undefined) {
      // a recursive schema: what holds for its parts holds for the whole
      leansOn = Math.min(leansOn, again.depth);
      return [];
    }
    if (++asked > mostPairs) return [tooLarge(previous, current)];
    const depth = open.size;
    const outer = leansOn;
    leansOn = Infinity;
    open.set(key, { depth });
    const facts = once(comparePositions(previous, current, compare));
    open.delete(key);
    if (leansOn >= depth) settled.set(key, facts);
    leansOn = Math.min(outer, leansOn < depth ? leansOn : Infinity);
    return facts;
  };
  return compare;
}

function pointerOf(
  previous: readonly Schema[],
  current: readonly Schema[],
): string {
  return (current[0] ?? previous[0])?.pointer ?? "";
}

function tooLarge(
  previous: readonly Schema[],
  current: readonly Schema[],
): Fact {
  const pointer = pointerOf(previous, current);
  return { kind: "UNDECIDED", effect: "undecided", pointer, place: [] };
}

function comparePositions(
  previous: readonly Schema[],
  current: readonly Schema[],
  compare: Compare,
): readonly Fact[] {
  const was = positionOf(previous);
  const is = positionOf(current);
  const pointer = pointerOf(previous, current);
  const notes = compareNotes(was, is, pointer);
  if (asksForUnevaluated(was) || asksForUnevaluated(is)) {
    if (areSame(was.roots, is.roots)) return notes;
    const keyword = "unevaluated*";
    return [
      ...notes,
      { kind: "UNDECIDED", effect: "undecided", pointer, place: [], keyword },
    ];
  }
  const olds = alternativesOf(was);
  const news = alternativesOf(is);
  const values = compareValues(was, olds, is, news, pointer);
  if (values !== undefined) return [...notes, ...values];
  return [
    ...notes,
    ...compareKinds(olds, news, pointer),
    ...kinds.flatMap((kind) =>
      compareOptions(ofKind(olds, kind), ofKind(news, kind), pointer, (a, b) =>
        compareOption(kind, a, b, pointer, compare),
      ),
    ),
  ];
}

function kindsOf(alternatives: readonly Position[]): readonly Kind[] {
  const found = new Set(
    alternatives.flatMap((one) => [...kindsOfAtoms(atomsOf(one))]),
  );
  return kinds.filter((kind) => found.has(kind));
}

function ofKind(
  alternatives: readonly Position[],
  kind: Kind,
): readonly Position[] {
  return alternatives.filter((one) => kindsOfAtoms(atomsOf(one)).has(kind));
}

function compareKinds(
  olds: readonly Position[],
  news: readonly Position[],
  at: string,
): readonly Fact[] {
  const before = kindsOf(olds);
  const now = kindsOf(news);
  const isLost = before.some((kind) => !now.includes(kind));
  const isGained = now.some((kind) => !before.includes(kind));
  if (!isLost && !isGained) return [];
  const pointer = `${at}/type`;
  const fact = {
    pointer,
    place: [],
    keyword: "type",
    previous: before,
    current: now,
  };
  if (isLost && isGained)
    return [{ kind: "TYPE_CHANGED", effect: "both", ...fact }];
  return isLost
    ? [{ kind: "TYPE_NARROWED", effect: "narrows", ...fact }]
    : [{ kind: "TYPE_WIDENED", effect: "widens", ...fact }];
}

/** One way of being of a kind against another. */
function compareOption(
  kind: Kind,
  previous: Position,
  current: Position,
  pointer: string,
  compare: Compare,
): readonly Fact[] {
  const values = compareValues(
    previous,
    [previous],
    current,
    [current],
    pointer,
  );
  if (values !== undefined) return values;
  return [
    ...compareConstraints(kind, previous, current, pointer),
    ...ofOneKind(kind, previous, current, pointer, compare),
  ];
}

function ofOneKind(
  kind: Kind,
  previous: Position,
  current: Position,
  pointer: string,
  compare: Compare,
): readonly Fact[] {
  switch (kind) {
    case "string":
      return compareStrings(previous, current, pointer);
    case "number":
      return compareNumbers(previous, current, pointer);
    case "object":
      return compareObjects(previous, current, pointer, compare);
    case "array":
      return compareArrays(previous, current, pointer, compare);
    default:
      return [];
  }
}
