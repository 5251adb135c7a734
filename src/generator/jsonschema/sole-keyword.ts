import { literal, quote } from "../code.js";
import { formats } from "./formats.js";
import type { Doc } from "./layout.js";
import { inPlace, type Schema } from "./schema.js";
import { isWholly, typeWords } from "./test.js";
import { hintOf, type Writer } from "./writer.js";

/** A keyword and what it asks for, as the runtime's `sentence` takes them. */
type Keyword = readonly [keyword: Doc, detail: Doc];

/**
 * The one keyword that a schema consists of, so that `not` and `contains` can say in
 * words what they are about; undefined for a schema of several.
 */
export function soleKeyword(
  writer: Writer,
  schema: Schema,
): Keyword | undefined {
  const { refs, types, values, string, number, object, array } = schema;
  const [ref] = refs;
  const others = inPlace(schema).length - refs.length;
  if (schema.verdict !== undefined || others > 0) return undefined;
  if (values !== undefined && refs.length === 0 && isWholly(schema)) {
    return valuesKeyword(writer, schema, values);
  }
  const parts = [types, values, string, number, object, array];
  const own = parts.filter((part) => part !== undefined).length;
  if (own + refs.length !== 1) return undefined;
  if (ref !== undefined) return soleKeyword(writer, ref);
  if (types !== undefined) return [quote("type"), quote(typeWords(types))];
  return sole(scalarKeywords(schema)) ?? sole(requiredKeywords(schema));
}

function valuesKeyword(
  writer: Writer,
  schema: Schema,
  values: NonNullable<Schema["values"]>,
): Keyword {
  const [only] = values;
  const isScalar = only === null || typeof only !== "object";
  if (schema.isConst && only !== undefined && isScalar) {
    return [quote("const"), literal(only)];
  }
  return [quote("enum"), writer.values(values, hintOf(schema))];
}

function sole<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

function scalarKeywords({ string, number }: Schema): readonly Keyword[] {
  const rules = {
    ...number,
    minLength: string?.min,
    maxLength: string?.max,
    pattern: string?.pattern,
    format: formats.get(string?.format ?? "")?.words,
  };
  return Object.entries(rules).flatMap(([keyword, limit]): Keyword[] =>
    limit === undefined ? [] : [[quote(keyword), literal(limit)]],
  );
}

function requiredKeywords({ object }: Schema): readonly Keyword[] {
  if (object === undefined) return [];
  const { required, properties, patterns, dependentRequired } = object;
  const { additional, names, unevaluated, min, max } = object;
  const isMore =
    properties.size + patterns.length + dependentRequired.size > 0 ||
    [additional, names, unevaluated, min, max].some((x) => x !== undefined);
  if (isMore) return [];
  return required.map((name) => [quote("required"), quote(name)]);
}
