import { isJsonObject, type JsonValue } from "../../json.js";

type Look = (value: JsonValue) => boolean;

const anything: Look = () => true;
const text: Look = (value) => typeof value === "string";
const number: Look = (value) => typeof value === "number";
const count: Look = (value) => Number.isInteger(value) && Number(value) >= 0;
const schema: Look = (value) => isJsonObject(value) || value === false;
const some: Look = (value) => Array.isArray(value) && value.length > 0;

/** Values without parts that differ from each other. */
const scalars: Look = (value) =>
  Array.isArray(value) &&
  value.every((item) => item === null || typeof item !== "object") &&
  (value.length < 2 || new Set(value).size === value.length);

const texts: Look = (value) =>
  scalars(value) && (value as readonly JsonValue[]).every(text);

const typeNames: ReadonlySet<unknown> = new Set(
  "array boolean integer null number object string".split(" "),
);
const types: Look = (value) =>
  Array.isArray(value)
    ? some(value) && texts(value) && value.every((one) => typeNames.has(one))
    : typeNames.has(value);

const looks: readonly (readonly [look: Look, keywords: string])[] = [
  [text, "$schema $ref $comment title description format pattern"],
  [types, "type"],
  [(value) => some(value) && scalars(value), "enum"],
  [texts, "required"],
  [number, "minimum maximum exclusiveMinimum exclusiveMaximum"],
  [count, "minLength maxLength minItems maxItems minProperties maxProperties"],
  [(value) => typeof value === "boolean", "uniqueItems"],
  [isJsonObject, "properties patternProperties definitions $defs"],
  [schema, "items"],
  [some, "allOf anyOf oneOf"],
  // subschemas are judged where they stand
  [anything, "additionalProperties contains propertyNames not if then else"],
  [anything, "const default"],
];

const lookOf: ReadonlyMap<string, Look> = new Map(
  looks.flatMap(([look, keywords]) =>
    keywords.split(" ").map((keyword) => [keyword, look]),
  ),
);

/**
 * Whether every dialect keeps a keyword with this value, and has nothing to say about it.
 * Tells so of nearly all that occurs, for which no meta-schema has to be read.
 */
export function isUsual(keyword: string, value: JsonValue): boolean {
  return lookOf.get(keyword)?.(value) === true;
}
