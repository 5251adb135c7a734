import { code, joinCode, literal, quote, type Code } from "../../code.js";
import type { Scene } from "./locals.js";
import type { Schema } from "../form/schema.js";
import { ruleOf, soleRule, type Detail } from "./sole-keyword.js";
import { pathCode, rootPath, type Path } from "./path.js";
import { call, guarded, nothing, when, type Statement } from "./statement.js";
import { checkAtom, isAlone, isTrue, test, type Atom } from "./acceptance.js";
import type { Keyword, RuntimeName } from "./runtime-names.js";
import type { Writer } from "./writer.js";

/** The value at hand: the variable that holds it and where it is in the instance. */
export type Spot = { readonly value: Code; readonly path: Path };

/** The checks of a member or item, which hands objects and arrays on to where they came from. */
export type Inner = (
  scene: Scene,
  schema: Schema,
  spot: Spot,
) => readonly Statement[];

const issues = code`issues`;

/** Reports a mismatch and goes on, or stops when nobody listens. */
export function fail(
  writer: Writer,
  path: Path,
  pointer: string,
  keyword: Keyword,
  ...details: readonly Detail[]
): readonly Statement[] {
  const about = [quote(pointer), ruleOf(writer, keyword)];
  return report(writer, "miss", path, about.concat(details.map(detailCode)));
}

function detailCode(detail: Detail): Code {
  return typeof detail === "object" && detail !== null
    ? detail.code
    : literal(detail);
}

/** Reports a mismatch by a function of the runtime. */
export function report(
  writer: Writer,
  by: RuntimeName,
  path: Path,
  about: readonly Code[],
): readonly Statement[] {
  const args = [issues, pathCode(path)].concat(about);
  return [{ is: "fail", report: { name: writer.runtime(by), args } }];
}

/** Hands the value to the function of another schema, unless that accepts everything. */
export function delegate(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (isTrue(schema)) return nothing;
  const { value, path } = spot;
  const place = pathCode(path);
  const where = path === rootPath ? place : code`issues && ${place}`;
  const passed = call(writer.check(schema), value, issues, where);
  return when([code`!${passed}`], [{ is: "fail", report: undefined }]);
}

/** References, `allOf`, `anyOf`, `oneOf`, `not`, `if` and their kin. */
export function applicators(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (isAlone(schema)) return nothing;
  return schema.refs
    .concat(schema.allOf)
    .flatMap((part) => delegate(writer, part, spot))
    .concat(
      anyOf(writer, schema, spot),
      oneOf(writer, schema, spot),
      negation(writer, schema, spot),
      conditional(writer, schema, spot),
    );
}

function anyOf(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (schema.anyOf === undefined || schema.anyOf.some(isTrue)) return nothing;
  const atoms = schema.anyOf.flatMap(
    (part) => test(writer, part, spot.value) ?? [],
  );
  const failure = unmatched(writer, schema, spot, "anyOf", atoms);
  if (atoms.length === 0) return failure;
  return when(
    atoms.map(({ no }) => no),
    failure,
  );
}

function oneOf(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (schema.oneOf === undefined) return nothing;
  const atoms = schema.oneOf.map((part) => flag(writer, part, spot.value));
  const verdicts = atoms.map(({ yes }) => yes);
  const one = call(writer.runtime("isOne"), ...verdicts);
  const failure = unmatched(writer, schema, spot, "oneOf", atoms);
  return when([code`!${one}`], failure);
}

/** Lets the runtime find out which branch was meant. */
function unmatched(
  writer: Writer,
  { pointer }: Schema,
  { value, path }: Spot,
  keyword: "anyOf" | "oneOf",
  atoms: readonly Atom[],
): readonly Statement[] {
  const branches = joinCode(
    atoms.map(({ branch }) => branch),
    ", ",
  );
  // the value last: prettier would set a list at the end in another way
  const rule = ruleOf(writer, keyword);
  const about = [quote(pointer), rule, code`[${branches}]`, value];
  return report(writer, "unmatched", path, about);
}

function negation(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (schema.not === undefined) return nothing;
  const atoms = test(writer, schema.not, spot.value);
  if (atoms?.length === 0) return nothing;
  const rule = soleRule(writer, schema.not);
  const failure = fail(writer, spot.path, schema.pointer, "not", ...rule);
  if (atoms === undefined) return failure;
  return when([flag(writer, schema.not, spot.value).yes], failure);
}

function conditional(
  writer: Writer,
  schema: Schema,
  spot: Spot,
): readonly Statement[] {
  if (schema.if === undefined) return nothing;
  const then = schema.then ? delegate(writer, schema.then, spot) : [];
  const otherwise = schema.else ? delegate(writer, schema.else, spot) : [];
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
  if (atoms === undefined) {
    return { yes: code`true`, no: code`false`, branch: code`() => true` };
  }
  const [only, ...more] = atoms;
  if (only === undefined) {
    return { yes: code`false`, no: code`true`, branch: code`[]` };
  }
  return more.length === 0 ? only : checkAtom(writer, schema, value);
}
