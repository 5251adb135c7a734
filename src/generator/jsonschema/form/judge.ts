import {
  codePoints,
  equal,
  isArray,
  isInteger,
  isMultiple,
  isObject,
  isUnique,
  own,
  size,
} from "../../../runtime/validate.js";
import { formats } from "./formats.js";
import { compilePattern } from "./pattern.js";
import {
  blankSchema,
  type ArrayRules,
  type ObjectRules,
  type Schema,
  type TypeName,
} from "./schema.js";

/**
 * Whether the schema accepts the value, while generating: for defaults, the values of
 * `enum`, names of members, and keywords under their meta-schema. Emitted code is never
 * run here; tests hold the two against each other.
 */
export function accepts(schema: Schema, value: unknown): boolean {
  return openJudge()(schema, value);
}

type Judge = (schema: Schema, value: unknown) => boolean;

/**
 * Judges parts of one value and remembers each verdict: `unevaluated*` asks again
 * what was asked before, and recursive schemas would double the work at each level.
 */
function openJudge(): Judge {
  const known = new Map<Schema, Map<unknown, boolean>>();
  const judge: Judge = (schema, value) => {
    if (typeof value !== "object") return verdictOf(judge, schema, value);
    const verdicts = known.get(schema) ?? new Map<unknown, boolean>();
    known.set(schema, verdicts);
    const verdict = verdicts.get(value) ?? verdictOf(judge, schema, value);
    verdicts.set(value, verdict);
    return verdict;
  };
  return judge;
}

function verdictOf(judge: Judge, schema: Schema, value: unknown): boolean {
  if (schema.verdict !== undefined) return schema.verdict;
  const { types, values } = schema;
  const is = (part: Schema) => judge(part, value);
  return (
    (types === undefined || types.some((type) => isOfType(value, type))) &&
    (values === undefined || isListed(values, value)) &&
    scalar(schema, value) &&
    schema.refs.every(is) &&
    schema.allOf.every(is) &&
    (schema.anyOf === undefined || schema.anyOf.some(is)) &&
    (schema.oneOf === undefined || schema.oneOf.filter(is).length === 1) &&
    (schema.not === undefined || !is(schema.not)) &&
    (schema.if === undefined ||
      judge((is(schema.if) ? schema.then : schema.else) ?? yes, value)) &&
    (!isObject(value) ||
      !schema.object ||
      object(judge, schema, schema.object, value)) &&
    (!isArray(value) ||
      !schema.array ||
      array(judge, schema, schema.array, value))
  );
}

const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** Whether a list of values holds one; long lists are asked for each of their own values. */
function isListed(values: readonly unknown[], value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    return values.some((item) => equal(item, value));
  }
  const set = sets.get(values) ?? new Set(values);
  sets.set(values, set);
  return set.has(value);
}

const yes: Schema = {
  ...blankSchema,
  verdict: true,
};

function isOfType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case "integer":
      return isInteger(value);
    case "null":
      return value === null;
    case "array":
      return isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function scalar({ number, string }: Schema, value: unknown): boolean {
  if (typeof value === "number" && number) {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = number;
    return (
      value >= (minimum ?? -Infinity) &&
      value <= (maximum ?? Infinity) &&
      !(exclusiveMinimum !== undefined && value <= exclusiveMinimum) &&
      !(exclusiveMaximum !== undefined && value >= exclusiveMaximum) &&
      (number.multipleOf === undefined || isMultiple(value, number.multipleOf))
    );
  }
  if (typeof value === "string" && string) {
    const length = codePoints(value);
    return (
      length >= (string.min ?? 0) &&
      length <= (string.max ?? Infinity) &&
      (string.pattern === undefined || matches(string.pattern, value)) &&
      (string.format === undefined ||
        formats.get(string.format)?.check(value) === true)
    );
  }
  return true;
}

function matches(pattern: string, text: string): boolean {
  return compilePattern(pattern)?.test(text) ?? true;
}

type Json = { readonly [key: string]: unknown };

function object(
  judge: Judge,
  schema: Schema,
  rules: ObjectRules,
  value: Json,
): boolean {
  const has = (key: string) => own(value, key) !== undefined;
  const { names, dependentRequired, dependentSchemas, unevaluated } = rules;
  const keys = Object.keys(value).filter(has);
  return (
    rules.required.every(has) &&
    size(value) >= (rules.min ?? 0) &&
    size(value) <= (rules.max ?? Infinity) &&
    keys.every((key) =>
      memberSchemas(rules, key).every((part) => judge(part, value[key])),
    ) &&
    (names === undefined || keys.every((key) => judge(names, key))) &&
    [...dependentRequired].every(([key, all]) => !has(key) || all.every(has)) &&
    [...dependentSchemas].every(
      ([key, part]) => !has(key) || judge(part, value),
    ) &&
    (unevaluated === undefined ||
      keys.every(
        (key) =>
          evaluatesKey(judge, schema, value, key, true) ||
          judge(unevaluated, value[key]),
      ))
  );
}

/** The schemas that the rules of one object apply to a member. */
export function memberSchemas(
  rules: ObjectRules,
  key: string,
): readonly Schema[] {
  const property = rules.properties.get(key);
  const patterns = rules.patterns.filter(([source]) => matches(source, key));
  const found = patterns.map(([, part]) => part);
  if (property !== undefined) found.push(property);
  if (found.length > 0 || rules.additional === undefined) return found;
  return [rules.additional];
}

/** Subschemas that a schema applies in place to the value and that accept it. */
export function appliedTo(schema: Schema, value: unknown): readonly Schema[] {
  return applied(openJudge(), schema, value);
}

/** The same for one judgement; they say what is evaluated. */
function applied(
  judge: Judge,
  schema: Schema,
  value: unknown,
): readonly Schema[] {
  const is = (part: Schema) => judge(part, value);
  const { object } = schema;
  const found = [...schema.refs, ...schema.allOf];
  found.push(...(schema.anyOf ?? []), ...(schema.oneOf ?? []));
  if (schema.if !== undefined) {
    if (is(schema.if)) found.push(schema.if);
    const branch = is(schema.if) ? schema.then : schema.else;
    if (branch !== undefined) found.push(branch);
  }
  for (const [key, part] of object?.dependentSchemas ?? []) {
    if (isObject(value) && own(value, key) !== undefined) found.push(part);
  }
  return found.filter(is);
}

function evaluatesKey(
  judge: Judge,
  schema: Schema,
  value: Json,
  key: string,
  self: boolean,
): boolean {
  const { object } = schema;
  if (object !== undefined) {
    if (memberSchemas(object, key).length > 0) return true;
    if (!self && object.unevaluated !== undefined) return true;
  }
  return applied(judge, schema, value).some((part) =>
    evaluatesKey(judge, part, value, key, false),
  );
}

function array(
  judge: Judge,
  schema: Schema,
  rules: ArrayRules,
  value: readonly unknown[],
): boolean {
  const { prefix, rest, contains, unevaluated } = rules;
  const found =
    contains === undefined
      ? 0
      : value.filter((item) => judge(contains, item)).length;
  return (
    value.length >= (rules.min ?? 0) &&
    value.length <= (rules.max ?? Infinity) &&
    (!rules.unique || isUnique(value)) &&
    value.every((item, index) => judge(prefix[index] ?? rest ?? yes, item)) &&
    (contains === undefined ||
      (found >= rules.minContains &&
        found <= (rules.maxContains ?? Infinity))) &&
    (unevaluated === undefined ||
      value.every(
        (item, index) =>
          evaluatesItem(judge, schema, value, index, true) ||
          judge(unevaluated, item),
      ))
  );
}

function evaluatesItem(
  judge: Judge,
  schema: Schema,
  value: readonly unknown[],
  index: number,
  self: boolean,
): boolean {
  const { array } = schema;
  if (array !== undefined) {
    const { contains } = array;
    if (array.rest !== undefined || index < array.prefix.length) return true;
    if (!self && array.unevaluated !== undefined) return true;
    if (contains && array.containsEvaluates && judge(contains, value[index])) {
      return true;
    }
  }
  return applied(judge, schema, value).some((part) =>
    evaluatesItem(judge, part, value, index, false),
  );
}
