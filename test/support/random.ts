/** A stream of random numbers that its seed determines. */
export type Random = {
  /** From 0 up to but not including 1. */
  readonly next: () => number;
  /** A whole number from 0 up to but not including `limit`. */
  readonly below: (limit: number) => number;
  /** True with the probability given, from 0 to 1. */
  readonly chance: (probability: number) => boolean;
  /** An item of a list that is not empty. */
  readonly pick: <T>(items: readonly T[]) => T;
};

/** Random numbers with a period of 2^32, the same for the same seed. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined && items.length === 0)
        throw new RangeError("nothing to pick from");
      return item as (typeof items)[number];
    },
  };
}
