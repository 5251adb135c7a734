/** The entries of one kind on both sides, matched. */
export type Pairs<T> = {
  readonly both: readonly (readonly [previous: T, current: T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
};

/**
 * Matches entries by name, and then those that are left and alike: the same thing under
 * another name. Where more than one would do, none is taken.
 */
export function pairUp<T extends { readonly name: string }>(
  previous: readonly T[],
  current: readonly T[],
  areAlike: (previous: T, current: T) => boolean,
): Pairs<T> {
  const named = new Map(current.map((one) => [one.name, one]));
  const both: (readonly [T, T])[] = [];
  const gone: T[] = [];
  for (const one of previous) {
    const same = named.get(one.name);
    if (same === undefined) gone.push(one);
    else both.push([one, same]);
  }
  const known = new Set(previous.map(({ name }) => name));
  const fresh = current.filter(({ name }) => !known.has(name));
  const renamed = gone.flatMap((one): (readonly [T, T])[] => {
    const [heir, ...others] = fresh.filter((other) => areAlike(one, other));
    if (heir === undefined || others.length > 0) return [];
    const rivals = gone.filter((other) => areAlike(other, heir));
    return rivals.length === 1 ? [[one, heir]] : [];
  });
  const moved = new Set(renamed.flat());
  return {
    both: [...both, ...renamed],
    removed: gone.filter((one) => !moved.has(one)),
    added: fresh.filter((one) => !moved.has(one)),
  };
}
