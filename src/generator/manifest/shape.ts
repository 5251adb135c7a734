import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { shown } from "../diagnostic-text.js";
import { closest } from "./closest.js";
import { tokensOf, under } from "../json-pointer.js";
import type { Reporter } from "./report.js";

/** The part of JSON Schema that `schema/manifest.schema.json` is written in. */
export type Shape = {
  readonly title?: string;
  readonly type?: string;
  readonly properties?: { readonly [key: string]: Shape };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: Shape };
};

type Walk = Reporter & {
  readonly root: Shape;
  /** Unknown keys are kept without a word: a captured list may hold what this version has never seen. */
  readonly lenient: boolean;
};

/**
 * Reports every place where a value departs from the shape, and returns what is left
 * when those places are taken out. What is required may still be missing in it.
 */
export function fit(
  shape: Shape,
  value: JsonValue,
  pointer: string,
  reporter: Reporter,
  lenient: boolean,
): JsonValue | undefined {
  return fitValue(shape, value, pointer, { ...reporter, root: shape, lenient });
}

function fitValue(
  shape: Shape,
  value: JsonValue,
  pointer: string,
  walk: Walk,
): JsonValue | undefined {
  const found = typeName(value);
  const choices = alternatives(shape, walk.root);
  const choice = choices.find(({ type }) => accepts(type, value));
  if (choice === undefined) {
    walk.report("VALUE_TYPE", pointer, "value", {
      key: keyPath(pointer),
      wanted: choices
        .map(({ type }) => typeNames[type ?? ""] ?? "")
        .join(" or "),
      found,
    });
    return undefined;
  }
  if (isJsonObject(value)) return fitObject(choice, value, pointer, walk);
  if (Array.isArray(value)) return fitList(choice, value, pointer, walk);
  return fitScalar(choice, value, pointer, walk) ? value : undefined;
}

/** The shapes that a value may have; keywords beside a `$ref` replace those of its target. */
function alternatives(shape: Shape, root: Shape): readonly Shape[] {
  if (shape.anyOf) return shape.anyOf.flatMap((one) => alternatives(one, root));
  if (shape.$ref === undefined) return [shape];
  const { $ref, ...beside } = shape;
  const name = $ref.slice("#/$defs/".length);
  const target = root.$defs?.[name];
  if (!target) throw new Error(`the manifest's shape has no ${$ref}`);
  const required = [...(beside.required ?? []), ...(target.required ?? [])];
  const title = `the ${name.replaceAll(/(?!^)([A-Z])/g, " $1").toLowerCase()}`;
  return [{ title, ...target, ...beside, required }];
}

function fitObject(
  shape: Shape,
  value: JsonObject,
  pointer: string,
  walk: Walk,
): JsonObject {
  const { properties = {}, additionalProperties: rest = true } = shape;
  const within = shape.title ?? keyPath(pointer);
  const kept: [string, JsonValue][] = [];
  for (const [key, item] of Object.entries(value)) {
    const at = under(pointer, key);
    const known = Object.hasOwn(properties, key) ? properties[key] : rest;
    if (known === false && !walk.lenient) {
      const names = Object.keys(properties);
      const suggestion = closest(key, names);
      const params = { key, within, suggestion, known: names };
      walk.report("KEY_UNKNOWN", at, "key", params);
    } else if (typeof known === "boolean" || known === undefined) {
      kept.push([key, item]);
    } else {
      const fitted = fitValue(known, item, at, walk);
      if (fitted !== undefined) kept.push([key, fitted]);
    }
  }
  for (const key of shape.required ?? []) {
    if (Object.hasOwn(value, key)) continue;
    walk.report("KEY_MISSING", pointer, "key", { key, within });
  }
  return Object.fromEntries(kept);
}

function fitList(
  shape: Shape,
  value: readonly JsonValue[],
  pointer: string,
  walk: Walk,
): readonly JsonValue[] {
  const { items } = shape;
  if (!items) return value;
  // A place in the list stands for a pointer, so what does not fit leaves a hole.
  return value.map(
    (item, index) => fitValue(items, item, under(pointer, index), walk) ?? null,
  );
}

function fitScalar(
  shape: Shape,
  value: JsonValue,
  pointer: string,
  walk: Walk,
): boolean {
  const key = keyPath(pointer);
  if (shape.enum && typeof value === "string" && !shape.enum.includes(value)) {
    const known = shape.enum;
    const suggestion = closest(value, known) ?? settingWith(value, walk.root);
    const params = { key, value, suggestion, known };
    walk.report("VALUE_UNKNOWN", pointer, "value", params);
    return false;
  }
  if (typeof value === "number" && value < (shape.minimum ?? -Infinity)) {
    const wanted = `${shape.minimum ?? ""} or more`;
    walk.report("VALUE_RANGE", pointer, "value", { key, wanted });
    return false;
  }
  if (typeof value === "string" && value.length < (shape.minLength ?? 0)) {
    const wanted = "a text that is not empty";
    walk.report("VALUE_RANGE", pointer, "value", { key, wanted });
    return false;
  }
  return true;
}

/** The setting that was meant with a value of its own, such as `formats: assertion`. */
function settingWith(value: string, root: Shape): string | undefined {
  const settings = Object.entries(root.properties ?? {});
  const meant = settings.find(([, shape]) => shape.enum?.includes(value));
  return meant && `${meant[0]}: ${value}`;
}

const typeNames: { readonly [type: string]: string } = {
  object: "a map",
  array: "a list",
  string: "a text",
  boolean: "true or false",
  number: "a number",
  integer: "a whole number",
};

/** What a JSON value is, in the words of the manifest. */
function typeName(value: JsonValue): string {
  if (value === null) return "nothing";
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return `the text ${shown(value)}`;
  return Array.isArray(value) ? "a list" : "a map";
}

function accepts(type: string | undefined, value: JsonValue): boolean {
  if (type === undefined) return true;
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return isJsonObject(value);
  if (type === "array") return Array.isArray(value);
  return typeof value === type;
}

/** `tools[0].name`: how a person names a place. */
function keyPath(pointer: string): string {
  const path = tokensOf(pointer)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join("");
  return path === "" ? "the manifest" : path.replace(/^\./, "");
}
