import { distance } from "fastest-levenshtein";
import { byCodeUnit } from "../json.js";

/**
 * The word that was probably meant: at most a third of its letters away, and equal
 * but for case and separators at any length. Undefined where none is near.
 */
export function closest(
  word: string,
  known: readonly string[],
): string | undefined {
  const plain = (text: string): string =>
    text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const ranked = known
    .map((one) => ({ one, far: distance(plain(word), plain(one)) }))
    .filter(({ one, far }) => far <= Math.max(1, Math.floor(one.length / 3)))
    .sort((a, b) => a.far - b.far || byCodeUnit(a.one, b.one));
  return ranked[0]?.one;
}
