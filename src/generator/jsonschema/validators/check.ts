import { code, literal, type Code } from "../../code.js";
import type { JsonValue } from "../../json.js";
import { applicators, delegate, fail, type Spot } from "./applicator.js";
import { formats } from "../form/formats.js";
import type { Scene } from "./locals.js";
import { objectChecks } from "./object-check.js";
import { arrayChecks } from "./array-check.js";
import {
  kindsOf,
  type Kind,
  type NumberRules,
  type Schema,
} from "../form/schema.js";
import type { Keyword } from "./runtime-names.js";
import type { Detail } from "./sole-keyword.js";
import { call, nothing, when, type Statement } from "./statement.js";
import { isWholly, typeTest, typeWords, valuesAtom } from "./acceptance.js";
import type { Writer } from "./writer.js";

/** Objects nested deeper than this get a function of their own: nobody reads further to the right. */
const maxInline = 3;

/** The checks of a member or item: written out when short, else a call of the schema's own function. */
function innerChecks(
  scene: Scene,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  const nested = schema.object !== undefined || schema.array !== undefined;
  const far = nested && scene.depth >= maxInline;
  if (schema.verdict === undefined && (schema.wanted !== undefined || far)) {
    return delegate(scene.writer, schema, spot);
  }
  return checks({ ...scene, depth: scene.depth + 1 }, schema, spot);
}

/** Every check of a schema, in the order type, values, keywords by kind, applicators. */
export function checks(
  scene: Scene,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  const { writer } = scene;
  const { types, pointer } = schema;
  const { value, path } = spot;
  if (schema.verdict !== undefined) {
    return schema.verdict ? [] : refusal(scene, schema, spot);
  }
  const inPlace = applicators(writer, schema, spot);
  const values = valueCheck(scene, schema, spot);
  if (values !== undefined && isWholly(schema)) return values.concat(inPlace);
  const kinds = kindsOf(types).filter((kind) => hasKeywords(schema, kind));
  const keywords = kinds.reduce(
    (before, kind) => before.concat(kindChecks(scene, schema, spot, kind)),
    values ?? nothing,
  );
  if (types === undefined) return keywords.concat(inPlace);
  const conditions = types.map((type) => typeTest(writer, type, value).no);
  const failure = fail(writer, path, pointer, "type", typeWords(types));
  const typed =
    types.length === 0 ? failure : when(conditions, failure, keywords);
  return typed.concat(inPlace);
}

function refusal(
  { writer }: Scene,
  schema: Schema,
  { path }: Spot,
): readonly Statement[] {
  return fail(writer, path, schema.pointer, "false");
}

function valueCheck(
  { writer }: Scene,
  schema: Schema,
  { value, path }: Spot,
): readonly Statement[] | undefined {
  const { values, isConst, pointer } = schema;
  if (values === undefined) return undefined;
  const atom = valuesAtom(writer, values, value, pointer);
  const [only] = values;
  if (isConst && only !== undefined) {
    return when(
      [atom.no],
      fail(writer, path, pointer, "const", detailOf(writer, only, pointer)),
    );
  }
  // a single scalar stands in the condition itself
  const constant =
    values.length === 1 ? writer.values(values, pointer) : atom.branch;
  return when(
    [atom.no],
    fail(writer, path, pointer, "enum", { code: constant }),
  );
}

/** A scalar as it is; of anything else the constant that holds it. */
function detailOf(writer: Writer, value: JsonValue, pointer: string): Detail {
  if (value === null || typeof value !== "object") return value;
  return { code: code`${writer.values([value], pointer)}[0]` };
}

function hasKeywords(schema: Schema, kind: Kind): boolean {
  return kind !== "boolean" && kind !== "null" && schema[kind] !== undefined;
}

function kindChecks(
  scene: Scene,
  schema: Schema,
  spot: Spot,
  kind: Kind,
): readonly Statement[] {
  const body = bodyOf(scene, schema, spot, kind);
  const sure = schema.types !== undefined && kindsOf(schema.types).length === 1;
  if (sure || body.length === 0) return body;
  return when([typeTest(scene.writer, kind, spot.value).yes], body);
}

function bodyOf(
  scene: Scene,
  schema: Schema,
  spot: Spot,
  kind: Kind,
): readonly Statement[] {
  if (kind === "string") return stringChecks(scene, schema, spot);
  if (kind === "number") return numberChecks(scene, schema, spot);
  if (kind === "object") return objectChecks(scene, schema, spot, innerChecks);
  if (kind === "array") return arrayChecks(scene, schema, spot, innerChecks);
  return nothing;
}

function stringChecks(
  { writer }: Scene,
  { string, pointer }: Schema,
  { value, path }: Spot,
): readonly Statement[] {
  if (string === undefined) return nothing;
  const { min, max, pattern } = string;
  const format = formats.get(string.format ?? "");
  const out: Statement[] = [];
  const length = (): Code => {
    writer.runtime("codePoints");
    return code`codePoints(${value})`;
  };
  const add = (condition: Code, keyword: Keyword, limit: string | number) =>
    out.push(...when([condition], fail(writer, path, pointer, keyword, limit)));
  if (min !== undefined && min > 0) {
    // an empty string is seen without counting
    const short =
      min === 1 ? code`${value} === ""` : code`${length()} < ${min}`;
    add(short, "minLength", min);
  }
  if (max !== undefined) add(code`${length()} > ${max}`, "maxLength", max);
  if (pattern !== undefined) {
    const name = writer.pattern(pattern);
    add(code`!${name}.test(${value})`, "pattern", pattern);
  }
  if (format !== undefined) {
    const check = writer.format(format);
    add(code`!${check}(${value})`, "format", format.words);
  }
  return out;
}

/** How a number that breaks a keyword stands to its limit. */
const bounds = [
  ["minimum", code`<`],
  ["maximum", code`>`],
  ["exclusiveMinimum", code`<=`],
  ["exclusiveMaximum", code`>=`],
] as const;

function numberChecks(
  { writer }: Scene,
  { number, pointer }: Schema,
  { value, path }: Spot,
): readonly Statement[] {
  if (number === undefined) return nothing;
  const check = (
    keyword: keyof NumberRules,
    condition: (limit: Code) => Code,
  ) => {
    const limit = number[keyword];
    if (limit === undefined) return nothing;
    const failure = fail(writer, path, pointer, keyword, limit);
    return when([condition(literal(limit))], failure);
  };
  const isNoMultiple = (limit: Code) =>
    code`!${call(writer.runtime("isMultiple"), value, limit)}`;
  return bounds
    .flatMap(([keyword, sign]) =>
      check(keyword, (limit) => code`${value} ${sign} ${limit}`),
    )
    .concat(check("multipleOf", isNoMultiple));
}
