import type { JsonValue } from "../../json.js";
import type { Severity } from "../../diagnostic-row.js";
import type { SchemaCode } from "../../schema-diagnostics.js";

/** A mistake in a schema, in the words of the catalogue. Errors make the schema count as `true`; warnings say what is left out. */
export type SchemaProblem = {
  readonly severity: Severity;
  readonly code: SchemaCode;
  /** JSON pointer inside the schema, or inside the document that `what` names. */
  readonly pointer: string;
  readonly what: string;
  readonly mend: string;
};

/** The six kinds of JSON value; `integer` is a number that passes one more test. */
export type Kind =
  "array" | "boolean" | "null" | "number" | "object" | "string";

/** A word that `type` may hold. */
export type TypeName = Kind | "integer";

/** In the order in which types print them. */
export const kinds: readonly Kind[] = [
  "string",
  "number",
  "boolean",
  "array",
  "object",
  "null",
];

/** The kinds that a list of types allows. */
export function kindsOf(
  types: readonly TypeName[] | undefined,
): readonly Kind[] {
  if (types === undefined) return kinds;
  const [first] = types;
  if (types.length === 1 && first !== undefined && first !== "integer") {
    return [first];
  }
  return kinds.filter(
    (kind) =>
      types.includes(kind) || (kind === "number" && types.includes("integer")),
  );
}

/** What is told about a schema and never checked. */
export type Notes = {
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly deprecated?: boolean;
  readonly examples?: readonly JsonValue[];
  readonly format?: string;
};

/** The keywords of objects; undefined is what the schema does not say. */
export type ObjectRules = {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly patterns: readonly (readonly [string, Schema])[];
  readonly additional: Schema | undefined;
  readonly names: Schema | undefined;
  readonly required: readonly string[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>;
  /** The keyword that `dependentRequired` comes from: before 2019-09 it was part of another. */
  readonly dependencyKeyword: "dependentRequired" | "dependencies";
  readonly dependentSchemas: ReadonlyMap<string, Schema>;
  readonly unevaluated: Schema | undefined;
};

/** The keywords of arrays. */
export type ArrayRules = {
  readonly prefix: readonly Schema[];
  readonly rest: Schema | undefined;
  readonly contains: Schema | undefined;
  readonly minContains: number;
  readonly maxContains: number | undefined;
  /** Whether an item that `contains` accepts counts as evaluated: since 2020-12. */
  readonly containsEvaluates: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly unique: boolean;
  readonly unevaluated: Schema | undefined;
};

/** The keywords of numbers. */
export type NumberRules = {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
};

/** The keywords of strings; lengths count code points. */
export type StringRules = {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly pattern: string | undefined;
  /** A key of `formats`; undefined where the format is an annotation. */
  readonly format: string | undefined;
};

/**
 * The one intermediate form: a schema with its dialect applied and its references
 * resolved. The TypeScript type, the validator and the plan of defaults are all
 * printed from it. Cycles are possible, through references only.
 */
export type Schema = {
  /** Where it stands: the JSON pointer in its document. */
  readonly pointer: string;
  /** Set for `true` and `false`; `true` too for a schema that had an error. */
  readonly verdict: boolean | undefined;
  readonly notes: Notes;
  readonly types: readonly TypeName[] | undefined;
  /** The values of `enum`; of `const` when `isConst`. Both together are an `allOf`. */
  readonly values: readonly JsonValue[] | undefined;
  readonly isConst: boolean;
  readonly string: StringRules | undefined;
  readonly number: NumberRules | undefined;
  readonly object: ObjectRules | undefined;
  readonly array: ArrayRules | undefined;
  /** Targets of `$ref`, `$dynamicRef` and `$recursiveRef`. */
  readonly refs: readonly Schema[];
  readonly allOf: readonly Schema[];
  readonly anyOf: readonly Schema[] | undefined;
  readonly oneOf: readonly Schema[] | undefined;
  readonly not: Schema | undefined;
  readonly if: Schema | undefined;
  readonly then: Schema | undefined;
  readonly else: Schema | undefined;
  /** The name its type wants when it is the target of a reference. */
  readonly wanted: string | undefined;
};

/** Schemas that judge the same instance as `schema` does. */
export function inPlace(schema: Schema): readonly Schema[] {
  const { refs, allOf, anyOf = [], oneOf = [] } = schema;
  const out = refs.concat(allOf, anyOf, oneOf);
  if (schema.not !== undefined) out.push(schema.not);
  if (schema.if !== undefined) out.push(schema.if);
  if (schema.then !== undefined) out.push(schema.then);
  if (schema.else !== undefined) out.push(schema.else);
  schema.object?.dependentSchemas.forEach((part) => out.push(part));
  return out;
}

/** Schemas that judge a part of the instance: members, items, names. */
export function parts({ object, array }: Schema): readonly Schema[] {
  const out: Schema[] = [];
  const add = (part: Schema | undefined) => {
    if (part !== undefined) out.push(part);
  };
  if (object !== undefined) {
    object.properties.forEach(add);
    object.patterns.forEach(([, part]) => {
      add(part);
    });
    add(object.additional);
    add(object.names);
    add(object.unevaluated);
  }
  if (array !== undefined) {
    array.prefix.forEach(add);
    add(array.rest);
    add(array.contains);
    add(array.unevaluated);
  }
  return out;
}

/** The same members, open to assignment: for what is still being read. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A schema that says nothing. Has every member, so that all schemas made of it look alike to V8. */
export const blankSchema: Schema = {
  pointer: "",
  verdict: undefined,
  notes: {},
  types: undefined,
  values: undefined,
  isConst: false,
  string: undefined,
  number: undefined,
  object: undefined,
  array: undefined,
  refs: [],
  allOf: [],
  anyOf: undefined,
  oneOf: undefined,
  not: undefined,
  if: undefined,
  then: undefined,
  else: undefined,
  wanted: undefined,
};
