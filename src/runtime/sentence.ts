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

/** What `keyword` says, such as `must have the property "location"`. */
export function sentence(keyword: string, details: Details): string {
  return wordings[keyword]?.(...details) ?? nothing;
}

type Wording = (detail?: unknown, ...more: Details) => string;

/** What each keyword says of what it asks for; `false` and `unevaluatedItems` ask for nothing. */
const wordings: { readonly [keyword: string]: Wording } = {
  type: words,
  format: words,
  enum: (values) => oneOf(values as readonly unknown[]),
  const: (value) => `must be ${show(value)}`,
  minimum: (limit) => `must be at least ${show(limit)}`,
  maximum: (limit) => `must be at most ${show(limit)}`,
  exclusiveMinimum: (limit) => `must be more than ${show(limit)}`,
  exclusiveMaximum: (limit) => `must be less than ${show(limit)}`,
  multipleOf: (step) => `must be a multiple of ${show(step)}`,
  minLength: (limit) => atLeast(limit, "character"),
  maxLength: (limit) => atMost(limit, "character"),
  pattern: (source) => `must match the pattern ${cut(String(source), 500)}`,
  minItems: (limit) => atLeast(limit, "item"),
  maxItems: (limit) => atMost(limit, "item"),
  items: (limit) => atMost(limit, "item"),
  additionalItems: (limit) => atMost(limit, "item"),
  uniqueItems: () => "must not have two equal items",
  contains: containing(atLeast),
  minContains: containing(atLeast),
  maxContains: containing(atMost),
  minProperties: (limit) => atLeast(limit, "property", "properties"),
  maxProperties: (limit) => atMost(limit, "property", "properties"),
  required: (name) => `must have the property ${show(name)}`,
  dependentRequired: depending,
  dependencies: depending,
  propertyNames: unknownName,
  additionalProperties: unknownName,
  unevaluatedProperties: unknownName,
  not: (keyword, ...details) =>
    typeof keyword === "string"
      ? sentence(keyword, details).replace("must", "must not")
      : "must not match the schema of not",
  anyOf: () => "must match at least one of the alternatives",
  oneOf: () => "must match exactly one of the alternatives",
};

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

/** The details are how many items are asked for, and what of each where one keyword says it. */
function containing(count: typeof atLeast): Wording {
  return (limit, keyword, ...details) => {
    const what = "that matches the schema of contains";
    const many = "items that match the schema of contains";
    const said = count(limit, `item ${what}`, many);
    if (typeof keyword !== "string") return said;
    return `${said}: it ${sentence(keyword, details)}`;
  };
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
