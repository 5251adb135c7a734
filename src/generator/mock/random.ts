/** Choices that follow from a seed alone. */
export type Random = {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** True in that share of cases. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
};

/** Mulberry32: plenty for made-up data, the same everywhere. `seed` is a whole number. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (share) => next() < share,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
