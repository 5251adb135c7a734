import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../../src/generator/json.js";
import { tokensOf } from "../../src/generator/json-pointer.js";
import { eachSchema } from "../../src/generator/subschemas.js";
import type { Draft } from "./json-schema-suite.js";
import type { Random } from "./random.js";

/** What drawing a value from a schema needs throughout. */
export type Drawing = {
  readonly root: JsonValue;
  readonly draft: Draft;
  readonly random: Random;
  /** How many parts the value may still get. */
  parts: number;
};

/** Schema objects that all apply to one value. */
export type Bundle = readonly JsonObject[];

/** More schemas than this that apply to one value are a circle. */
const maxBundle = 40;

/** The schemas that apply to a value: references followed, one branch taken of each choice. */
export function flatten(
  drawing: Drawing,
  schemas: readonly JsonValue[],
  isDeep: boolean,
): Bundle {
  const found: JsonObject[] = [];
  const queue = [...schemas];
  while (queue.length > 0 && found.length < maxBundle) {
    const schema = queue.shift();
    if (!isJsonObject(schema)) continue;
    const targets = ["$ref", "$dynamicRef", "$recursiveRef"].flatMap(
      (keyword) => targetOf(drawing.root, member(schema, keyword)),
    );
    queue.push(...targets);
    if (drawing.draft === "draft7" && Object.hasOwn(schema, "$ref")) continue;
    found.push(schema);
    queue.push(...listOf(schema, "allOf"), ...chosen(drawing, schema, isDeep));
  }
  return found;
}

function chosen(
  { random }: Drawing,
  schema: JsonObject,
  isDeep: boolean,
): readonly JsonValue[] {
  const out: JsonValue[] = [];
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = listOf(schema, keyword);
    if (branches.length === 0) continue;
    // deep down a branch without references ends the recursion
    const flat = branches.filter(
      (one) => !/"\$\w*[rR]ef"/.test(JSON.stringify(one)),
    );
    out.push(random.pick(isDeep && flat.length > 0 ? flat : branches));
  }
  if (Object.hasOwn(schema, "if")) {
    const [first, second] = random.chance(0.5) ? ["if", "then"] : ["else"];
    out.push(...listOf(schema, first ?? ""), ...listOf(schema, second ?? ""));
  }
  for (const keyword of ["dependentSchemas", "dependencies"]) {
    for (const [key, inner] of mapOf(schema, keyword)) {
      if (Array.isArray(inner) || isDeep || !random.chance(0.5)) continue;
      out.push({ required: [key] }, inner);
    }
  }
  return out;
}

/** The schema that a reference within the document leads to; the last part of a URI is enough to find it. */
function targetOf(root: JsonValue, ref: JsonValue | undefined): JsonValue[] {
  if (typeof ref !== "string" || !isJsonObject(root)) return [];
  const [uri = "", fragment = ""] = ref.split("#");
  const base = uri === "" ? root : findBy(root, ["$id"], uri);
  if (base === undefined) return [];
  if (fragment !== "" && !fragment.startsWith("/")) {
    const anchors = ["$anchor", "$dynamicAnchor", "$id"];
    const named = findBy(base, anchors, fragment) ?? findBy(base, ["$id"], ref);
    return named === undefined ? [] : [named];
  }
  let place: JsonValue | undefined = base;
  for (const token of tokensOf(decodeURIComponent(fragment))) {
    place = Array.isArray(place)
      ? (place as readonly JsonValue[])[Number(token)]
      : isJsonObject(place)
        ? member(place, token)
        : undefined;
  }
  return place === undefined ? [] : [place];
}

function findBy(
  root: JsonObject,
  keywords: readonly string[],
  value: string,
): JsonObject | undefined {
  let found: JsonObject | undefined;
  eachSchema(root, (schema) => {
    if (keywords.some((keyword) => member(schema, keyword) === value))
      found ??= schema;
  });
  return found;
}

/** The value of a keyword as a list: a list itself, one value alone, or nothing. */
export function listOf(
  schema: JsonObject,
  keyword: string,
): readonly JsonValue[] {
  const value = member(schema, keyword);
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}

/** The entries of a keyword that holds an object. */
export function mapOf(
  schema: JsonObject,
  keyword: string,
): ReadonlyMap<string, JsonValue> {
  const value = member(schema, keyword);
  return new Map(isJsonObject(value) ? Object.entries(value) : []);
}

/** The numbers that a keyword has in a bundle. */
export function numbersOf(bundle: Bundle, keyword: string): readonly number[] {
  return bundle
    .map((schema) => member(schema, keyword))
    .filter((value) => typeof value === "number");
}

/** Whether a keyword is `true`. */
export function isFlag(schema: JsonObject, keyword: string): boolean {
  return member(schema, keyword) === true;
}
