import { evaluatesAlone } from "../form/evaluable.js";
import type { ArrayRules, Schema } from "../form/schema.js";
import {
  identity,
  isSmall,
  never,
  union,
  unknown,
  type Shape,
  type ToShape,
} from "./shape.js";

/** More leading elements than these are not spelt out. */
const maxTuple = 4;

/** What the keywords of arrays say about arrays. */
export function arrayShape(
  schema: Schema,
  rules: ArrayRules,
  part: ToShape,
): Shape {
  const { contains, minContains, maxContains = Infinity } = rules;
  const wanted = contains === undefined ? 0 : minContains;
  const min = Math.max(rules.min ?? 0, wanted);
  const max = rules.max ?? Infinity;
  const refused = contains?.verdict === false && wanted > 0;
  if (min > max || wanted > maxContains || refused) return never;
  const prefix = rules.prefix.map((one) => part(one));
  const rest = restOf(schema, rules, part);
  const closed = rest.is === "never";
  const small = isSmall(rest);
  const ends = max <= maxTuple && small;
  const spelt = ends ? max : small ? Math.min(min, maxTuple) : 0;
  const items = [...prefix];
  if (!closed) while (items.length < spelt) items.push(rest);
  const gap = items.findIndex((item) => item.is === "never");
  const end = Math.min(max, gap === -1 ? items.length : gap);
  const last = closed || ends || max <= prefix.length || gap !== -1;
  if (last && min > end) return never;
  const required = Math.min(min, end);
  return {
    is: "array",
    items: last ? items.slice(0, end) : withoutRest(items, required, rest),
    required,
    rest: last ? undefined : rest,
  };
}

/** Without optional items at the end that are what comes after them. */
function withoutRest(
  items: readonly Shape[],
  required: number,
  rest: Shape,
): readonly Shape[] {
  const known = identity(rest);
  const isRest = (item: Shape) =>
    known !== undefined && identity(item) === known;
  let end = items.length;
  while (end > required && isRest(items[end - 1] ?? never)) end--;
  return items.slice(0, end);
}

/** What comes after `prefixItems`; `unevaluatedItems` says it where nothing else could evaluate an item. */
function restOf(schema: Schema, rules: ArrayRules, part: ToShape): Shape {
  const { rest, unevaluated, contains, containsEvaluates } = rules;
  if (rest !== undefined) return part(rest);
  if (unevaluated === undefined || !evaluatesAlone(schema)) return unknown;
  const found =
    contains !== undefined && containsEvaluates ? part(contains) : never;
  return union([part(unevaluated), found]);
}
