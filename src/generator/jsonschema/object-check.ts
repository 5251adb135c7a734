import { code, quote, type Code } from "../code.js";
import { delegate, fail, type Inner, type Spot } from "./applicator.js";
import type { Scene } from "./locals.js";
import type { Doc } from "./layout.js";
import { under } from "../json-pointer.js";
import { memberLoop } from "./member-loop.js";
import { inPlace, parts, type ObjectRules, type Schema } from "./schema.js";
import { call, guarded, text, when, type Statement } from "./statement.js";
import { isTrue } from "./test.js";
import type { Writer } from "./writer.js";

/** The checks of an object's members. */
export function objectChecks(
  scene: Scene,
  schema: Schema,
  spot: Spot,
  inner: Inner,
): readonly Statement[] {
  const { object } = schema;
  if (object === undefined) return [];
  return [
    ...requiredOnly(scene, schema, object, spot),
    ...properties(scene, schema, object, spot, inner),
    ...counts(scene, schema, object, spot),
    ...dependencies(scene, schema, object, spot),
    ...memberLoop(scene, schema, object, spot, inner),
  ];
}

/** Reads an own member. */
function readOwn(writer: Writer, value: Code, key: string): Doc {
  return call(writer.runtime("own"), value, quote(key));
}

function requiredOnly(
  { writer }: Scene,
  { pointer }: Schema,
  rules: ObjectRules,
  { value, path }: Spot,
): readonly Statement[] {
  return rules.required
    .filter((key) => !rules.properties.has(key))
    .flatMap((key) =>
      when(
        [[readOwn(writer, value, key), code` === undefined`]],
        fail(writer, path, pointer, "required", key),
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
  const all = [...properties];
  const isFlat = (schema: Schema): boolean =>
    parts(schema).length === 0 && inPlace(schema).every(isFlat);
  return [
    ...all.filter(([, part]) => isFlat(part)),
    ...all.filter(([, part]) => !isFlat(part)),
  ];
}

function properties(
  scene: Scene,
  { pointer }: Schema,
  rules: ObjectRules,
  spot: Spot,
  inner: Inner,
): readonly Statement[] {
  const { writer, locals } = scene;
  const { value, path } = spot;
  const required = new Set(rules.required);
  const out: Statement[] = [];
  for (const [key, part] of flatFirst(rules.properties)) {
    const needed = required.has(key);
    const read = readOwn(writer, value, key);
    if (isTrue(part)) {
      if (!needed) continue;
      const failure = fail(writer, path, pointer, "required", key);
      out.push(...when([[read, code` === undefined`]], failure));
      continue;
    }
    const local = locals.take(key);
    const there = { value: local, path: [...path, under("", key)] };
    const found = inner(scene, part, there);
    out.push(text([code`const ${local} = `, read, code`;`]));
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
  const count = (sign: Code, limit: number): Doc => [
    call(writer.runtime("size"), value),
    code` ${sign} ${limit}`,
  ];
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
  spot: Spot,
): readonly Statement[] {
  const { value, path } = spot;
  const has = (key: string): Doc => [
    readOwn(writer, value, key),
    code` !== undefined`,
  ];
  const lacks = (key: string): Doc => [
    readOwn(writer, value, key),
    code` === undefined`,
  ];
  const out: Statement[] = [];
  const keyword = rules.dependencyKeyword;
  for (const [key, others] of rules.dependentRequired) {
    for (const other of others) {
      const failure = fail(writer, path, pointer, keyword, other, key);
      out.push(...when([has(key), lacks(other)], failure));
    }
  }
  for (const [key, part] of rules.dependentSchemas) {
    if (isTrue(part)) continue;
    out.push(...guarded(has(key), delegate(writer, part, spot)));
  }
  return out;
}
