/**
 * Keys that a template literal type describes exactly: the texts in their order, with
 * any characters between them. `["x-", ""]` is every key that starts with `x-`.
 */
export type KeyPattern = readonly string[];

/** Characters that mean themselves, in a regular expression (escaped or not) and in a template. */
const plain = String.raw`(?:[^\\^$.*+?()[\]{}|\p{Cs}]|\\[-./_])*`;
const shape = new RegExp(`^(\\^?)(${plain})(\\$?)$`, "u");

/** Where a pattern may begin or end anywhere, these ask for nothing. */
const idleStart = /^(?:\.[*?]|\.\*\?)/;
const idleEnd = /(?:(?<!\\)\.[*?]|(?<![\\^$.*+?()[\]{}|])[A-Za-z0-9_-][*?])$/;

/** The keys that match a regular expression, where a template says exactly the same. */
export function keyPattern(source: string): KeyPattern | undefined {
  let rest = source;
  while (!rest.startsWith("^") && idleStart.test(rest)) {
    rest = rest.replace(idleStart, "");
  }
  while (!rest.endsWith("$") && idleEnd.test(rest)) {
    rest = rest.replace(idleEnd, "");
  }
  const [, start, text, end] = shape.exec(rest) ?? [];
  if (text === undefined) return undefined;
  const literal = text.replaceAll(/\\(.)/g, "$1");
  if (start === "^" && end === "$") return [literal];
  if (start === "^") return [literal, ""];
  if (end === "$") return ["", literal];
  return literal === "" ? ["", ""] : ["", literal, ""];
}

/** Whether the pattern asks for nothing. */
export function matchesAll(pattern: KeyPattern): boolean {
  return pattern.length > 1 && pattern.every((text) => text === "");
}

/** Whether a key matches. */
export function matchesKey(pattern: KeyPattern, key: string): boolean {
  const [first = "", ...more] = pattern;
  if (more.length === 0) return key === first;
  const last = more.at(-1) ?? "";
  const inner = key.slice(first.length, key.length - last.length);
  return (
    key.length >= first.length + last.length &&
    key.startsWith(first) &&
    key.endsWith(last) &&
    more.slice(0, -1).every((text) => inner.includes(text))
  );
}

/** Whether every key of `inner` may match `outer`, as TypeScript sees it; never false where all do. */
export function covers(outer: KeyPattern, inner: KeyPattern): boolean {
  return outer !== inner && matchesKey(outer, inner.join(""));
}
