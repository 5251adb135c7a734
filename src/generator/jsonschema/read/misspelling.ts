import { distance } from "fastest-levenshtein";

/** Words that others use in schemas and that mean nothing else. */
const vendorWords: ReadonlySet<string> = new Set(["example", "id", "ref"]);

const letters = (word: string): string => [...word].sort().join("");

/** One letter too many, missing or wrong, two in a long word, or letters in another order. */
function isNear(word: string, keyword: string): boolean {
  const far = distance(word, keyword);
  if (keyword.length < 4 || far > 2) return false;
  return far < 2 || keyword.length > 7 || letters(word) === letters(keyword);
}

/** `min_length` and `minlength` spell `minLength` as other languages do. */
const plain = (word: string): string =>
  word.toLowerCase().replaceAll(/[-_]/g, "");

/** The keyword that a word without meaning was probably meant to be; undefined where none is near. */
export function keywordMeant(
  word: string,
  keywords: Iterable<string>,
): string | undefined {
  if (vendorWords.has(word) || /^x[-_]/i.test(word)) return undefined;
  for (const keyword of keywords) {
    const isSpelling = plain(word) === plain(keyword);
    if (isSpelling || isNear(word, keyword)) return keyword;
  }
  return undefined;
}
