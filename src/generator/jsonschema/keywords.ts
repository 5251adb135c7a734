import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../json.js";
import type { Dialect } from "./dialect.js";
import { under } from "../json-pointer.js";
import {
  kinds,
  type ArrayRules,
  type Notes,
  type NumberRules,
  type ObjectRules,
  type Schema,
  type SchemaProblem,
  type StringRules,
  type TypeName,
} from "./schema.js";

/** A schema object being read. */
export type Reader = {
  readonly value: JsonObject;
  readonly dialect: Dialect;
  readonly sub: (child: JsonValue, suffix: string) => Schema;
  readonly report: (
    severity: SchemaProblem["severity"],
    code: string,
    what: string,
    mend: string,
    suffix?: string,
  ) => void;
};

/** Title, description and the other words that check nothing. */
export function readNotes(value: JsonValue): Notes {
  if (!isJsonObject(value)) return {};
  const notes: { -readonly [K in keyof Notes]: Notes[K] } = {};
  const title = member(value, "title");
  const description = member(value, "description");
  const format = member(value, "format");
  const examples = member(value, "examples");
  const preset = member(value, "default");
  if (typeof title === "string") notes.title = title;
  if (typeof description === "string") notes.description = description;
  if (typeof format === "string") notes.format = format;
  if (Array.isArray(examples)) notes.examples = examples as JsonValue[];
  if (preset !== undefined) notes.default = preset;
  if (member(value, "deprecated") === true) notes.deprecated = true;
  return notes;
}

function malformed(reader: Reader, keyword: string, mend: string): void {
  const what = `has a value of ${keyword} that no dialect allows; it is ignored`;
  reader.report("warning", "SCHEMA_KEYWORD_MALFORMED", what, mend);
}

/** The own value of a keyword when it has the right form; else undefined, with a warning when it is there. */
function take<T extends JsonValue>(
  reader: Reader,
  keyword: string,
  is: (value: JsonValue) => value is T,
  mend: string,
): T | undefined {
  const value = member(reader.value, keyword);
  if (value === undefined) return undefined;
  if (is(value)) return value;
  malformed(reader, keyword, mend);
  return undefined;
}

const isNumber = (value: JsonValue): value is number =>
  typeof value === "number" && Number.isFinite(value);
const isCount = (value: JsonValue): value is number =>
  isNumber(value) && Number.isInteger(value) && value >= 0;
const isStrings = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
const isText = (value: JsonValue): value is string => typeof value === "string";
const isList = (value: JsonValue): value is readonly JsonValue[] =>
  Array.isArray(value);

const count = (reader: Reader, keyword: string) =>
  take(reader, keyword, isCount, "write a whole number, 0 or more");
const number = (reader: Reader, keyword: string) =>
  take(reader, keyword, isNumber, "write a number");

const typeNames: ReadonlySet<string> = new Set([...kinds, "integer"]);

/** The allowed types; undefined when all are. */
export function readTypes(reader: Reader): readonly TypeName[] | undefined {
  const value = member(reader.value, "type");
  if (value === undefined) return undefined;
  const names = [value].flat() as readonly JsonValue[];
  if (!names.every((name) => isText(name) && typeNames.has(name))) {
    malformed(
      reader,
      "type",
      "use string, number, integer, boolean, null, array or object",
    );
    return undefined;
  }
  const set = new Set(names as readonly TypeName[]);
  if (set.has("number")) set.delete("integer");
  return [...set];
}

/** The keywords of strings; undefined where none says anything, as in all that follow. */
export function readString(reader: Reader): StringRules | undefined {
  const min = count(reader, "minLength");
  const max = count(reader, "maxLength");
  const pattern = take(reader, "pattern", isText, "write a regular expression");
  const usable =
    pattern !== undefined && checkPattern(reader, pattern, "pattern");
  const rules = { min, max, pattern: usable ? pattern : undefined };
  return isEmpty(rules) ? undefined : rules;
}

const compiled = new Map<string, RegExp | undefined>();

/** The pattern under `u` as the specification asks, without it for the sloppy ones that are common, or undefined. */
export function compilePattern(pattern: string): RegExp | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  let made: RegExp | undefined;
  for (const flags of ["", "u"]) {
    try {
      made = new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  compiled.set(pattern, made);
  return made;
}

function checkPattern(
  reader: Reader,
  pattern: string,
  keyword: string,
): boolean {
  if (compilePattern(pattern) !== undefined) return true;
  const what = `has the pattern ${JSON.stringify(pattern)}, which is no regular expression`;
  reader.report(
    "error",
    "SCHEMA_PATTERN_INVALID",
    what,
    "write an ECMAScript regular expression",
    `/${keyword}`,
  );
  return false;
}

/** The keywords of numbers. */
export function readNumber(reader: Reader): NumberRules | undefined {
  const multipleOf = number(reader, "multipleOf");
  const rules = {
    minimum: number(reader, "minimum"),
    maximum: number(reader, "maximum"),
    exclusiveMinimum: number(reader, "exclusiveMinimum"),
    exclusiveMaximum: number(reader, "exclusiveMaximum"),
    multipleOf:
      multipleOf !== undefined && multipleOf > 0 ? multipleOf : undefined,
  };
  if (multipleOf !== undefined && multipleOf <= 0) {
    malformed(reader, "multipleOf", "write a number above 0");
  }
  return isEmpty(rules) ? undefined : rules;
}

function isEmpty(rules: { readonly [key: string]: unknown }): boolean {
  return Object.values(rules).every((rule) => rule === undefined);
}

function readMap<T>(
  reader: Reader,
  keyword: string,
  each: (value: JsonValue, suffix: string, key: string) => T | undefined,
): Map<string, T> {
  const found = new Map<string, T>();
  const value = take(reader, keyword, isJsonObject, "write an object");
  for (const key of Object.keys(value ?? {})) {
    const made = each(
      value?.[key] as JsonValue,
      under(`/${keyword}`, key),
      key,
    );
    if (made !== undefined) found.set(key, made);
  }
  return found;
}

function optional(reader: Reader, keyword: string): Schema | undefined {
  const value = member(reader.value, keyword);
  return value === undefined ? undefined : reader.sub(value, `/${keyword}`);
}

/** The keywords of objects. */
export function readObject(reader: Reader): ObjectRules | undefined {
  const { sub, dialect } = reader;
  const { asserts } = dialect;
  const patterns = readMap(reader, "patternProperties", (value, suffix, key) =>
    checkPattern(reader, key, "patternProperties")
      ? sub(value, suffix)
      : undefined,
  );
  const required = asserts
    ? take(reader, "required", isStrings, "write a list of property names")
    : undefined;
  const dependentRequired = new Map<string, readonly string[]>();
  const dependentSchemas = new Map<string, Schema>();
  const readDependency = (value: JsonValue, suffix: string, key: string) => {
    if (isStrings(value)) {
      const before = dependentRequired.get(key) ?? [];
      dependentRequired.set(key, [...before, ...value]);
    } else dependentSchemas.set(key, sub(value, suffix));
    return undefined;
  };
  const modern = dialect.dynamic !== "none";
  if (modern) {
    if (asserts) readMap(reader, "dependentRequired", readDependency);
    readMap(reader, "dependentSchemas", readDependency);
  }
  const dependencyKeyword =
    dependentRequired.size > 0 ? "dependentRequired" : "dependencies";
  readMap(reader, "dependencies", readDependency);
  const rules: ObjectRules = {
    properties: readMap(reader, "properties", (value, suffix) =>
      sub(value, suffix),
    ),
    patterns: [...patterns],
    additional: optional(reader, "additionalProperties"),
    names: optional(reader, "propertyNames"),
    required: [...new Set(required)],
    min: asserts ? count(reader, "minProperties") : undefined,
    max: asserts ? count(reader, "maxProperties") : undefined,
    dependentRequired,
    dependencyKeyword,
    dependentSchemas,
    unevaluated: modern ? optional(reader, "unevaluatedProperties") : undefined,
  };
  const some =
    [rules.properties, dependentRequired, dependentSchemas].some(
      (map) => map.size > 0,
    ) ||
    rules.patterns.length + rules.required.length > 0 ||
    [
      rules.additional,
      rules.names,
      rules.min,
      rules.max,
      rules.unevaluated,
    ].some((rule) => rule !== undefined);
  return some ? rules : undefined;
}

/** The keywords of arrays; which of them count is the dialect's choice. */
export function readArray(reader: Reader): ArrayRules | undefined {
  const { sub, dialect, value } = reader;
  const items = member(value, "items");
  const listed = dialect.listItems && items !== undefined && isList(items);
  const keyword = dialect.listItems ? "items" : "prefixItems";
  const prefix =
    listed || !dialect.listItems
      ? (take(reader, keyword, isList, "write a list of schemas") ?? [])
      : [];
  const restKeyword = listed ? "additionalItems" : "items";
  const contains = optional(reader, "contains");
  const { asserts } = dialect;
  const modern = dialect.dynamic !== "none" && asserts;
  const unique = asserts
    ? take(
        reader,
        "uniqueItems",
        (flag) => typeof flag === "boolean",
        "write true or false",
      )
    : false;
  const rules: ArrayRules = {
    prefix: prefix.map((item, index) => sub(item, `/${keyword}/${index}`)),
    rest: optional(reader, restKeyword),
    contains,
    minContains: (modern ? count(reader, "minContains") : undefined) ?? 1,
    maxContains: modern ? count(reader, "maxContains") : undefined,
    containsEvaluates: dialect.containsEvaluates,
    min: asserts ? count(reader, "minItems") : undefined,
    max: asserts ? count(reader, "maxItems") : undefined,
    unique: unique === true,
    unevaluated:
      dialect.dynamic === "none"
        ? undefined
        : optional(reader, "unevaluatedItems"),
  };
  const some =
    rules.prefix.length > 0 ||
    rules.unique ||
    [rules.rest, contains, rules.min, rules.max, rules.unevaluated].some(
      (rule) => rule !== undefined,
    );
  return some ? rules : undefined;
}
