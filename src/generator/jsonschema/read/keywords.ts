import { isJsonObject, type JsonObject, type JsonValue } from "../../json.js";
import { formats } from "../form/formats.js";
import { compilePattern } from "../form/pattern.js";
import { eachMember, listed, optional, take, type Reader } from "./reader.js";
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
  const notes: Mutable<Notes> = {};
  if (!isJsonObject(value)) return notes;
  for (const keyword of Object.keys(value)) {
    const said = value[keyword] as JsonValue;
    if (keyword === "default") notes.default = said;
    else if (typeof said === "string") {
      if (isText(keyword)) notes[keyword] = said;
    } else if (keyword === "examples" && Array.isArray(said)) {
      notes.examples = said as readonly JsonValue[];
    } else if (keyword === "deprecated" && said === true) {
      notes.deprecated = true;
    }
  }
  return notes;
}

const isText = (word: string): word is "title" | "description" | "format" =>
  word === "description" || word === "title" || word === "format";

/** What keywords are about. */
type Topic = "string" | "number" | "object" | "array" | "applicators";

const topics: readonly (readonly [topic: Topic, keywords: string])[] = [
  ["string", "format minLength maxLength pattern"],
  ["number", "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"],
  [
    "object",
    "properties patternProperties additionalProperties propertyNames required minProperties maxProperties " +
      "dependentRequired dependentSchemas dependencies unevaluatedProperties",
  ],
  [
    "array",
    "items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems",
  ],
  ["applicators", "allOf anyOf oneOf not if"],
];

const topicOf: ReadonlyMap<string, Topic> = new Map(
  topics.flatMap(([topic, keywords]) =>
    keywords.split(" ").map((keyword) => [keyword, topic]),
  ),
);

/** What a schema says something about: most say nothing of most kinds of value. */
export function topicsOf(value: JsonObject): ReadonlySet<Topic> {
  const said = new Set<Topic>();
  for (const keyword of Object.keys(value)) {
    const topic = topicOf.get(keyword);
    if (topic !== undefined) said.add(topic);
  }
  return said;
}

/** The allowed types; undefined when all are. */
export function readTypes(reader: Reader): readonly TypeName[] | undefined {
  const value = take<TypeName | readonly TypeName[]>(reader, "type");
  if (value === undefined) return undefined;
  if (typeof value === "string") return [value];
  const set = new Set(value);
  if (set.has("number")) set.delete("integer");
  return [...set];
}

/** The keywords of strings; undefined where none says anything, as in those that follow. */
export function readString(reader: Reader): StringRules | undefined {
  const format = take<string>(reader, "format") ?? "";
  const isAsserted = reader.dialect.assertsFormats && formats.has(format);
  const rules = {
    min: take<number>(reader, "minLength"),
    max: take<number>(reader, "maxLength"),
    pattern: take<string>(reader, "pattern"),
    format: isAsserted ? format : undefined,
  };
  return Object.values(rules).some(isSaid) ? rules : undefined;
}

const isSaid = (rule: unknown): boolean => rule !== undefined;

/** The keywords of numbers. */
export function readNumber(reader: Reader): NumberRules {
  return {
    minimum: take<number>(reader, "minimum"),
    maximum: take<number>(reader, "maximum"),
    exclusiveMinimum: take<number>(reader, "exclusiveMinimum"),
    exclusiveMaximum: take<number>(reader, "exclusiveMaximum"),
    multipleOf: take<number>(reader, "multipleOf"),
  };
}

/** The keywords of objects. */
export function readObject(reader: Reader): ObjectRules | undefined {
  const { sub } = reader;
  const patterns: [string, Schema][] = [];
  eachMember(reader, "patternProperties", (value, suffix, key) => {
    if (compilePattern(key) !== undefined) {
      patterns.push([key, sub(value, suffix)]);
    }
  });
  const dependents = readDependents(reader);
  const properties = new Map<string, Schema>();
  eachMember(reader, "properties", (value, suffix, key) => {
    properties.set(key, sub(value, suffix));
  });
  const rules: ObjectRules = {
    properties,
    patterns,
    additional: optional(reader, "additionalProperties"),
    names: optional(reader, "propertyNames"),
    required: [...new Set(take<readonly string[]>(reader, "required"))],
    min: take<number>(reader, "minProperties"),
    max: take<number>(reader, "maxProperties"),
    ...dependents,
    unevaluated: optional(reader, "unevaluatedProperties"),
  };
  const { additional, names, min, max, unevaluated } = rules;
  const { dependentRequired, dependentSchemas } = dependents;
  const isEmpty =
    patterns.length + rules.required.length === 0 &&
    properties.size + dependentRequired.size + dependentSchemas.size === 0;
  return isEmpty && ![additional, names, min, max, unevaluated].some(isSaid)
    ? undefined
    : rules;
}

type Dependents = Pick<
  ObjectRules,
  "dependentRequired" | "dependencyKeyword" | "dependentSchemas"
>;

function readDependents(reader: Reader): Dependents {
  const dependentRequired = new Map<string, readonly string[]>();
  const dependentSchemas = new Map<string, Schema>();
  const read = (value: JsonValue, suffix: string, key: string) => {
    if (isStrings(value)) {
      const before = dependentRequired.get(key) ?? [];
      dependentRequired.set(key, [...before, ...value]);
    } else {
      const made = reader.sub(value, suffix);
      const before = dependentSchemas.get(key);
      dependentSchemas.set(key, before ? bothOf(before, made) : made);
    }
  };
  eachMember(reader, "dependentRequired", read);
  eachMember(reader, "dependentSchemas", read);
  const dependencyKeyword =
    dependentRequired.size > 0 ? "dependentRequired" : "dependencies";
  eachMember(reader, "dependencies", read);
  return { dependentRequired, dependencyKeyword, dependentSchemas };
}

const isStrings = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** What `dependentSchemas` and the older `dependencies` say of one property. */
function bothOf(a: Schema, b: Schema): Schema {
  return { ...blankSchema, pointer: a.pointer, allOf: [a, b] };
}

/** The keywords of arrays. `items` is a list only where the dialect allows it, and `prefixItems` is there only where it does not. */
export function readArray(reader: Reader): ArrayRules | undefined {
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
    [rest, contains, rules.min, rules.max, rules.unevaluated].some(isSaid);
  return some ? rules : undefined;
}
