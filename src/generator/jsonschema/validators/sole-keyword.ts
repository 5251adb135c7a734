import { formats } from "../form/formats.js";
import type { Code } from "../../code.js";
import { inPlace, type Schema } from "../form/schema.js";
import { isWholly, typeWords } from "./acceptance.js";
import type { Keyword } from "./runtime-names.js";
import type { Writer } from "./writer.js";

/** What a keyword asks for: a value, or an expression that has it. */
export type Detail = string | number | boolean | null | { readonly code: Code };

/** A keyword and what it asks for. */
type Asking = readonly [keyword: Keyword, detail: Detail];

/** The runtime's sentence for a keyword. */
export function ruleOf(writer: Writer, keyword: Keyword): Code {
  return writer.runtime(`${keyword}Rule`);
}

/** The one keyword that a schema consists of, as details of `not` and `contains`. */
export function soleRule(writer: Writer, schema: Schema): readonly Detail[] {
  const sole = soleKeyword(writer, schema);
  if (sole.length === 0) return [];
  const [keyword, detail] = sole;
  return [{ code: ruleOf(writer, keyword) }, detail];
}

/**
 * The one keyword that a schema consists of, so that `not` and `contains` can say in
 * words what they are about; nothing for a schema of several.
 */
function soleKeyword(writer: Writer, schema: Schema): Asking | readonly [] {
  const { refs, types, values, string, number, object, array } = schema;
  const [ref] = refs;
  const others = inPlace(schema).length - refs.length;
  if (schema.verdict !== undefined || others > 0) return [];
  if (values !== undefined && refs.length === 0 && isWholly(schema)) {
    return valuesKeyword(writer, schema, values);
  }
  const parts = [types, values, string, number, object, array];
  const own = parts.filter((part) => part !== undefined).length;
  if (own + refs.length !== 1) return [];
  if (ref !== undefined) return soleKeyword(writer, ref);
  if (types !== undefined) return ["type", typeWords(types)];
  const [only, ...more] = [
    ...scalarKeywords(schema),
    ...requiredKeywords(schema),
  ];
  return only === undefined || more.length > 0 ? [] : only;
}

function valuesKeyword(
  writer: Writer,
  schema: Schema,
  values: NonNullable<Schema["values"]>,
): Asking {
  const [only] = values;
  const isScalar = only === null || typeof only !== "object";
  if (schema.isConst && only !== undefined && isScalar) {
    return ["const", only];
  }
  return ["enum", { code: writer.values(values, schema.pointer) }];
}

function scalarKeywords({ string, number }: Schema): readonly Asking[] {
  const rules = {
    ...number,
    minLength: string?.min,
    maxLength: string?.max,
    pattern: string?.pattern,
    format: formats.get(string?.format ?? "")?.words,
  };
  return Object.entries(rules).flatMap(([keyword, limit]): Asking[] =>
    limit === undefined ? [] : [[keyword as keyof typeof rules, limit]],
  );
}

function requiredKeywords({ object }: Schema): readonly Asking[] {
  if (object === undefined) return [];
  const { required, properties, patterns, dependentRequired } = object;
  const { additional, names, unevaluated, min, max } = object;
  const isMore =
    properties.size + patterns.length + dependentRequired.size > 0 ||
    [additional, names, unevaluated, min, max].some((x) => x !== undefined);
  if (isMore) return [];
  return required.map((name) => ["required", name]);
}
