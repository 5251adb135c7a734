import type { JsonValue } from "../../json.js";
import { under } from "../../json-pointer.js";
import { isUnique } from "../../../runtime/validate.js";
import { accepts } from "../form/judge.js";
import type { Schema } from "../form/schema.js";

/** The innermost part of a value that a schema refuses. */
export type Fault = {
  /** The part's JSON pointer within the value. */
  readonly pointer: string;
  readonly found: JsonValue;
  /** What to write there. */
  readonly want: string;
  /** True where the list is right but for an item that stands in it twice. */
  readonly repeats: boolean;
};

/** Why a form refuses a value, which it is known to do. */
export function faultOf(form: Schema, value: JsonValue, pointer = ""): Fault {
  const inner = innerForm(form, value);
  if (inner !== undefined) return faultOf(inner, value, pointer);
  const refused = refusedMember(form, value);
  if (refused !== undefined) {
    const [key, part, rest] = refused;
    return faultOf(rest, part, under(pointer, key));
  }
  const isSet = form.array?.unique === true;
  const repeats = isSet && Array.isArray(value) && !isUnique(value);
  return { pointer, found: value, want: wordsFor(form), repeats };
}

/** The form that says more about the value than this one. */
function innerForm(form: Schema, value: JsonValue): Schema | undefined {
  const all = [...form.refs, ...form.allOf];
  const refusing = all.find((part) => !accepts(part, value));
  if (refusing !== undefined || !Array.isArray(value)) return refusing;
  // whoever writes a list is told what is wrong in it, not that one value would do
  return form.anyOf?.find((part) => part.types?.[0] === "array");
}

function refusedMember(
  { array, object }: Schema,
  value: JsonValue,
): readonly [string | number, JsonValue, Schema] | undefined {
  const rest = Array.isArray(value) ? array?.rest : object?.additional;
  if (rest === undefined || value === null || typeof value !== "object") {
    return undefined;
  }
  const members: readonly (readonly [string, JsonValue])[] =
    Object.entries(value);
  const found = members.find(([, one]) => !accepts(rest, one));
  return found === undefined ? undefined : [...found, rest];
}

/** What a form asks for, in words. */
function wordsFor(form: Schema): string {
  const { types = [], values, number, anyOf } = form;
  const named = [...form.refs, ...form.allOf].map(wordsFor);
  if (anyOf !== undefined) {
    const each = anyOf.map((one) =>
      one.types?.[0] === "array" ? "a list of those" : wordsFor(one),
    );
    return each.join(", or ");
  }
  if (values !== undefined) return `one of ${values.map(String).join(", ")}`;
  switch (types[0]) {
    case "integer":
      return number?.minimum === 0
        ? "a whole number, 0 or more"
        : "a whole number";
    case "number":
      return number?.exclusiveMinimum === 0 ? "a number above 0" : "a number";
    case "boolean":
      return "true or false";
    case "array":
      return listWords(form);
    case "object":
      return "an object";
    case "string":
      return form.string?.pattern === undefined
        ? "a text"
        : `a text that matches ${form.string.pattern}`;
    default:
      return named.find((words) => words !== "") ?? "";
  }
}

function listWords({ array }: Schema): string {
  const inner = array?.rest === undefined ? "" : wordsFor(array.rest);
  const some =
    (array?.min ?? 0) > 0 ? "a list with at least one item" : "a list";
  return inner === "" ? some : `${some}, each item ${inner}`;
}

/** The first index at which an item stands that stood in the list before; undefined where none does. */
export function repeatedIndex(list: readonly JsonValue[]): number | undefined {
  if (isUnique(list)) return undefined;
  let [low, high] = [1, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isUnique(list.slice(0, middle))) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
