/** Foreign text in a sentence: quoted, cut when long. */
export function shown(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return JSON.stringify(short);
}

/** "a", "a or b", "a, b or c". */
export function oneOf(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/**
 * Makes control characters, and those that turn the direction of text, visible, so
 * that text from a manifest can neither drive a terminal nor break a line.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
