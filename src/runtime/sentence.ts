/**
 * The sentences of validation issues: what a value must do, for a person or a model
 * to act on. What a peer sent, and long lists, are shown in part only.
 */

/** More values or names than this are counted instead of shown. */
const maxShown = 20;
/** Characters of one value that are shown. */
const maxText = 100;

const nothing = "must not be there: no value is allowed";

/** What a keyword asks for: a limit, a name, a type in words, values. */
export type Details = readonly unknown[];

/** A keyword, and what it says of what it asks for: `must have the property "location"`. */
export type Rule = readonly [
  keyword: string,
  say: (detail?: unknown, ...more: Details) => string,
];

// Each is a value of its own, so that a bundle has those alone that its validators name.

export const typeRule: Rule = ["type", words];
export const formatRule: Rule = ["format", words];
export const enumRule: Rule = [
  "enum",
  (values) => oneOf(values as readonly unknown[]),
];
export const constRule: Rule = ["const", (value) => `must be ${show(value)}`];
export const minimumRule: Rule = [
  "minimum",
  (limit) => `must be at least ${show(limit)}`,
];
export const maximumRule: Rule = [
  "maximum",
  (limit) => `must be at most ${show(limit)}`,
];
export const exclusiveMinimumRule: Rule = [
  "exclusiveMinimum",
  (limit) => `must be more than ${show(limit)}`,
];
export const exclusiveMaximumRule: Rule = [
  "exclusiveMaximum",
  (limit) => `must be less than ${show(limit)}`,
];
export const multipleOfRule: Rule = [
  "multipleOf",
  (step) => `must be a multiple of ${show(step)}`,
];
export const minLengthRule: Rule = [
  "minLength",
  (limit) => atLeast(limit, "character"),
];
export const maxLengthRule: Rule = [
  "maxLength",
  (limit) => atMost(limit, "character"),
];
export const patternRule: Rule = [
  "pattern",
  (source) => `must match the pattern ${cut(String(source), 500)}`,
];
export const minItemsRule: Rule = [
  "minItems",
  (limit) => atLeast(limit, "item"),
];
export const maxItemsRule: Rule = ["maxItems", atMostItems];
export const itemsRule: Rule = ["items", atMostItems];
export const additionalItemsRule: Rule = ["additionalItems", atMostItems];
export const uniqueItemsRule: Rule = [
  "uniqueItems",
  () => "must not have two equal items",
];
export const containsRule: Rule = ["contains", containsAtLeast];
export const minContainsRule: Rule = ["minContains", containsAtLeast];
export const maxContainsRule: Rule = [
  "maxContains",
  (limit, rule, ...details) => containing(atMost, limit, rule, details),
];
export const minPropertiesRule: Rule = [
  "minProperties",
  (limit) => atLeast(limit, "property", "properties"),
];
export const maxPropertiesRule: Rule = [
  "maxProperties",
  (limit) => atMost(limit, "property", "properties"),
];
export const requiredRule: Rule = [
  "required",
  (name) => `must have the property ${show(name)}`,
];
export const dependentRequiredRule: Rule = ["dependentRequired", depending];
export const dependenciesRule: Rule = ["dependencies", depending];
export const propertyNamesRule: Rule = ["propertyNames", unknownName];
export const additionalPropertiesRule: Rule = [
  "additionalProperties",
  unknownName,
];
export const unevaluatedPropertiesRule: Rule = [
  "unevaluatedProperties",
  unknownName,
];
export const unevaluatedItemsRule: Rule = ["unevaluatedItems", () => nothing];
/** Of a schema that is `false`. */
export const falseRule: Rule = ["false", () => nothing];
/** The details are the one keyword of the schema, where it has no other, and its details. */
export const notRule: Rule = [
  "not",
  (rule, ...details) =>
    isRule(rule)
      ? rule[1](...details).replace("must", "must not")
      : "must not match the schema of not",
];
export const anyOfRule: Rule = [
  "anyOf",
  () => "must match at least one of the alternatives",
];
export const oneOfRule: Rule = [
  "oneOf",
  () => "must match exactly one of the alternatives",
];

function isRule(detail: unknown): detail is Rule {
  return Array.isArray(detail);
}

/** The detail is what the value must be, in words. */
function words(detail: unknown): string {
  return `must be ${String(detail)}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 0
    ? nothing
    : `must be one of ${list(values.map(show))}`;
}

function atLeast(limit: unknown, one: string, many = `${one}s`): string {
  return `must have at least ${show(limit)} ${limit === 1 ? one : many}`;
}

function atMost(limit: unknown, one: string, many = `${one}s`): string {
  return `must have at most ${show(limit)} ${limit === 1 ? one : many}`;
}

function atMostItems(limit: unknown): string {
  return atMost(limit, "item");
}

function containsAtLeast(
  limit: unknown,
  rule?: unknown,
  ...details: Details
): string {
  return containing(atLeast, limit, rule, details);
}

/** How many items are asked for, and what of each where one keyword says it. */
function containing(
  count: typeof atLeast,
  limit: unknown,
  rule: unknown,
  details: Details,
): string {
  const what = "that matches the schema of contains";
  const many = "items that match the schema of contains";
  const said = count(limit, `item ${what}`, many);
  return isRule(rule) ? `${said}: it ${rule[1](...details)}` : said;
}

function depending(missing: unknown, present: unknown): string {
  return `must have the property ${show(missing)} because it has ${show(present)}`;
}

/** The details are the name, and the names that are known, one by one or as a set. */
function unknownName(name: unknown, ...known: Details): string {
  const names = known.flatMap((one) =>
    one instanceof Set ? [...(one as ReadonlySet<string>)] : [String(one)],
  );
  const said = `must not have the property ${show(name)}`;
  const meant = closest(String(name), names);
  if (meant !== undefined) return `${said} (did you mean ${show(meant)}?)`;
  if (names.length === 0) return said;
  return `${said} (it may have ${list(names.map(show))})`;
}

/** The name that was misspelt, if one is near: one edit in three letters, two at most. */
function closest(name: string, known: readonly string[]): string | undefined {
  const plain = lettersOf(name);
  for (let edits = 0; edits <= 2 && edits * 3 <= plain.length; edits++) {
    const found = known.find((one) => isNear(lettersOf(one), plain, edits));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `zipCode`, `zip_code` and `ZIP-Code` are spelt alike. */
function lettersOf(name: string): string {
  return name.slice(0, maxText).toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** Whether so many letters left out, added, changed or swapped with the next lead from one text to the other. */
function isNear(a: string, b: string, edits: number): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [x, y] = [a.slice(same), b.slice(same)];
  if (edits === 0 || x === y) return x === y;
  const swapped = x[0] === y[1] && x[1] === y[0];
  return (
    isNear(x.slice(1), y, edits - 1) ||
    isNear(x, y.slice(1), edits - 1) ||
    isNear(x.slice(1), y.slice(1), edits - 1) ||
    (swapped && isNear(x.slice(2), y.slice(2), edits - 1))
  );
}

/** The beginning of a text; a mark stands for the rest. */
export function cut(text: string, length = maxText): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** A JSON value as text of bounded length. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  return cut(JSON.stringify(value));
}

/** `a, b, c`; of many the first, and how many more there are. */
function list(texts: readonly string[]): string {
  const more = texts.length - maxShown;
  if (more <= 1) return texts.join(", ");
  return `${texts.slice(0, maxShown).join(", ")} and ${more} more`;
}

/** `a, b or c`; of many as `list`. */
export function anyOne(texts: readonly string[]): string {
  if (texts.length > maxShown) return `one of ${list(texts)}`;
  const [last = ""] = texts.slice(-1);
  return texts.length === 1
    ? last
    : `${texts.slice(0, -1).join(", ")} or ${last}`;
}
