import type { JsonValue } from "../json.js";
import type { Secret } from "./server-source.js";

/** Puts placeholders in the place of secrets, and remembers which there were. */
export type Hiding = {
  readonly text: (text: string) => string;
  /** Every text of a JSON value, names of members included. */
  readonly json: (value: JsonValue) => JsonValue;
  /** The placeholders that were needed, sorted. */
  readonly used: () => readonly string[];
};

/** Shorter ones stand in ordinary text by accident. */
const shortest = 6;

/** Values that are settings rather than secrets: words, numbers of a port, places on the disk. */
const ordinary =
  /^(?:[A-Za-z]{1,15}|\d{1,8}|\.{0,2}[/\\].*|~.*|[A-Za-z]:\\.*)$/s;

/** Hides what a server was given and may repeat in what it says. */
export function hideSecrets(secrets: readonly Secret[]): Hiding {
  const used = new Set<string>();
  const telling = secrets
    .filter(({ value }) => value.length >= shortest && !ordinary.test(value))
    // A secret may hold another one.
    .sort((a, b) => b.value.length - a.value.length);
  const text = (given: string): string =>
    telling.reduce((rest, { value, shownAs }) => {
      if (!rest.includes(value)) return rest;
      used.add(shownAs);
      return rest.replaceAll(value, () => shownAs);
    }, given);
  const json = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(json);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [text(key), json(item)]),
    );
  };
  return {
    text,
    json: telling.length === 0 ? (value) => value : json,
    used: () => [...used].sort(),
  };
}
