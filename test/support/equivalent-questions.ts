import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../../src/generator/json.js";
import { mapSchemas } from "../../src/generator/subschemas.js";
import type { Draft } from "./json-schema-suite.js";
import { nodesOf, pointerTo, type Node } from "./schema-nodes.js";

/** What an oracle is asked. */
export type Question = {
  readonly draft: Draft;
  readonly schema: JsonValue;
  readonly instance: JsonValue;
};

/** The question with every subschema changed; undefined where nothing changes. */
export function rewrite(
  question: Question,
  change: (schema: JsonObject) => JsonObject,
): Question | undefined {
  const { schema } = question;
  if (!isJsonObject(schema)) return undefined;
  const changed = mapSchemas(schema, change);
  return JSON.stringify(changed) === JSON.stringify(schema)
    ? undefined
    : { ...question, schema: changed };
}

/** The question with a name replaced by `before`, a letter that is nowhere in it, and `after`. */
export function rename(
  question: Question,
  from: string | RegExp,
  before = "",
  after = "",
): Question | undefined {
  const { schema, instance } = question;
  const text = JSON.stringify({ schema, instance });
  const free = ["Q", "Z", "X", "J", "K", "W"].find(
    (letter) => !text.includes(letter),
  );
  if (free === undefined) return undefined;
  const renamed = text.replaceAll(from, before + free + after);
  if (renamed === text) return undefined;
  const parsed = JSON.parse(renamed) as Pick<Question, "schema" | "instance">;
  return { ...question, ...parsed };
}

/** `multipleOf` as a list of the instance's numbers that are no multiples, reckoned with whole numbers. */
export function withoutMultipleOf(question: Question): Question | undefined {
  const numbers = [...new Set(numbersIn(question.instance))];
  return rewrite(question, (schema) => {
    const { multipleOf: step, ...rest } = schema;
    if (typeof step !== "number") return schema;
    const others = numbers.filter((number) => !isMultiple(number, step));
    if (others.length === 0) return rest;
    return withAlso(rest, [{ not: { enum: others } }]);
  });
}

function numbersIn(value: JsonValue): readonly number[] {
  if (typeof value === "number") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values<JsonValue>(value as JsonObject).flatMap(numbersIn);
}

/** On the decimal digits, with 30 digits after the point, which is more than the random steps have. */
function isMultiple(value: number, step: number): boolean {
  const whole = (number: number) => {
    const [digits = "", exponent = "0"] = number.toExponential().split("e");
    const [head = "", tail = ""] = digits.split(".");
    const shift = 30 + Number(exponent) - tail.length;
    return shift < 0 ? undefined : BigInt(head + tail) * 10n ** BigInt(shift);
  };
  const [a, b] = [whole(value), whole(step)];
  return a !== undefined && b !== undefined && a % b === 0n;
}

/** References by anchor turned into references by pointer; in draft-07 an `$id` may be the anchor. */
export function byPointer(question: Question): Question | undefined {
  const { draft, schema } = question;
  if (!isJsonObject(schema)) return undefined;
  const named = new Map<string, Node>();
  const nodes = nodesOf(draft, schema);
  for (const node of nodes) {
    const anchor = anchorOf(draft, node.schema);
    if (anchor !== undefined) named.set(node.resource + anchor, node);
  }
  return rewriteNodes(question, nodes, (inner, { resource }) => {
    const { $id, $ref: ref, ...rest } = inner;
    const isAnchor = draft === "draft7" && anchorOf(draft, inner) !== undefined;
    const plain = isAnchor
      ? rest
      : { ...($id !== undefined && { $id }), ...rest };
    if (typeof ref !== "string") return plain;
    const target = named.get(ref.startsWith("#") ? resource + ref : ref);
    const $ref = target === undefined ? ref : pointerTo(target, resource);
    return { ...plain, $ref };
  });
}

/** The fragment that an anchor answers to. */
function anchorOf(draft: Draft, schema: JsonValue): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const id = member(schema, "$id");
  const anchor = member(schema, "$anchor");
  if (draft === "draft7")
    return typeof id === "string" && id.startsWith("#") ? id : undefined;
  return typeof anchor === "string" ? `#${anchor}` : undefined;
}

/** Dynamic references that can have one target only, as references by pointer. */
export function byStaticReference(question: Question): Question | undefined {
  const { draft, schema } = question;
  if (!isJsonObject(schema) || draft === "draft7") return undefined;
  const nodes = nodesOf(draft, schema);
  const marked = nodes.filter(
    ({ schema: inner }) =>
      isJsonObject(inner) &&
      ("$dynamicAnchor" in inner || member(inner, "$recursiveAnchor") === true),
  );
  const roots = nodes.filter(({ inner }) => inner.length === 0);
  return rewriteNodes(question, nodes, (inner, { resource }) => {
    const { $dynamicRef, $recursiveRef, ...rest } = inner;
    if ($dynamicRef === undefined && $recursiveRef === undefined) return inner;
    const own = roots.find((root) => root.resource === resource);
    const targets =
      $dynamicRef === undefined && own && !marked.includes(own)
        ? [own]
        : marked;
    const [target] = targets;
    if (target === undefined || targets.length > 1) return inner;
    return withAlso(rest, [{ $ref: pointerTo(target, resource) }]);
  });
}

function rewriteNodes(
  question: Question,
  nodes: readonly Node[],
  change: (schema: JsonObject, node: Node) => JsonObject,
): Question | undefined {
  const placed = new Map(
    nodes.map((node) => [JSON.stringify(node.path), node]),
  );
  const { schema } = question;
  if (!isJsonObject(schema)) return undefined;
  const changed = mapSchemas(schema, (inner, path) => {
    const node = placed.get(JSON.stringify(path));
    return node === undefined ? inner : change(inner, node);
  });
  return JSON.stringify(changed) === JSON.stringify(schema)
    ? undefined
    : { ...question, schema: changed };
}

/** In 2019-09 `contains` evaluates nothing; two negations say so to those who think of 2020-12. */
export function withoutContained(question: Question): Question | undefined {
  if (question.draft !== "draft2019-09") return undefined;
  return moveContains(question, (contains) => ({ not: { not: contains } }));
}

/** `contains` beside the list of a tuple, put into `allOf`. */
export function withContainsApart(question: Question): Question | undefined {
  const isTuple = ({ items, prefixItems }: JsonObject) =>
    Array.isArray(items) || prefixItems !== undefined;
  return moveContains(question, (contains) => contains, isTuple);
}

/** Puts `contains` and its bounds into `allOf`, in other words. */
function moveContains(
  question: Question,
  say: (contains: JsonObject) => JsonObject,
  isMeant: (schema: JsonObject) => boolean = () => true,
): Question | undefined {
  const done = new WeakSet<JsonObject>();
  return rewrite(question, (schema) => {
    const { contains, minContains, maxContains, ...rest } = schema;
    if (contains === undefined || done.has(schema) || !isMeant(schema))
      return schema;
    const alone = {
      contains,
      ...(minContains !== undefined && { minContains }),
      ...(maxContains !== undefined && { maxContains }),
    };
    done.add(alone);
    return withAlso(rest, [say(alone)]);
  });
}

/** `required` of the name "" by way of `properties`. */
export function withoutEmptyName(question: Question): Question | undefined {
  return rewrite(question, (schema) => {
    const also: JsonValue[] = [];
    const named = (
      list: JsonValue,
      unless: readonly JsonValue[],
    ): JsonValue => {
      if (!Array.isArray(list) || !list.includes("")) return list;
      const anyOf = [{ not: { type: "object" } }, ...unless, hasEmptyName];
      also.push({ anyOf });
      const names: readonly JsonValue[] = list;
      return names.filter((name) => name !== "");
    };
    const entries = Object.entries(schema).map(([keyword, value]): Entry => {
      if (keyword === "required") return [keyword, named(value, [])];
      const isMap = /^(dependentRequired|dependencies)$/.test(keyword);
      if (!isMap || !isJsonObject(value)) return [keyword, value];
      const lists = Object.entries(value).map(([key, list]): Entry => {
        const absent = { not: { required: [key] } };
        // with the name itself there, what it asks for is there
        const unless = key === "" ? [{}] : [absent];
        return [key, named(list, unless)];
      });
      return [keyword, Object.fromEntries(lists)];
    });
    const rest = Object.fromEntries(entries);
    return also.length === 0 ? schema : withAlso(rest, also);
  });
}

type Entry = [keyword: string, value: JsonValue];

const hasEmptyName = { not: { properties: { "": false } } };

/** A list that has to contain something is not empty; the same said with `minItems`. */
export function withMinItems(question: Question): Question | undefined {
  return rewrite(question, (schema) => {
    const { contains, minContains = 1, minItems = 0 } = schema;
    if (contains === undefined || minContains === 0 || minItems !== 0)
      return schema;
    return { ...schema, minItems: 1 };
  });
}

/** The pattern that matches everything, in more than no characters. */
export function withoutEmptyPattern(question: Question): Question | undefined {
  return rewrite(question, (schema) => {
    const patterns = member(schema, "patternProperties");
    if (!isJsonObject(patterns) || !Object.hasOwn(patterns, "")) return schema;
    const entries = Object.entries(patterns).map(([pattern, inner]) => [
      pattern || "(?:)",
      inner,
    ]);
    const patternProperties = Object.fromEntries(entries) as JsonObject;
    return { ...schema, patternProperties };
  });
}

/** A schema with more in its `allOf`. */
function withAlso(schema: JsonObject, also: readonly JsonValue[]): JsonObject {
  const allOf = (member(schema, "allOf") ?? []) as readonly JsonValue[];
  return { ...schema, allOf: [...allOf, ...also] };
}
