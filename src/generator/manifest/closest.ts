import { distance } from "fastest-levenshtein";
import { byCodeUnit } from "../json.js";

/** Letters that differ; a word that goes on longer than meant (`warning`) is near. */
function far(word: string, known: string): number {
  const goesOn = known.length > 2 && word.startsWith(known);
  return goesOn ? 1 : distance(word, known);
}

/** How many letters may differ: `opne` means `open`, but `no` does not mean `as`. */
function reach(word: string): number {
  return word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
}

/**
 * The word that was probably meant: at most a third of its letters away, two in a short
 * word; case and separators do not count. Undefined where none is near.
 */
export function closest(
  word: string,
  known: readonly string[],
): string | undefined {
  const plain = (text: string): string =>
    text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const ranked = known
    .map((one) => ({
      one,
      far: far(plain(word), plain(one)),
      letters: distance(plain(word), plain(one)),
    }))
    .filter((ranked) => ranked.far <= reach(ranked.one))
    .sort(
      (a, b) =>
        a.far - b.far || a.letters - b.letters || byCodeUnit(a.one, b.one),
    );
  return ranked[0]?.one;
}
