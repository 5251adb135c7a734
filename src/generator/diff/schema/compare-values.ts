import { equal } from "../../../runtime/validate.js";
import type { JsonValue } from "../../json.js";
import type { Fact } from "./fact.js";
import { allAccept, atomsOf, listed, type Position } from "./position.js";

/**
 * Compares positions of which one lists its values, which is exact: each value is
 * judged by the other side. Undefined where neither does.
 */
export function compareValues(
  previous: Position,
  olds: readonly Position[],
  current: Position,
  news: readonly Position[],
  pointer: string,
): readonly Fact[] | undefined {
  const isListed = olds.some(lists) || news.some(lists);
  const before = isListed ? valuesOf(olds) : undefined;
  const now = isListed ? valuesOf(news) : undefined;
  if (before === undefined && now === undefined) return undefined;
  const removed = before?.filter((value) => !allAccept(current, value)) ?? [];
  const added = now?.filter((value) => !allAccept(previous, value)) ?? [];
  const at = { pointer, place: [], keyword: "enum" };
  const [was, ...others] = before ?? [];
  const [is, ...more] = now ?? [];
  const areSingle = others.length + more.length === 0;
  if (was !== undefined && is !== undefined && areSingle) {
    if (equal(was, is)) return [];
    const values = { previous: was, current: is, keyword: "const" };
    return [{ ...at, kind: "CONST_CHANGED", effect: "both", ...values }];
  }
  return [
    ...removed.map((value): Fact => ({
      ...at,
      kind: "VALUE_REMOVED",
      effect: "narrows",
      previous: value,
    })),
    ...added.map((value): Fact => ({
      ...at,
      kind: "VALUE_ADDED",
      effect: "widens",
      current: value,
    })),
    ...(before === undefined && now !== undefined
      ? [
          {
            ...at,
            kind: "VALUES_LISTED",
            effect: "narrows",
            current: now,
          } as const,
        ]
      : []),
    ...(now === undefined && before !== undefined
      ? [
          {
            ...at,
            kind: "VALUES_FREED",
            effect: "widens",
            previous: before,
          } as const,
        ]
      : []),
  ];
}

function lists({ parts }: Position): boolean {
  return parts.some(({ values }) => values !== undefined);
}

/** All values that some alternatives accept; undefined where they are without number. */
function valuesOf(
  alternatives: readonly Position[],
): readonly JsonValue[] | undefined {
  const all: JsonValue[] = [];
  for (const one of alternatives) {
    const found = listed(one) ?? ofSmallKinds(one);
    if (found === undefined) return undefined;
    all.push(
      ...found.filter((value) => !all.some((other) => equal(other, value))),
    );
  }
  return all;
}

/** `boolean` and `null` list their values without saying so. */
function ofSmallKinds(position: Position): readonly JsonValue[] | undefined {
  const isSmall = [...atomsOf(position)].every(
    (atom) => atom === "boolean" || atom === "null",
  );
  return isSmall
    ? [null, false, true].filter((value) => allAccept(position, value))
    : undefined;
}
