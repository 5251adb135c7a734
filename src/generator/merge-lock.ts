import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "./json.js";

/** Where a conflict begins. */
export const conflictMarker = /^(?:<{7}|\|{7}|={7}|>{7})/m;

/**
 * The value of a lock that a merge left with conflict markers: what either side
 * records, and the first side's where both do. No server of both is as either left
 * it, so its `inputHash` is gone. Undefined where a side is no JSON object or the
 * sides disagree on an identifier, which nobody but the user can settle.
 */
export function mergeSides(text: string): JsonObject | undefined {
  const sides = [sideOf(text, "<"), sideOf(text, ">")].map(parse);
  const [ours, theirs] = sides;
  if (!isJsonObject(ours) || !isJsonObject(theirs)) return undefined;
  const merged = merge(ours, theirs, []);
  return merged && isJsonObject(merged) ? merged : undefined;
}

/** The text as one side has it; a base that stands between the two goes. */
function sideOf(text: string, side: "<" | ">"): string {
  let within: string | undefined;
  const kept = text.split("\n").filter((line) => {
    const [mark] = /^([<|=>])\1{6}/.exec(line) ?? [];
    if (mark === undefined) return within === undefined || within === side;
    // Behind "=======" stands what ">>>>>>>" closes.
    within = { "<": "<", "|": "|", "=": ">" }[mark.charAt(0)];
    return false;
  });
  return kept.join("\n");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Undefined for a disagreement on identifiers below. */
function merge(
  ours: JsonValue,
  theirs: JsonValue,
  path: readonly string[],
): JsonValue | undefined {
  const [top, , group] = path;
  if (!isJsonObject(ours) || !isJsonObject(theirs)) {
    if (JSON.stringify(ours) === JSON.stringify(theirs)) return ours;
    if (top !== "servers") return ours;
    if (group === "identifiers") return undefined;
    return group === "inputHash" ? "" : ours;
  }
  const merged: [string, JsonValue][] = [];
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [a, b] = [member(ours, key), member(theirs, key)];
    const value =
      a === undefined || b === undefined
        ? (a ?? b)
        : merge(a, b, [...path, key]);
    if (value === undefined) return undefined;
    merged.push([key, value]);
  }
  return Object.fromEntries(merged);
}
