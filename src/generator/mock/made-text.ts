import * as fc from "fast-check";
import { codePoints } from "../../runtime/validate.js";
import { compilePattern } from "../jsonschema/form/pattern.js";
import type { StringRules } from "../jsonschema/form/schema.js";
import type { Random } from "./random.js";

const words = (
  "amber birch cedar delta ember fjord grove harbor island juniper " +
  "kettle lantern meadow north orchard pebble quartz river summit tide"
).split(" ");

/** A few words, for people to read. */
export function madeWords(random: Random, count = 1 + random.below(3)): string {
  return Array.from({ length: count }, () => random.pick(words)).join(" ");
}

/** A text that the rules probably accept; `format` counts even where it is an annotation. */
export function madeText(
  rules: readonly StringRules[],
  format: string | undefined,
  random: Random,
): string {
  const pattern = rules.find((rule) => rule.pattern !== undefined)?.pattern;
  const matching = pattern === undefined ? undefined : textsOf(pattern);
  if (matching !== undefined) {
    const seed = random.below(2 ** 31);
    const [text = ""] = fc.sample(matching, { seed, numRuns: 1 });
    return text;
  }
  const made = format === undefined ? undefined : byFormat[format]?.(random);
  return made ?? fitted(madeWords(random), rules, random);
}

const known = new Map<string, fc.Arbitrary<string> | undefined>();

/** Texts that match a pattern; undefined where the library cannot follow it. */
function textsOf(pattern: string): fc.Arbitrary<string> | undefined {
  if (!known.has(pattern)) known.set(pattern, readPattern(pattern));
  return known.get(pattern);
}

function readPattern(pattern: string): fc.Arbitrary<string> | undefined {
  const regExp = compilePattern(pattern);
  try {
    return regExp && fc.stringMatching(regExp);
  } catch {
    // It has no lookaheads: words may match by chance, and what does not is never given out.
    return undefined;
  }
}

/** Words, until the text is long enough; cut where it is too long. */
function fitted(
  start: string,
  rules: readonly StringRules[],
  random: Random,
): string {
  const min = Math.max(0, ...rules.map((rule) => rule.min ?? 0));
  const max = Math.min(...rules.map((rule) => rule.max ?? Infinity));
  let text = start;
  while (codePoints(text) < min) text += ` ${random.pick(words)}`;
  return codePoints(text) <= max ? text : [...text].slice(0, max).join("");
}

const two = (value: number) => String(value).padStart(2, "0");
const date = (random: Random) =>
  `20${two(random.below(30))}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
const time = (random: Random) =>
  `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}Z`;
const hex = (random: Random, length: number) =>
  Array.from({ length }, () => random.below(16).toString(16)).join("");
const host = (random: Random) => `${random.pick(words)}.example`;
const mail = (random: Random) => `${random.pick(words)}@${host(random)}`;
const path = (random: Random) => `/${random.pick(words)}/${random.pick(words)}`;
const url = (random: Random) => `https://${host(random)}${path(random)}`;

const byFormat: { readonly [format: string]: (random: Random) => string } = {
  date,
  time,
  "date-time": (random) => `${date(random)}T${time(random)}`,
  duration: (random) => `PT${1 + random.below(90)}M`,
  email: mail,
  "idn-email": mail,
  hostname: host,
  "idn-hostname": host,
  ipv4: (random) => `192.0.2.${random.below(256)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  uri: url,
  iri: url,
  "uri-reference": path,
  "iri-reference": path,
  "uri-template": (random) => `${url(random)}/{id}`,
  uuid: (random) =>
    `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
  "json-pointer": path,
  "relative-json-pointer": (random) => `0${path(random)}`,
  regex: (random) => `^${random.pick(words)}$`,
};
