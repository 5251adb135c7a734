import { mayNarrow, mayWiden, type Fact } from "./fact.js";
import { isDisjoint, type Position } from "./position.js";

type CompareOption = (previous: Position, current: Position) => readonly Fact[];

/** Beyond so many pairs the options are not held against each other. */
const mostPairs = 256;

/**
 * Compares the ways in which a value may be of one kind. Options that say the same are
 * left out first; what is left is paired by likeness, and what then stands alone was
 * added or removed.
 */
export function compareOptions(
  previous: readonly Position[],
  current: readonly Position[],
  pointer: string,
  compare: CompareOption,
): readonly Fact[] {
  const [was, ...others] = previous;
  const [is, ...more] = current;
  if (was === undefined || is === undefined) return [];
  if (others.length + more.length === 0) return compare(was, is);
  const at = { pointer, place: [], keyword: "anyOf" };
  if (previous.length * current.length > mostPairs) {
    return [{ kind: "UNDECIDED", effect: "undecided", ...at }];
  }
  const table = previous.map((one) =>
    current.map((other) => compare(one, other)),
  );
  const pairs = pairUp(table, previous, current);
  const covered = table.map((row) =>
    row.some((facts) => !facts.some(mayNarrow)),
  );
  const covers = current.map((_, column) =>
    table.some((row) => row[column]?.some(mayWiden) === false),
  );
  const facts = pairs.flatMap(([row, column]) =>
    (table[row]?.[column] ?? []).filter(
      (fact) =>
        fact.effect === "none" ||
        (mayNarrow(fact) && covered[row] === false) ||
        (mayWiden(fact) && covers[column] === false),
    ),
  );
  const isAlone = (side: 0 | 1, index: number) =>
    pairs.every((pair) => pair[side] !== index);
  previous.forEach((one, row) => {
    if (covered[row] === true || !isAlone(0, row)) return;
    const isCertain = current.every((other) => isDisjoint(one, other));
    const effect = isCertain ? "narrows" : "undecided";
    facts.push({ kind: "OPTION_REMOVED", effect, ...at });
  });
  current.forEach((_, column) => {
    if (covers[column] === true || !isAlone(1, column)) return;
    facts.push({ kind: "OPTION_ADDED", effect: "widens", ...at });
  });
  return facts;
}

/** Rows and columns that belong together: those with the fewest differences first, and none that have no value in common. */
function pairUp(
  table: readonly (readonly (readonly Fact[])[])[],
  previous: readonly Position[],
  current: readonly Position[],
): readonly (readonly [number, number])[] {
  const candidates = table
    .flatMap((row, at) =>
      row.map((facts, column) => ({ row: at, column, count: effects(facts) })),
    )
    .sort((a, b) => a.count - b.count || a.row - b.row || a.column - b.column);
  const pairs: (readonly [number, number])[] = [];
  for (const { row, column, count } of candidates) {
    if (pairs.some(([r, c]) => r === row || c === column)) continue;
    const one = previous[row];
    const other = current[column];
    if (one === undefined || other === undefined) continue;
    if (count > 0 && isDisjoint(one, other)) continue;
    pairs.push([row, column]);
  }
  return pairs;
}

function effects(facts: readonly Fact[]): number {
  return facts.filter(({ effect }) => effect !== "none").length;
}
