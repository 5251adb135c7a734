import { code, quote, literal, type Code } from "../../code.js";
import type { JsonValue } from "../../json.js";
import { accepts } from "../form/judge.js";
import {
  blankSchema,
  inPlace,
  type Schema,
  type TypeName,
} from "../form/schema.js";
import { call } from "./statement.js";
import type { Writer } from "./writer.js";

/** One condition, its contrary, and what the runtime's `unmatched` needs to try it. */
export type Atom = {
  readonly yes: Code;
  readonly no: Code;
  readonly branch: Code;
};

/**
 * Whether a schema accepts `value`, as conditions of which one must hold. None
 * means never, undefined always. Safe wherever `value` is narrowed to already.
 */
export function test(
  writer: Writer,
  schema: Schema,
  value: Code,
): readonly Atom[] | undefined {
  const { types, values, verdict } = schema;
  if (isTrue(schema)) return undefined;
  if (verdict === false) return [];
  if (isOnly(schema, "types") && types !== undefined) {
    return types.map((type) => typeAtom(writer, type, value));
  }
  if (
    values !== undefined &&
    inPlace(schema).length === 0 &&
    isWholly(schema)
  ) {
    return [valuesAtom(writer, values, value, schema.pointer)];
  }
  const [ref] = schema.refs;
  if (isOnly(schema, "refs") && ref !== undefined && schema.refs.length === 1) {
    return test(writer, ref, value);
  }
  if (isOnly(schema, "anyOf") && schema.anyOf !== undefined) {
    const options = schema.anyOf.map((option) => test(writer, option, value));
    const all = options.flatMap((option) => option ?? []);
    if (all.length <= 4) return all;
  }
  return [checkAtom(writer, schema, value)];
}

/** Whether the schema's own function accepts the value. */
export function checkAtom(writer: Writer, schema: Schema, value: Code): Atom {
  const name = writer.check(schema);
  return atom(call(name, value), name);
}

function atom(yes: Code, branch: Code): Atom {
  return { yes, no: code`!${yes}`, branch };
}

type Part = "types" | "refs" | "anyOf";

/** Whether a schema asserts nothing but the one part. */
function isOnly(schema: Schema, part: Part | undefined): boolean {
  return (
    schema.string === undefined &&
    schema.number === undefined &&
    schema.object === undefined &&
    schema.array === undefined &&
    schema.values === undefined &&
    schema.allOf.length === 0 &&
    schema.oneOf === undefined &&
    schema.not === undefined &&
    schema.if === undefined &&
    (part === "types" || schema.types === undefined) &&
    (part === "refs" || schema.refs.length === 0) &&
    (part === "anyOf" || schema.anyOf === undefined)
  );
}

/** Whether a schema accepts everything, as far as that can be seen at a glance. */
export function isTrue(schema: Schema): boolean {
  if (schema.verdict !== undefined) return schema.verdict;
  if (isOnly(schema, undefined)) return true;
  if (isOnly(schema, "refs")) return schema.refs.every(isTrue);
  return isOnly(schema, "anyOf") && schema.anyOf?.some(isTrue) === true;
}

/** Whether no other schema judges the same value, unless a member asks for it. */
export function isAlone(schema: Schema): boolean {
  return (
    schema.refs.length === 0 &&
    schema.allOf.length === 0 &&
    schema.anyOf === undefined &&
    schema.oneOf === undefined &&
    schema.not === undefined &&
    schema.if === undefined
  );
}

function typeAtom(writer: Writer, type: TypeName, value: Code): Atom {
  const branch = quote(typeWords([type]));
  return { ...typeTest(writer, type, value), branch };
}

/** That the value is of a type, and the contrary. */
export function typeTest(
  writer: Writer,
  type: TypeName,
  value: Code,
): Pick<Atom, "yes" | "no"> {
  switch (type) {
    case "null":
      return { yes: code`${value} === null`, no: code`${value} !== null` };
    case "string":
    case "boolean": {
      const word = quote(type);
      const kind = code`typeof ${value}`;
      return { yes: code`${kind} === ${word}`, no: code`${kind} !== ${word}` };
    }
    default: {
      const yes = call(writer.runtime(guards[type]), value);
      return { yes, no: code`!${yes}` };
    }
  }
}

const guards = {
  integer: "isInteger",
  number: "isNumber",
  array: "isArray",
  object: "isObject",
} as const;

/** `a string or null`. */
export function typeWords(types: readonly TypeName[]): string {
  const words = types.map((type) => {
    if (type === "null") return type;
    return `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
  });
  return words.join(" or ");
}

/** Whether the value is one of the values. */
export function valuesAtom(
  writer: Writer,
  values: readonly JsonValue[],
  value: Code,
  pointer: string,
): Atom {
  const [only] = values;
  const areScalar = values.every(isScalar);
  if (values.length === 1 && only !== undefined && areScalar) {
    const alone = literal(only);
    return atom(call(writer.runtime("equal"), value, alone), code`[${alone}]`);
  }
  const constant = writer.values(values, pointer);
  const found = areScalar
    ? call(code`${constant}.includes`, value)
    : call(writer.runtime("includes"), constant, value);
  return atom(found, constant);
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== "object";
}

/** Whether every value of the enum passes the schema's other own keywords, so that they need no checks. */
export function isWholly(schema: Schema): boolean {
  const { values, types, string, number, object, array } = schema;
  if (values === undefined) return false;
  if (string === undefined && (types ?? ["string"]).includes("string")) {
    // what nearly every enum is
    if (values.every((value) => typeof value === "string")) return true;
  }
  const own: Schema = {
    ...blankSchema,
    pointer: schema.pointer,
    notes: schema.notes,
    types,
    string,
    number,
    object,
    array,
  };
  return values.every((value) => accepts(own, value));
}
