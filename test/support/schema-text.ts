import fc from "fast-check";
import type { Random } from "./random.js";

/** Texts that show off: nothing, one code point in two units, a combining mark, pointer signs, digits. */
const texts: readonly string[] = [
  "",
  "a",
  "ab",
  "abc",
  "b1",
  "12",
  "2024-05-17",
  "https://example.com/a?b=c",
  "😀",
  "é",
  "e\u0301",
  "a/b~c",
  "toString",
  "A long sentence with spaces, and a full stop.",
];

const poolSize = 24;
const pools = new Map<string, readonly string[]>();

/** A text that matches the patterns, and has about `min` to `max` code points, as far as that is easy. */
export function drawText(
  patterns: readonly string[],
  min: number,
  max: number,
  random: Random,
): string {
  const fits = (text: string) => {
    const length = [...text].length;
    return length >= min && length <= max;
  };
  const [first, ...others] = patterns;
  const pool = (first === undefined ? texts : matching(first)).filter(
    (text) => fits(text) && others.every((other) => regExp(other).test(text)),
  );
  if (pool.length > 0) return random.pick(pool);
  if (first !== undefined) return random.pick(matching(first));
  const unit = random.pick(["a", "é", "😀"]);
  return unit.repeat(Math.min(Math.max(min, 0), 5000));
}

/** A regular expression as JSON Schema means it. */
export function regExp(pattern: string): RegExp {
  return new RegExp(pattern, "u");
}

/** Texts that match a pattern, the same ones each time. */
function matching(pattern: string): readonly string[] {
  const before = pools.get(pattern);
  if (before !== undefined) return before;
  const tested = regExp(pattern);
  const made = [...texts.filter((text) => tested.test(text))];
  try {
    const numRuns = poolSize;
    made.push(...fc.sample(fc.stringMatching(tested), { seed: 1, numRuns }));
  } catch (error) {
    // fast-check makes nothing for lookaheads; a text that is at hand must do then
    if (made.length === 0) throw error;
  }
  pools.set(pattern, made);
  return made;
}
