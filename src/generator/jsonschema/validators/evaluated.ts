import { code, quote, type Code } from "../../code.js";
import { flag } from "./applicator.js";
import { evaluators } from "../form/evaluable.js";
import type { Schema } from "../form/schema.js";
import { call, text, when, type Statement } from "./statement.js";
import type { Writer } from "./writer.js";

type What = "key" | "index";

/**
 * Statements that return true when the schema's properties or items evaluate
 * `key` or `index`, given that the schema accepts `value`. What applies under a
 * condition only (`anyOf`, `if`) is asked again here: unevaluated* is rare, and so
 * nothing has to be remembered while checking.
 */
export function evaluates(
  writer: Writer,
  schema: Schema,
  what: What,
): readonly Statement[] | "always" {
  if (isWhole(schema, what)) return "always";
  const out: Statement[] = [...ownPart(writer, schema, what)];
  const yes = [text(code`return true;`)];
  const value = code`value`;
  const add = (part: Schema, conditions: readonly Code[]) => {
    if (!mayEvaluate(part, what, new Set())) return;
    if (isWhole(part, what) || hasUnevaluated(part, what)) {
      // a part that accepts the value has seen all of it
      out.push(...(conditions.length === 0 ? yes : when(conditions, yes)));
      return;
    }
    const name = writer.seen(part, what);
    const seen = call(name, value, what === "key" ? code`key` : code`index`);
    out.push(...when([...conditions, seen], yes));
  };
  for (const part of [...schema.refs, ...schema.allOf]) add(part, []);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    add(part, [flag(writer, part, value).yes]);
  }
  if (schema.if !== undefined) {
    const { yes: holds, no: fails } = flag(writer, schema.if, value);
    add(schema.if, [holds]);
    if (schema.then) add(schema.then, [holds]);
    if (schema.else) add(schema.else, [fails]);
  }
  if (what === "key") {
    for (const [key, part] of schema.object?.dependentSchemas ?? []) {
      const has = call(writer.runtime("own"), value, quote(key));
      add(part, [code`${has} !== undefined`]);
    }
  }
  return out;
}

function ownPart(
  writer: Writer,
  { object, array }: Schema,
  what: What,
): readonly Statement[] {
  const yes = [text(code`return true;`)];
  const out: Statement[] = [];
  if (what === "key" && object !== undefined) {
    for (const key of object.properties.keys()) {
      out.push(...when([code`key === ${quote(key)}`], yes));
    }
    for (const [source] of object.patterns) {
      const matches = call(code`${writer.pattern(source)}.test`, code`key`);
      out.push(...when([matches], yes));
    }
  }
  if (what === "index" && array !== undefined) {
    const { length } = array.prefix;
    if (length > 0) out.push(...when([code`index < ${length}`], yes));
    if (array.contains && array.containsEvaluates) {
      out.push(...containedItem(writer, array.contains));
    }
  }
  return out;
}

/** Whether a schema's own properties or items leave nothing unseen. */
function isWhole({ object, array }: Schema, what: What): boolean {
  const all = what === "key" ? object?.additional : array?.rest;
  return all !== undefined;
}

function hasUnevaluated({ object, array }: Schema, what: What): boolean {
  const rest = what === "key" ? object?.unevaluated : array?.unevaluated;
  return rest !== undefined;
}

function containedItem(writer: Writer, part: Schema): readonly Statement[] {
  const item = code`item`;
  return [
    text(code`const item = value[index];`),
    ...when([flag(writer, part, item).yes], [text(code`return true;`)]),
  ];
}

/** Whether a schema says anything about members or items at all. */
function mayEvaluate(schema: Schema, what: What, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if ((what === "key" ? schema.object : schema.array) !== undefined)
    return true;
  return evaluators(schema).some((part) => mayEvaluate(part, what, seen));
}

/** The parameters of the function; one that it does not use starts with `_`. */
export function seenParameters(
  what: What,
  isUsed: (word: Code) => boolean,
): readonly Code[] {
  const name = (word: Code) => (isUsed(word) ? word : code`_${word}`);
  const value = name(code`value`);
  return what === "key"
    ? [
        code`${value}: { readonly [key: string]: unknown }`,
        code`${name(code`key`)}: string`,
      ]
    : [code`${value}: readonly unknown[]`, code`${name(code`index`)}: number`];
}
