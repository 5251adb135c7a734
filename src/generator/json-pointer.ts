/** A JSON pointer (RFC 6901) with more tokens at its end. */
export function under(
  pointer: string,
  ...tokens: readonly (string | number)[]
): string {
  return tokens.reduce<string>(
    (path, token) => `${path}/${escaped(String(token))}`,
    pointer,
  );
}

function escaped(token: string): string {
  return token.includes("~") || token.includes("/")
    ? token.replaceAll("~", "~0").replaceAll("/", "~1")
    : token;
}

/** The tokens of a JSON pointer; none for "". */
export function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** True when `pointer` is `ancestor` or lies below it. */
export function isWithin(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}
