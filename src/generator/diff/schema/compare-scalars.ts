import { isMultiple } from "../../../runtime/validate.js";
import type { NumberRules, Schema } from "../../jsonschema/form/schema.js";
import type { Fact } from "./fact.js";
import { first } from "./compare-notes.js";
import { atomsOf, type Position } from "./position.js";

/** Compares what two positions say of strings. */
export function compareStrings(
  previous: Position,
  current: Position,
  pointer: string,
): readonly Fact[] {
  const rule = (position: Position, key: "min" | "max") =>
    position.parts.map(({ string }) => string?.[key]);
  const patterns = ({ parts }: Position) => said(parts, "pattern");
  return [
    ...compareLeast(
      "minLength",
      rule(previous, "min"),
      rule(current, "min"),
      pointer,
    ),
    ...compareMost(
      "maxLength",
      rule(previous, "max"),
      rule(current, "max"),
      pointer,
    ),
    ...compareSets("PATTERN", patterns(previous), patterns(current), pointer),
    ...compareFormats(previous, current, pointer),
  ];
}

function said(
  parts: readonly Schema[],
  key: "pattern" | "format",
): readonly string[] {
  const found = parts.flatMap(({ string }) => string?.[key] ?? []);
  return [...new Set(found)].sort();
}

/** Texts that a string has to meet all of. */
function compareSets(
  word: "PATTERN" | "FORMAT",
  previous: readonly string[],
  current: readonly string[],
  at: string,
): readonly Fact[] {
  const removed = previous.filter((one) => !current.includes(one));
  const added = current.filter((one) => !previous.includes(one));
  const keyword = word.toLowerCase();
  const pointer = `${at}/${keyword}`;
  const values = {
    ...(removed.length > 0 && { previous: removed.join(" and ") }),
    ...(added.length > 0 && { current: added.join(" and ") }),
  };
  const fact = { pointer, place: [], keyword, ...values };
  if (removed.length > 0 && added.length > 0) {
    return [{ kind: `${word}_CHANGED`, effect: "undecided", ...fact }];
  }
  if (added.length > 0)
    return [{ kind: `${word}_ADDED`, effect: "narrows", ...fact }];
  if (removed.length === 0) return [];
  return [{ kind: `${word}_REMOVED`, effect: "widens", ...fact }];
}

/** A format that nobody here checks is told all the same: others may check it. */
function compareFormats(
  previous: Position,
  current: Position,
  pointer: string,
): readonly Fact[] {
  const before = said(previous.parts, "format");
  const now = said(current.parts, "format");
  const facts = compareSets("FORMAT", before, now, pointer);
  const was = first(previous, "format");
  const is = first(current, "format");
  if (facts.length > 0 || was === is) return facts;
  return [
    {
      kind: "FORMAT_NOTED",
      effect: "none",
      pointer: `${pointer}/format`,
      place: [],
      keyword: "format",
      ...(was !== undefined && { previous: was }),
      ...(is !== undefined && { current: is }),
    },
  ];
}

/** Compares what two positions say of numbers. */
export function compareNumbers(
  previous: Position,
  current: Position,
  pointer: string,
): readonly Fact[] {
  const wasWhole = !atomsOf(previous).has("fraction");
  const isWhole = !atomsOf(current).has("fraction");
  const type = (
    kind: "TYPE_NARROWED" | "TYPE_WIDENED",
    effect: Fact["effect"],
  ): Fact => ({
    kind,
    effect,
    pointer: `${pointer}/type`,
    place: [],
    keyword: "type",
    previous: wasWhole ? "integer" : "number",
    current: isWhole ? "integer" : "number",
  });
  return [
    ...(isWhole && !wasWhole ? [type("TYPE_NARROWED", "narrows")] : []),
    ...(wasWhole && !isWhole ? [type("TYPE_WIDENED", "widens")] : []),
    ...compareEnds("least", previous, wasWhole, current, isWhole, pointer),
    ...compareEnds("most", previous, wasWhole, current, isWhole, pointer),
    ...compareSteps(previous, wasWhole, current, isWhole, pointer),
  ];
}

/** An end of a range: `open` where the limit itself is outside. Turned round for the upper end, so that more is narrower. */
type End = {
  readonly limit: number;
  readonly open: boolean;
  readonly keyword: string;
};

function endOf(
  side: "least" | "most",
  { parts }: Position,
  isWhole: boolean,
): End {
  const sign = side === "least" ? 1 : -1;
  const [closed, open] =
    side === "least"
      ? (["minimum", "exclusiveMinimum"] as const)
      : (["maximum", "exclusiveMaximum"] as const);
  const read = (keyword: keyof NumberRules, isOpen: boolean): readonly End[] =>
    parts.flatMap(({ number }) => {
      const limit = number?.[keyword];
      return limit === undefined
        ? []
        : [whole({ limit: sign * limit, open: isOpen, keyword }, isWhole)];
    });
  const none: End = { limit: -Infinity, open: false, keyword: closed };
  return [...read(closed, false), ...read(open, true)].reduce(
    (tightest, end) => (tighter(end, tightest) ? end : tightest),
    none,
  );
}

/** Among whole numbers, more than 0 is 1 or more. */
function whole(end: End, isWhole: boolean): End {
  if (!isWhole) return end;
  const up = Math.ceil(end.limit);
  const limit = end.open && up === end.limit ? up + 1 : up;
  const keyword = end.keyword === "exclusiveMinimum" ? "minimum" : "maximum";
  return end.open ? { limit, open: false, keyword } : { ...end, limit };
}

function tighter(a: End, b: End): boolean {
  return a.limit > b.limit || (a.limit === b.limit && a.open && !b.open);
}

function compareEnds(
  side: "least" | "most",
  previous: Position,
  wasWhole: boolean,
  current: Position,
  isWhole: boolean,
  pointer: string,
): readonly Fact[] {
  const before = endOf(side, previous, wasWhole);
  const now = endOf(side, current, isWhole);
  const isTighter = tighter(now, before);
  if (!isTighter && !tighter(before, now)) return [];
  const shown = (end: End) => (side === "least" ? end.limit : -end.limit);
  const { keyword } = now.limit === -Infinity ? before : now;
  return [boundFact(keyword, isTighter, shown(before), shown(now), pointer)];
}

function boundFact(
  keyword: string,
  isTighter: boolean,
  previous: number,
  current: number,
  pointer: string,
): Fact {
  return {
    kind: isTighter ? "BOUND_TIGHTENED" : "BOUND_LOOSENED",
    effect: isTighter ? "narrows" : "widens",
    pointer: `${pointer}/${keyword}`,
    place: [],
    keyword,
    ...(Number.isFinite(previous) && { previous }),
    ...(Number.isFinite(current) && { current }),
  };
}

function compareSteps(
  previous: Position,
  wasWhole: boolean,
  current: Position,
  isWhole: boolean,
  pointer: string,
): readonly Fact[] {
  const steps = ({ parts }: Position) =>
    parts.flatMap(({ number }) => number?.multipleOf ?? []);
  const lacks = (
    given: Position,
    isWhole: boolean,
    wanted: Position,
  ): readonly number[] => {
    const known = [...steps(given), ...(isWhole ? [1] : [])];
    return steps(wanted).filter(
      (step) => !known.some((one) => isMultiple(one, step)),
    );
  };
  const added = lacks(previous, wasWhole, current);
  const removed = lacks(current, isWhole, previous);
  if (added.length + removed.length === 0) return [];
  const [before] = steps(previous);
  const [now] = steps(current);
  const values = {
    ...(before !== undefined && { previous: before }),
    ...(now !== undefined && { current: now }),
  };
  const isBoth = added.length > 0 && removed.length > 0;
  return [
    {
      kind: added.length > 0 ? "BOUND_TIGHTENED" : "BOUND_LOOSENED",
      effect: isBoth ? "both" : added.length > 0 ? "narrows" : "widens",
      pointer: `${pointer}/multipleOf`,
      place: [],
      keyword: "multipleOf",
      ...values,
    },
  ];
}

type Limits = readonly (number | undefined)[];

/** Compares how much there has to be at least; nothing said is 0. */
export function compareLeast(
  keyword: string,
  previous: Limits,
  current: Limits,
  pointer: string,
): readonly Fact[] {
  const least = (limits: Limits) =>
    Math.max(0, ...limits.map((one) => one ?? 0));
  const before = least(previous);
  const now = least(current);
  if (before === now) return [];
  return [boundFact(keyword, now > before, before, now, pointer)];
}

/** Compares how much there may be at most. */
export function compareMost(
  keyword: string,
  previous: Limits,
  current: Limits,
  pointer: string,
): readonly Fact[] {
  const largest = (limits: Limits) =>
    Math.min(...limits.map((one) => one ?? Infinity));
  const before = largest(previous);
  const now = largest(current);
  if (before === now) return [];
  return [boundFact(keyword, now < before, before, now, pointer)];
}
