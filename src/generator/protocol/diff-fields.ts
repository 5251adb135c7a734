import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { describeSchema } from "./describe-schema.js";
import type { Definitions } from "./protocol.js";
import {
  objectAt,
  refName,
  requiredOf,
  resolve,
  schemasAt,
} from "./schema-view.js";
import { structureText } from "./structure-hash.js";

/** One difference between two schemas. */
export type FieldChange = {
  readonly change: "added" | "removed" | "changed";
  /** From the schema that was compared: "" is itself, then `.name` for a property and `[]` for the items of a list. */
  readonly path: string;
  /** What it is, or what it was and is. */
  readonly detail: string;
};

/** The definitions on both sides, and those that came or went with a message. */
export type Sides = {
  readonly before: Definitions;
  readonly after: Definitions;
  /** True for a definition that another change speaks of already. */
  readonly isTold: (name: string) => boolean;
};

/**
 * What differs between two schemas. A definition that both refer to by the same name
 * is not looked into: it is compared by itself. Prose, key order, the order of
 * alternatives, and whether a part is spelt out or referred to are no differences.
 */
export function diffSchemas(
  before: JsonObject,
  after: JsonObject,
  sides: Sides,
  path = "",
): readonly FieldChange[] {
  if (textOf(before) === textOf(after)) return [];
  const names = [refName(before), refName(after)];
  if (names.every((name) => name !== undefined))
    return [retyped(before, after, path)];
  const left = resolve(sides.before, before) ?? before;
  const right = resolve(sides.after, after) ?? after;
  const keys = differingKeywords(left, right);
  if (keys.some((key) => shapes.has(key))) return [retyped(left, right, path)];
  return [
    ...diffProperties(left, right, sides, path),
    ...diffItems(left, right, sides, path),
    ...diffAlternatives(left, right, sides, path),
    ...reworded(left, right, keys, path),
  ];
}

function retyped(
  before: JsonObject,
  after: JsonObject,
  path: string,
): FieldChange {
  const [was, is] = [describeSchema(before), describeSchema(after)];
  const detail = was === is ? `another ${is}` : `${was} → ${is}`;
  return { change: "changed", path, detail };
}

function diffProperties(
  before: JsonObject,
  after: JsonObject,
  sides: Sides,
  path: string,
): readonly FieldChange[] {
  const old = objectAt(before, "properties") ?? {};
  const now = objectAt(after, "properties") ?? {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((name): readonly FieldChange[] => {
    const here = `${path}.${name}`;
    const was = objectAt(old, name);
    const is = objectAt(now, name);
    const wasRequired = requiredOf(before).includes(name);
    const isRequired = requiredOf(after).includes(name);
    if (was === undefined || is === undefined) {
      const change = was === undefined ? "added" : "removed";
      const need = wasRequired || isRequired ? "required" : "optional";
      const detail = `${describeSchema(is ?? was)}, ${need}`;
      return [{ change, path: here, detail }];
    }
    const need = (required: boolean): string =>
      required ? "required" : "optional";
    const detail = `${need(wasRequired)} → ${need(isRequired)}`;
    return [
      ...(wasRequired === isRequired
        ? []
        : [{ change: "changed" as const, path: here, detail }]),
      ...diffSchemas(was, is, sides, here),
    ];
  });
}

function diffItems(
  before: JsonObject,
  after: JsonObject,
  sides: Sides,
  path: string,
): readonly FieldChange[] {
  const old = objectAt(before, "items");
  const now = objectAt(after, "items");
  if (old === undefined || now === undefined) return [];
  return diffSchemas(old, now, sides, `${path}[]`);
}

function diffAlternatives(
  before: JsonObject,
  after: JsonObject,
  { isTold }: Sides,
  path: string,
): readonly FieldChange[] {
  const alternatives = (schema: JsonObject): ReadonlyMap<string, string> =>
    new Map(
      schemasAt(schema, "anyOf")
        .filter((one) => !isTold(refName(one) ?? ""))
        .map((one) => [textOf(one), describeSchema(one)]),
    );
  const [old, now] = [alternatives(before), alternatives(after)];
  const missing = (
    from: ReadonlyMap<string, string>,
    other: ReadonlyMap<string, string>,
  ): readonly string[] =>
    [...from].filter(([key]) => !other.has(key)).map(([, text]) => text);
  const parts = [
    ...missing(now, old).map((text) => `also ${text}`),
    ...missing(old, now).map((text) => `no longer ${text}`),
  ];
  return parts.length === 0
    ? []
    : [{ change: "changed", path, detail: parts.join(", ") }];
}

/** Keywords that say what kind of value it is: where one of them differs, the parts are not worth comparing. */
const shapes = new Set([
  "type",
  "anyOf",
  "oneOf",
  "allOf",
  "const",
  "enum",
  "items",
]);

/** Keywords that are compared part by part, or are prose. */
const compared = new Set([
  "properties",
  "required",
  "description",
  "title",
  "$comment",
  "examples",
]);

function differingKeywords(
  before: JsonObject,
  after: JsonObject,
): readonly string[] {
  const isPartwise = (key: string): boolean =>
    compared.has(key) ||
    (["items", "anyOf"].includes(key) &&
      member(before, key) !== undefined &&
      member(after, key) !== undefined);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter(
    (key) =>
      !isPartwise(key) && keywordText(before, key) !== keywordText(after, key),
  );
}

function reworded(
  before: JsonObject,
  after: JsonObject,
  keys: readonly string[],
  path: string,
): readonly FieldChange[] {
  if (keys.length === 0) return [];
  const words = (schema: JsonObject, key: string): string => {
    const value = member(schema, key);
    if (isJsonObject(value)) return describeSchema(value);
    return value === undefined ? "none" : JSON.stringify(value);
  };
  const details = keys.map(
    (key) => `${key} ${words(before, key)} → ${words(after, key)}`,
  );
  return [{ change: "changed", path, detail: details.join(", ") }];
}

/** A keyword's value as text; "" where it says no more than its absence. */
function keywordText(schema: JsonObject, key: string): string {
  const value = member(schema, key);
  if (value === undefined) return "";
  const text = textOf(value);
  const isOpen = text === "{}" || text === "true";
  return key === "additionalProperties" && isOpen ? "" : text;
}

/** The structure as text; the dialects differ in where they keep definitions. */
function textOf(value: JsonValue): string {
  return structureText(value).replaceAll('"#/definitions/', '"#/$defs/');
}
