import { code, literal, quote, type Code } from "../code.js";
import { group, line, nest, type Doc } from "./layout.js";
import type { Scene } from "./locals.js";
import type { Schema } from "./schema.js";
import {
  call,
  guarded,
  pathDoc,
  when,
  type Path,
  type Statement,
} from "./statement.js";
import { isTrue, test, type Atom } from "./test.js";
import type { Writer } from "./writer.js";

/** The value at hand: the variable that holds it and where it is in the instance. */
export type Spot = { readonly value: Code; readonly path: Path };

/** The checks of a member or item, which hands objects and arrays on to where they came from. */
export type Inner = (
  scene: Scene,
  schema: Schema,
  spot: Spot,
) => readonly Statement[];

/** What a keyword asks for: a value, or an expression that has it. */
export type Detail = string | number | boolean | null | { readonly doc: Doc };

/** Reports a mismatch and goes on, or stops when nobody listens. */
export function fail(
  writer: Writer,
  path: Path,
  pointer: string,
  keyword: string,
  detail?: Detail,
): readonly Statement[] {
  const args: Doc[] = [
    code`issues`,
    pathDoc(path),
    quote(pointer),
    quote(keyword),
  ];
  if (detail !== undefined) {
    const isDoc = typeof detail === "object" && detail !== null;
    args.push(isDoc ? detail.doc : literal(detail));
  }
  return [{ is: "fail", report: call(writer.runtime("miss"), ...args) }];
}

/** Hands the value to the function of another schema. */
export function delegate(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  const { value, path } = spot;
  const where: Doc =
    path.length === 0
      ? code`at`
      : group([code`issues &&`, nest([line, pathDoc(path)])]);
  const passed = call(writer.check(schema), value, code`issues`, where);
  return when([[code`!`, passed]], [{ is: "fail", report: undefined }]);
}

/** Checks a subschema that judges the same value. */
function also(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (isTrue(schema)) return [];
  return delegate(writer, schema, spot);
}

/** References, `allOf`, `anyOf`, `oneOf`, `not`, `if` and their kin. */
export function applicators(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  const { value, path } = spot;
  const { pointer } = schema;
  const out: Statement[] = [];
  for (const part of [...schema.refs, ...schema.allOf]) {
    out.push(...also(writer, part, spot));
  }
  if (schema.anyOf !== undefined) {
    if (!schema.anyOf.some(isTrue)) {
      const options = schema.anyOf.map((part) => test(writer, part, value));
      const conditions = options
        .flatMap((atoms) => atoms ?? [])
        .map((atom) => atom.no);
      const failure = fail(writer, path, pointer, "anyOf");
      out.push(
        ...(conditions.length > 0 ? when(conditions, failure) : failure),
      );
    }
  }
  if (schema.oneOf !== undefined) {
    const flags = schema.oneOf.map((part) => flag(writer, part, value).yes);
    const one = call(writer.runtime("isOne"), ...flags);
    out.push(...when([[code`!`, one]], fail(writer, path, pointer, "oneOf")));
  }
  out.push(...negation(writer, schema, spot), ...choice(writer, schema, spot));
  return out;
}

function negation(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (schema.not === undefined) return [];
  const failure = fail(writer, spot.path, schema.pointer, "not");
  const atoms = test(writer, schema.not, spot.value);
  if (atoms === undefined) return failure;
  if (atoms.length === 0) return [];
  return when([flag(writer, schema.not, spot.value).yes], failure);
}

function choice(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (schema.if === undefined) return [];
  const then = schema.then ? also(writer, schema.then, spot) : [];
  const otherwise = schema.else ? also(writer, schema.else, spot) : [];
  const atoms = test(writer, schema.if, spot.value);
  if (atoms === undefined) return then;
  if (atoms.length === 0) return otherwise;
  const { yes, no } = flag(writer, schema.if, spot.value);
  if (then.length > 0) return when([yes], then, otherwise);
  return guarded(no, otherwise);
}

/** Whether a schema accepts the value, as one operand. */
export function flag(writer: Writer, schema: Schema, value: Code): Atom {
  const atoms = test(writer, schema, value);
  if (atoms === undefined) return { yes: code`true`, no: code`false` };
  const [only, ...more] = atoms;
  if (only === undefined) return { yes: code`false`, no: code`true` };
  if (more.length === 0) return only;
  const yes = call(writer.check(schema), value);
  return { yes, no: [code`!`, yes] };
}
