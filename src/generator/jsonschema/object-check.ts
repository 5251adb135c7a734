import { code, quote, type Code } from "../code.js";
import { delegate, fail, flag, type Inner, type Spot } from "./applicator.js";
import type { Scene } from "./locals.js";
import type { Doc } from "./layout.js";
import { under } from "../json-pointer.js";
import type { ObjectRules, Schema } from "./schema.js";
import { call, guarded, text, when, type Statement } from "./statement.js";
import { isTrue } from "./test.js";
import { hintOf, type Writer } from "./writer.js";

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
    ...loop(scene, schema, object, spot, inner),
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
  for (const [key, part] of rules.properties) {
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
  for (const [key, others] of rules.dependentRequired) {
    for (const other of others) {
      const failure = fail(writer, path, pointer, "dependentRequired", other);
      out.push(...when([has(key), lacks(other)], failure));
    }
  }
  for (const [key, part] of rules.dependentSchemas) {
    if (isTrue(part)) continue;
    out.push(...guarded(has(key), delegate(writer, part, spot)));
  }
  return out;
}

/** `propertyNames: { type: "string" }` is common and says nothing. */
function isTrueOfNames(names: Schema | undefined): boolean {
  if (names === undefined || isTrue(names)) return true;
  return (
    names.types?.includes("string") === true &&
    isTrue({ ...names, types: undefined })
  );
}

/** One pass over the members for what depends on their names. */
function loop(
  scene: Scene,
  schema: Schema,
  rules: ObjectRules,
  spot: Spot,
  inner: Inner,
): readonly Statement[] {
  const { writer, locals } = scene;
  const { value, path } = spot;
  const { additional, names, unevaluated } = rules;
  const patterns = rules.patterns.filter(([, part]) => !isTrue(part));
  const others = [
    additional,
    isTrueOfNames(names) ? undefined : names,
    unevaluated,
  ].filter((part) => part);
  if (patterns.length === 0 && others.every((part) => part && isTrue(part))) {
    return [];
  }
  const key = locals.take("name");
  const item = locals.take("member");
  const there = (): Spot => ({
    value: item,
    path: [...path, { variable: call(writer.runtime("token"), key) }],
  });
  const body: Statement[] = [];
  for (const [source, part] of patterns) {
    const matches = call(code`${writer.pattern(source)}.test`, key);
    body.push(...guarded(matches, inner(scene, part, there())));
  }
  const refuse = (keyword: string) =>
    fail(writer, path, schema.pointer, keyword, { doc: key });
  if (additional !== undefined && !isTrue(additional)) {
    const others = isOther(writer, schema, rules, key);
    const closed = additional.verdict === false;
    const found = closed
      ? refuse("additionalProperties")
      : inner(scene, additional, there());
    body.push(...(others.length > 0 ? when(others, found) : found));
  }
  if (names !== undefined && !isTrueOfNames(names)) {
    const good = flag(writer, names, key);
    body.push(...when([good.no], refuse("propertyNames")));
  }
  if (unevaluated !== undefined && !isTrue(unevaluated)) {
    const seen = call(writer.seen(schema, "key"), value, key);
    const closed = unevaluated.verdict === false;
    const found = closed
      ? refuse("unevaluatedProperties")
      : inner(scene, unevaluated, there());
    body.push(...when([[code`!`, seen]], found));
  }
  return overMembers(writer, value, key, item, body);
}

/** The loop over own members that are not undefined. */
function overMembers(
  writer: Writer,
  value: Code,
  key: Code,
  item: Code,
  body: readonly Statement[],
): readonly Statement[] {
  if (body.length === 0) return [];
  const read = call(writer.runtime("own"), value, key);
  const first = [
    text([code`const ${item} = `, read, code`;`]),
    text(code`if (${item} === undefined) continue;`),
  ];
  const head = code`for (const ${key} in ${value}) `;
  return [{ is: "for", head, body: [...first, ...body] }];
}

/** That a name is none of the properties and matches none of the patterns. */
function isOther(
  writer: Writer,
  schema: Schema,
  rules: ObjectRules,
  key: Code,
): readonly Doc[] {
  const known = knownKeys(writer, schema, rules, key);
  const patterns = rules.patterns.map(([source]): Doc => {
    const matches = call(code`${writer.pattern(source)}.test`, key);
    return [code`!`, matches];
  });
  return [...known, ...patterns];
}

function knownKeys(
  writer: Writer,
  schema: Schema,
  rules: ObjectRules,
  key: Code,
): readonly Doc[] {
  const names = [...rules.properties.keys()];
  if (names.length <= 3) {
    return names.map((name) => code`${key} !== ${quote(name)}`);
  }
  const set = writer.keys(names, hintOf(schema));
  return [[code`!`, call(code`${set}.has`, key)]];
}
