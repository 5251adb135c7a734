import { evaluatesAlone } from "./evaluable.js";
import type { ArrayRules, Schema } from "./schema.js";
import {
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
  return {
    is: "array",
    items: items.slice(0, end),
    required: Math.min(min, end),
    rest: last ? undefined : rest,
  };
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
