import { code, type Code } from "../../code.js";
import { fail, flag, type Inner, type Spot } from "./applicator.js";
import type { Scene } from "./locals.js";
import type { ArrayRules, Schema } from "../form/schema.js";
import { below, belowVariable } from "./path.js";
import { soleRule } from "./sole-keyword.js";
import {
  call,
  mentions,
  nothing,
  text,
  when,
  type Statement,
} from "./statement.js";
import type { Keyword } from "./runtime-names.js";
import { isTrue, test } from "./acceptance.js";

/** The checks of an array and its items. */
export function arrayChecks(
  scene: Scene,
  schema: Schema,
  spot: Spot,
  inner: Inner,
): readonly Statement[] {
  const { array } = schema;
  if (array === undefined) return nothing;
  return counts(scene, schema, array, spot).concat(
    prefix(scene, array, spot, inner),
    rest(scene, schema, array, spot, inner),
    contains(scene, schema, array, spot),
    unevaluated(scene, schema, array, spot, inner),
  );
}

function counts(
  { writer }: Scene,
  { pointer }: Schema,
  { min, max, unique }: ArrayRules,
  { value, path }: Spot,
): readonly Statement[] {
  const out: Statement[] = [];
  if (min !== undefined && min > 0) {
    const failure = fail(writer, path, pointer, "minItems", min);
    out.push(...when([code`${value}.length < ${min}`], failure));
  }
  if (max !== undefined) {
    const failure = fail(writer, path, pointer, "maxItems", max);
    out.push(...when([code`${value}.length > ${max}`], failure));
  }
  if (unique) {
    const distinct = call(writer.runtime("isUnique"), value);
    const failure = fail(writer, path, pointer, "uniqueItems");
    out.push(...when([code`!${distinct}`], failure));
  }
  return out;
}

function prefix(
  scene: Scene,
  rules: ArrayRules,
  { value, path }: Spot,
  inner: Inner,
): readonly Statement[] {
  return rules.prefix.flatMap((part, index) => {
    if (isTrue(part)) return nothing;
    const item = scene.locals.take("item");
    const there = { value: item, path: below(path, `/${index}`) };
    const found = inner(scene, part, there);
    return when(
      [code`${value}.length > ${index}`],
      [...itemRead(code`${item} = ${value}[${index}]`, item, found), ...found],
    );
  });
}

/** The declaration of an item, unless nothing looks at it. */
function itemRead(
  read: Code,
  item: Code,
  body: readonly Statement[],
): readonly Statement[] {
  return mentions(body, item) ? [text(code`const ${read};`)] : [];
}

/** A loop over the items from `start` on; `body` gets an item and its index. */
function loop(
  { locals }: Scene,
  { value, path }: Spot,
  start: number,
  body: (item: Spot, index: Code) => readonly Statement[],
): readonly Statement[] {
  const index = locals.take("i");
  const item = locals.take("item");
  const there: Spot = {
    value: item,
    path: belowVariable(below(path, "/"), index),
  };
  const found = body(there, index);
  if (found.length === 0) return nothing;
  const first = itemRead(code`${item} = ${value}[${index}]`, item, found);
  const head = code`for (let ${index} = ${start}; ${index} < ${value}.length; ${index}++) {`;
  return [{ is: "for", head, body: [...first, ...found] }];
}

function rest(
  scene: Scene,
  schema: Schema,
  rules: ArrayRules,
  spot: Spot,
  inner: Inner,
): readonly Statement[] {
  const { rest: part, prefix: before } = rules;
  if (part === undefined) return nothing;
  const { value, path } = spot;
  if (part.verdict === false) {
    const limit = before.length;
    const older = part.pointer.endsWith("/additionalItems");
    const keyword = older ? "additionalItems" : "items";
    const failure = fail(scene.writer, path, schema.pointer, keyword, limit);
    return when([code`${value}.length > ${limit}`], failure);
  }
  if (isTrue(part)) return nothing;
  return loop(scene, spot, before.length, (item) => inner(scene, part, item));
}

function contains(
  scene: Scene,
  { pointer }: Schema,
  rules: ArrayRules,
  { value, path }: Spot,
): readonly Statement[] {
  const { contains: part, minContains, maxContains } = rules;
  if (part === undefined) return nothing;
  const { writer, locals } = scene;
  const count = locals.take("found");
  const item = locals.take("item");
  const atoms = test(writer, part, item);
  const one = text(code`${count}++;`);
  const found =
    atoms?.length === 0 ? [] : when([flag(writer, part, item).yes], [one]);
  const body = atoms === undefined ? [one] : found;
  const out: Statement[] = [text(code`let ${count} = 0;`)];
  if (body.length > 0) {
    const head = code`for (const ${item} of ${value}) {`;
    out.push({ is: "for", head, body });
  }
  const add = (condition: Code, keyword: Keyword, limit: number) => {
    const rule = soleRule(writer, part);
    const failure = fail(writer, path, pointer, keyword, limit, ...rule);
    out.push(...when([condition], failure));
  };
  if (minContains > 0) {
    const keyword = minContains === 1 ? "contains" : "minContains";
    add(code`${count} < ${minContains}`, keyword, minContains);
  }
  if (maxContains !== undefined) {
    add(code`${count} > ${maxContains}`, "maxContains", maxContains);
  }
  return out.length > (body.length > 0 ? 2 : 1) ? out : [];
}

function unevaluated(
  scene: Scene,
  schema: Schema,
  rules: ArrayRules,
  spot: Spot,
  inner: Inner,
): readonly Statement[] {
  const { unevaluated: part } = rules;
  const { writer } = scene;
  if (part === undefined || isTrue(part)) {
    return nothing;
  }
  return loop(scene, spot, 0, (item, index) => {
    const seen = call(writer.seen(schema, "index"), spot.value, index);
    const closed = part.verdict === false;
    const found = closed
      ? fail(writer, item.path, schema.pointer, "unevaluatedItems")
      : inner(scene, part, item);
    return when([code`!${seen}`], found);
  });
}
