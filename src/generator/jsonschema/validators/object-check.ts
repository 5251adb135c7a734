import { inheritedNames } from "../form/inherited.js";
import { code, quote, type Code } from "../../code.js";
import { delegate, fail, type Inner, type Spot } from "./applicator.js";
import type { Scene } from "./locals.js";
import { under } from "../../json-pointer.js";
import { below } from "./path.js";
import { memberLoop, type ObjectSpot } from "./member-loop.js";
import {
  inPlace,
  parts,
  type ObjectRules,
  type Schema,
} from "../form/schema.js";
import {
  call,
  guarded,
  mentions,
  nothing,
  text,
  when,
  type Statement,
} from "./statement.js";
import { isAlone, isTrue } from "./acceptance.js";
import type { Writer } from "./writer.js";

/** The checks of an object's members. */
export function objectChecks(
  scene: Scene,
  schema: Schema,
  spot: Spot,
  inner: Inner,
): readonly Statement[] {
  const { object } = schema;
  if (object === undefined) return nothing;
  const { writer, locals } = scene;
  const own = locals.take("fields");
  const there = { ...spot, own };
  const found = requiredOnly(scene, schema, object, there).concat(
    properties(scene, schema, object, there, inner),
    counts(scene, schema, object, spot),
    dependencies(scene, schema, object, there),
    memberLoop(scene, schema, object, there, inner),
  );
  if (!mentions(found, own)) return found;
  const members = call(writer.runtime("members"), spot.value);
  return [text(code`const ${own} = ${members};`), ...found];
}

/** Reads an own member. */
function readOwn(
  writer: Writer,
  { value, own }: ObjectSpot,
  key: string,
): Code {
  const name = quote(key);
  return inheritedNames.has(key)
    ? call(writer.runtime("own"), value, name)
    : code`${own}[${name}]`;
}

function requiredOnly(
  { writer }: Scene,
  { pointer }: Schema,
  rules: ObjectRules,
  spot: ObjectSpot,
): readonly Statement[] {
  return rules.required
    .filter((key) => !rules.properties.has(key))
    .flatMap((key) =>
      when(
        [code`${readOwn(writer, spot, key)} === undefined`],
        fail(writer, spot.path, pointer, "required", key),
      ),
    );
}

/**
 * The properties, those without anything below them first: a tag that is wrong then
 * ends a branch at once, where a union of recursive objects would else judge what
 * lies below once for every branch, and so at every level.
 */
function flatFirst(
  properties: ObjectRules["properties"],
): readonly (readonly [string, Schema])[] {
  const flat: (readonly [string, Schema])[] = [];
  const deep: typeof flat = [];
  properties.forEach((part, key) => {
    (isFlat(part) ? flat : deep).push([key, part]);
  });
  return flat.concat(deep);
}

function isFlat(schema: Schema): boolean {
  const hasParts = schema.object !== undefined || schema.array !== undefined;
  if (!hasParts && isAlone(schema)) return true;
  return parts(schema).length === 0 && inPlace(schema).every(isFlat);
}

function properties(
  scene: Scene,
  { pointer }: Schema,
  rules: ObjectRules,
  spot: ObjectSpot,
  inner: Inner,
): readonly Statement[] {
  const { writer, locals } = scene;
  const { path } = spot;
  const required = new Set(rules.required);
  const out: Statement[] = [];
  for (const [key, part] of flatFirst(rules.properties)) {
    const needed = required.has(key);
    const read = readOwn(writer, spot, key);
    if (isTrue(part)) {
      if (!needed) continue;
      const failure = fail(writer, path, pointer, "required", key);
      out.push(...when([code`${read} === undefined`], failure));
      continue;
    }
    const local = locals.take(key);
    const there = { value: local, path: below(path, under("", key)) };
    const found = inner(scene, part, there);
    out.push(text(code`const ${local} = ${read};`));
    if (needed) {
      const failure = fail(writer, path, pointer, "required", key);
      out.push(...when([code`${local} === undefined`], failure, found));
    } else {
      out.push(...guarded(code`${local} !== undefined`, found));
    }
  }
  return out;
}

function counts(
  { writer }: Scene,
  { pointer }: Schema,
  { min, max }: ObjectRules,
  { value, path }: Spot,
): readonly Statement[] {
  const out: Statement[] = [];
  const count = (sign: Code, limit: number) =>
    code`${call(writer.runtime("size"), value)} ${sign} ${limit}`;
  if (min !== undefined && min > 0) {
    const failure = fail(writer, path, pointer, "minProperties", min);
    out.push(...when([count(code`<`, min)], failure));
  }
  if (max !== undefined) {
    const failure = fail(writer, path, pointer, "maxProperties", max);
    out.push(...when([count(code`>`, max)], failure));
  }
  return out;
}

function dependencies(
  { writer }: Scene,
  { pointer }: Schema,
  rules: ObjectRules,
  spot: ObjectSpot,
): readonly Statement[] {
  const { path } = spot;
  const is = (key: string, sign: Code) =>
    code`${readOwn(writer, spot, key)} ${sign} undefined`;
  const out: Statement[] = [];
  const keyword = rules.dependencyKeyword;
  for (const [key, others] of rules.dependentRequired) {
    for (const other of others) {
      const failure = fail(writer, path, pointer, keyword, other, key);
      out.push(...when([is(key, code`!==`), is(other, code`===`)], failure));
    }
  }
  for (const [key, part] of rules.dependentSchemas) {
    if (isTrue(part)) continue;
    out.push(...guarded(is(key, code`!==`), delegate(writer, part, spot)));
  }
  return out;
}
