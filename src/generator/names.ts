import { isIdentifier } from "./code.js";

/** The identifiers of one emitted file. The order of calls decides the names, never a clock or a hash. */
export type Names = {
  /** Takes a name; false when it was taken already. */
  readonly reserve: (name: string) => boolean;
  /** Takes and returns `wanted`, or `wanted2`, `wanted3`, … when it is taken. */
  readonly unique: (wanted: string) => string;
};

/**
 * Globals that emitted code uses, and names that TypeScript refuses for a type:
 * a definition called `Set` must not shadow the one that a validator calls.
 */
const taken = [
  ..."any bigint boolean never null number object string symbol undefined unknown void".split(
    " ",
  ),
  ..."Array Infinity NaN Number Object Promise RegExp Set String globalThis".split(
    " ",
  ),
];

/** An empty table of names; `reserved` adds to the few that no emitted file may define. */
export function createNames(reserved: Iterable<string> = []): Names {
  const used = new Set([...taken, ...reserved]);
  const reserve = (name: string) => {
    if (used.has(name)) return false;
    used.add(name);
    return true;
  };
  // where the search for a free number goes on: a thousand tools may want one name
  const next = new Map<string, number>();
  const unique = (wanted: string) => {
    let name = wanted;
    let count = next.get(wanted) ?? 2;
    for (; !reserve(name); count++) name = `${wanted}${count}`;
    next.set(wanted, count);
    return name;
  };
  return { reserve, unique };
}

/** `wanted`, or the first of `wanted2`, `wanted3`, … that is not taken. */
export function firstFree(
  wanted: string,
  isTaken: (name: string) => boolean,
): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count++) name = `${wanted}${count}`;
  return name;
}

/** `weather_current` → `WeatherCurrent`. Always an identifier; text without letters or digits gives `_`. */
export function pascalCase(text: string): string {
  const joined = words(text)
    .map((word) => upperFirst(word))
    .join("");
  return bindingOf(started(joined));
}

/** `weather_current` → `weatherCurrent`, `HTTPGet` → `httpGet`. Always fit for a member, which reserved words are too. */
export function memberName(text: string): string {
  const [first = "", ...rest] = words(text);
  return started(lowerFirst(first) + rest.map(upperFirst).join(""));
}

/** A member's name as an identifier: reserved words get a `_`. */
export function bindingOf(member: string): string {
  return isIdentifier(member) ? member : `${member}_`;
}

/** The name of a member of this kind of text, as an identifier. */
export function camelCase(text: string): string {
  return bindingOf(memberName(text));
}

/** ASCII text that has one character of punctuation between its words. */
const plainWords = /^[A-Za-z0-9$]+(?:[-_/. ][A-Za-z0-9$]+)*$/;

function words(text: string): string[] {
  if (plainWords.test(text)) return text.split(/[-_/. ]/);
  return text
    .normalize("NFC")
    .split(/[^\p{ID_Continue}$]+|[_\u200c\u200d]+/u)
    .filter((word) => word !== "");
}

function upperFirst(word: string): string {
  if (/^[a-z]/.test(word)) return word.charAt(0).toUpperCase() + word.slice(1);
  const [first = ""] = word;
  const upper = first.toUpperCase();
  // "ß" becomes "SS" and "ŉ" two letters: keep what has no single capital
  return [...upper].length === 1 ? upper + word.slice(first.length) : word;
}

/** Lowers a leading run of capitals, but for the one that starts the next word. */
function lowerFirst(word: string): string {
  if (/^[a-z]/.test(word)) return word;
  return word.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+/u, (run) =>
    run.toLowerCase(),
  );
}

/** What no digit begins, and what is not empty. */
function started(name: string): string {
  if (/^[a-z]/i.test(name)) return name;
  return /^[\p{ID_Start}$_]/u.test(name) ? name : `_${name}`;
}
