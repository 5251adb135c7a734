/**
 * Splits a command line into words as a POSIX shell would, and does nothing else that
 * a shell does: no variables, no patterns, no pipes. Quotes of both kinds group, a
 * backslash takes the next character as it is. Undefined where a quote is not closed.
 */
export function splitCommand(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    const escapes =
      char === "\\" && next !== "" && (quote === "" || /["\\$`]/.test(next));
    if (escapes && quote !== "'") {
      word = (word ?? "") + next;
      at++;
    } else if (char === quote) quote = "";
    else if (quote !== "") word = (word ?? "") + char;
    else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (!/\s/.test(char)) word = (word ?? "") + char;
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  if (word !== undefined) words.push(word);
  return quote === "" ? words : undefined;
}
