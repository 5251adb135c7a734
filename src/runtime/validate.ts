/**
 * What emitted validators call. Only JSON counts here: own members, and a member
 * whose value is `undefined` is absent, as `JSON.stringify` treats it.
 */

import { cut, type Details, type Rule } from "./sentence.js";

/** One reason why a value is not valid. */
export type Issue = {
  /** JSON pointer to the offending part of the value; "" is the value itself. */
  readonly instance: string;
  /** JSON pointer to the keyword in the schema. */
  readonly schema: string;
  readonly keyword: string;
  /** A sentence to act on, such as `must have the property "location"`. */
  readonly message: string;
};

/** An emitted check: true when the value fits. With `issues` it goes on after the first mismatch; `at` is where the value stands. */
export type Check = (value: unknown, issues?: Issue[], at?: string) => boolean;

/** What happens to a value that its schema refuses: nothing, a warning, an error. */
export type ValidationLevel = "off" | "warn" | "error";

type Json = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A JSON number: neither NaN nor infinite. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && value - value === 0;
}

/** An integer in the sense of JSON Schema: 1.0 is one. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** The own member, or undefined: `toString` and `__proto__` are ordinary names. */
export function own(value: Json, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * The object itself where all that it shows is its own, else a copy of its own
 * members: the names that not every object inherits can then be read as they are,
 * which is many times faster than asking for each.
 */
export function members(value: Json): Json {
  const parent: unknown = Object.getPrototypeOf(value);
  if (parent === null) return value;
  if (parent === Object.prototype && !isPolluted()) return value;
  const own = Object.getOwnPropertyDescriptors(value);
  return Object.create(null, own) as Json;
}

/** Whether somebody gave every object a further member. */
function isPolluted(): boolean {
  let found: string | undefined;
  for (const name in Object.prototype) found = name;
  return found !== undefined;
}

/** How many members an object has. */
export function size(value: Json): number {
  let count = 0;
  for (const key in value) if (own(value, key) !== undefined) count++;
  return count;
}

/** The length of a string in Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const high = text.charCodeAt(index);
    if (high < 0xd800 || high > 0xdbff) continue;
    const low = text.charCodeAt(index + 1);
    if (low < 0xdc00 || low > 0xdfff) continue;
    count--;
    index++;
  }
  return count;
}

/** Equality of JSON values: 1 equals 1.0, the order of members does not count. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isArray(a)) {
    if (!isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => equal(item, b[index]));
  }
  if (!isObject(a) || !isObject(b) || size(a) !== size(b)) return false;
  return Object.keys(a).every((key) => {
    const item = a[key];
    return item === undefined || equal(item, own(b, key));
  });
}

/** Whether one of the values equals `value`. */
export function includes(values: readonly unknown[], value: unknown): boolean {
  if (typeof value !== "object" || value === null)
    return values.includes(value);
  return values.some((item) => equal(item, value));
}

/** Whether exactly one of the verdicts is true: `oneOf`. */
export function isOne(...verdicts: readonly boolean[]): boolean {
  let count = 0;
  for (const verdict of verdicts) if (verdict) count++;
  return count === 1;
}

/** Whether no two items are equal. Takes time in proportion to the text of the items. */
export function isUnique(items: readonly unknown[]): boolean {
  if (items.length < 2) return true;
  const scalars = new Set<unknown>();
  const texts = new Set<string>();
  for (const item of items) {
    if (typeof item === "object" && item !== null) texts.add(canonical(item));
    else scalars.add(item);
  }
  return scalars.size + texts.size === items.length;
}

/** The same text for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (!isObject(item)) return item;
    const entries = Object.entries(item).filter(
      ([, part]) => part !== undefined,
    );
    return { entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)) };
  });
}

/** Whether `value` is a multiple of `step`, on the decimal digits that both are written with: 0.3 is one of 0.1. */
export function isMultiple(value: number, step: number): boolean {
  // beyond 2^53 the nearest double is another number: 1e300 is no multiple of 3
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step))
    return value % step === 0;
  const a = decimal(value);
  const b = decimal(step);
  const scale = Math.max(a.scale, b.scale);
  const wide = a.digits * 10n ** BigInt(scale - a.scale);
  return wide % (b.digits * 10n ** BigInt(scale - b.scale)) === 0n;
}

/** The number as digits × 10^-scale. */
function decimal(value: number): { digits: bigint; scale: number } {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale >= 0
    ? { digits, scale }
    : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** A reference token of a JSON pointer. */
export function token(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** More issues than this help nobody; a validator goes on but lists no more. */
export const maxIssues = 32;
/** Pointers into a value are cut here: how long they are is up to whoever sent it. */
export const maxPointer = 1000;

/** A list of issues; one with `details` also keeps what each keyword asks for. */
export type IssueList = Issue[] & { readonly details?: Details[] };

/** Notes a mismatch; always false, the verdict. `details` are what the keyword asks for. */
export function miss(
  issues: IssueList | undefined,
  instance: string,
  schema: string,
  [keyword, say]: Rule,
  ...details: Details
): false {
  if (issues === undefined || issues.length >= maxIssues) return false;
  // of `false` there is no keyword to point to
  const pointer = keyword === "false" ? schema : `${schema}/${keyword}`;
  const issue = {
    instance,
    schema: pointer,
    keyword,
    message: say(...details),
  };
  return note(issues, issue, details);
}

/** Adds an issue while there is room. Always false. */
export function note(issues: IssueList, issue: Issue, details: Details): false {
  if (issues.length < maxIssues) {
    issues.push({ ...issue, instance: cut(issue.instance, maxPointer) });
    issues.details?.push(details);
  }
  return false;
}

/**
 * The issues of a value that is not valid, undefined for one that is. A value nested
 * too deep for the stack is refused like any other: its depth is up to who sent it.
 */
export function issuesOf(
  check: Check,
  value: unknown,
): readonly Issue[] | undefined {
  try {
    // The first look allocates nothing; only a bad value is looked at twice.
    if (check(value)) return undefined;
    const issues: Issue[] = [];
    check(value, issues);
    return issues;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = "must not be nested so deeply";
    return [{ instance: "", schema: "", keyword: "depth", message }];
  }
}

/** The issues in one line, for people. */
export function sentences(issues: readonly Issue[]): string {
  return issues
    .map(({ instance, message }) => `${instance || "it"} ${message}`)
    .join("; ");
}

/** Which defaults to fill in where; plain data, printed by the generator. */
export type Defaults<Value = unknown> = {
  /** Stands for an absent value. */
  readonly default?: Value;
  readonly properties?: { readonly [name: string]: Defaults<Value> };
  /** For each item of an array. */
  readonly items?: Defaults<Value>;
};

/**
 * A copy of `value` with the defaults of `plan` in place of absent members; parts
 * that nothing is filled into are shared with `value`. An absent parent stays absent.
 */
export function fillDefaults(value: unknown, plan: Defaults): unknown {
  if (value === undefined) return copyOf(plan.default);
  if (isArray(value)) {
    const { items } = plan;
    if (items === undefined) return value;
    return value.map((item) => fillDefaults(item, items));
  }
  const { properties } = plan;
  if (properties === undefined || !isObject(value)) return value;
  const filled: [key: string, value: unknown][] = [];
  for (const [key, inner] of Object.entries(properties)) {
    const part = fillDefaults(own(value, key), inner);
    if (part !== undefined) filled.push([key, part]);
  }
  // neither spreading nor `fromEntries` takes a member `__proto__` for the prototype
  return { ...value, ...Object.fromEntries(filled) };
}

/** Each call gets its own copy of a default, so that a handler may change it. */
function copyOf(value: unknown): unknown {
  // a scalar is its own copy, and much sooner
  return typeof value === "object" ? JSON.parse(JSON.stringify(value)) : value;
}
