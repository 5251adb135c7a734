import { isJsonObject, member, type JsonValue } from "../../json.js";
import { formats } from "../form/formats.js";
import { compilePattern } from "../form/pattern.js";
import {
  hasAny,
  listed,
  optional,
  readMap,
  take,
  type Reader,
} from "./reader.js";
import {
  blankSchema,
  type ArrayRules,
  type Mutable,
  type Notes,
  type NumberRules,
  type ObjectRules,
  type Schema,
  type StringRules,
  type TypeName,
} from "../form/schema.js";

/** Title, description and the other words that check nothing. */
export function readNotes(value: JsonValue): Notes {
  if (!isJsonObject(value)) return {};
  const notes: Mutable<Notes> = {};
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

/** The allowed types; undefined when all are. */
export function readTypes(reader: Reader): readonly TypeName[] | undefined {
  const value = take<TypeName | readonly TypeName[]>(reader, "type");
  if (value === undefined) return undefined;
  const set = new Set([value].flat() as readonly TypeName[]);
  if (set.has("number")) set.delete("integer");
  return [...set];
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const stringWords = words("format minLength maxLength pattern");
const numberWords = words(
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
);
const objectWords = words(
  "properties patternProperties additionalProperties propertyNames required minProperties maxProperties " +
    "dependentRequired dependentSchemas dependencies unevaluatedProperties",
);
const arrayWords = words(
  "items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems",
);

/** The keywords of strings; undefined where none says anything, as in all that follow. */
export function readString(reader: Reader): StringRules | undefined {
  if (!hasAny(reader, stringWords)) return undefined;
  const format = take<string>(reader, "format") ?? "";
  const isAsserted = reader.dialect.assertsFormats && formats.has(format);
  const rules = {
    min: take<number>(reader, "minLength"),
    max: take<number>(reader, "maxLength"),
    pattern: take<string>(reader, "pattern"),
    format: isAsserted ? format : undefined,
  };
  return isEmpty(rules) ? undefined : rules;
}

/** The keywords of numbers. */
export function readNumber(reader: Reader): NumberRules | undefined {
  if (!hasAny(reader, numberWords)) return undefined;
  const rules = {
    minimum: take<number>(reader, "minimum"),
    maximum: take<number>(reader, "maximum"),
    exclusiveMinimum: take<number>(reader, "exclusiveMinimum"),
    exclusiveMaximum: take<number>(reader, "exclusiveMaximum"),
    multipleOf: take<number>(reader, "multipleOf"),
  };
  return isEmpty(rules) ? undefined : rules;
}

function isEmpty(rules: { readonly [key: string]: unknown }): boolean {
  return Object.values(rules).every((rule) => rule === undefined);
}

/** The keywords of objects. */
export function readObject(reader: Reader): ObjectRules | undefined {
  if (!hasAny(reader, objectWords)) return undefined;
  const { sub } = reader;
  const patterns = readMap(reader, "patternProperties", (value, suffix, key) =>
    compilePattern(key) === undefined ? undefined : sub(value, suffix),
  );
  const required = take<readonly string[]>(reader, "required");
  const dependentRequired = new Map<string, readonly string[]>();
  const dependentSchemas = new Map<string, Schema>();
  const readDependency = (value: JsonValue, suffix: string, key: string) => {
    if (isStrings(value)) {
      const before = dependentRequired.get(key) ?? [];
      dependentRequired.set(key, [...before, ...value]);
    } else {
      const made = sub(value, suffix);
      const before = dependentSchemas.get(key);
      dependentSchemas.set(key, before ? bothOf(before, made) : made);
    }
    return undefined;
  };
  readMap(reader, "dependentRequired", readDependency);
  readMap(reader, "dependentSchemas", readDependency);
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
    min: take<number>(reader, "minProperties"),
    max: take<number>(reader, "maxProperties"),
    dependentRequired,
    dependencyKeyword,
    dependentSchemas,
    unevaluated: optional(reader, "unevaluatedProperties"),
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

const isStrings = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** What `dependentSchemas` and the older `dependencies` say of one property. */
function bothOf(a: Schema, b: Schema): Schema {
  return { ...blankSchema, pointer: a.pointer, notes: {}, allOf: [a, b] };
}

/** The keywords of arrays. `items` is a list only where the dialect allows it, and `prefixItems` is there only where it does not. */
export function readArray(reader: Reader): ArrayRules | undefined {
  if (!hasAny(reader, arrayWords)) return undefined;
  const isListed = Array.isArray(take(reader, "items"));
  const prefix = listed(reader, isListed ? "items" : "prefixItems");
  const rest = optional(reader, isListed ? "additionalItems" : "items");
  const contains = optional(reader, "contains");
  const rules: ArrayRules = {
    prefix: prefix ?? [],
    rest,
    contains,
    minContains: take<number>(reader, "minContains") ?? 1,
    maxContains: take<number>(reader, "maxContains"),
    containsEvaluates: reader.dialect.containsEvaluates,
    min: take<number>(reader, "minItems"),
    max: take<number>(reader, "maxItems"),
    unique: take<boolean>(reader, "uniqueItems") === true,
    unevaluated: optional(reader, "unevaluatedItems"),
  };
  const some =
    rules.prefix.length > 0 ||
    rules.unique ||
    [rest, contains, rules.min, rules.max, rules.unevaluated].some(
      (rule) => rule !== undefined,
    );
  return some ? rules : undefined;
}
