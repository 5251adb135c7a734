import { isJsonObject, type JsonValue } from "../../src/generator/json.js";
import {
  appliedTo,
  memberSchemas,
} from "../../src/generator/jsonschema/form/judge.js";
import { compilePattern } from "../../src/generator/jsonschema/form/pattern.js";
import { readSchemas } from "../../src/generator/jsonschema/read/read.js";
import type {
  ObjectRules,
  Schema,
} from "../../src/generator/jsonschema/form/schema.js";

/**
 * Whether a schema names every key of a valid instance, at every depth. At an object
 * the schemas that apply to it and accept it are asked: a key is named by
 * `properties`, `required`, `dependent*` and a matching `patternProperties`, and by
 * an `additionalProperties` or `unevaluatedProperties` that allows something. Where
 * none of these schemas has a word for any key, every key is named: the object is a
 * free map. Below a value that no schema applies to, every key is.
 */
export function namesEveryKey(
  schema: JsonValue,
  instance: JsonValue,
  documents: ReadonlyMap<string, JsonValue>,
): boolean {
  const { schemas } = readSchemas({ schema, base: "schema:///", documents });
  return named(schemas, instance);
}

function named(schemas: readonly Schema[], value: JsonValue): boolean {
  const active = activeFor(schemas, value);
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).every((item, index) =>
      named(itemSchemas(active, index), item),
    );
  }
  if (!isJsonObject(value)) return true;
  const rules = active
    .map(({ object }) => object)
    .filter((object) => object !== undefined);
  const isMap = !rules.some(hasWord);
  return Object.keys(value).every((key) => {
    const inner = rules.flatMap((object) => saidOf(object, key));
    return (
      (isMap || rules.some((object) => mentions(object, key))) &&
      named(inner, value[key] as JsonValue)
    );
  });
}

/** The schemas and all that they apply in place to the value, as far as they accept it. */
function activeFor(
  schemas: readonly Schema[],
  value: JsonValue,
): readonly Schema[] {
  const found = new Set(schemas);
  for (const schema of found) {
    for (const next of appliedTo(schema, value)) found.add(next);
  }
  return [...found];
}

function itemSchemas(
  active: readonly Schema[],
  index: number,
): readonly Schema[] {
  return active.flatMap(({ array }) => {
    const item = array?.prefix[index] ?? array?.rest;
    return item === undefined ? [] : [item];
  });
}

/** What is said of a member; `unevaluatedProperties` counts where nothing beside it does. */
function saidOf(object: ObjectRules, key: string): readonly Schema[] {
  const found = memberSchemas(object, key);
  const { unevaluated } = object;
  return found.length > 0 || unevaluated === undefined ? found : [unevaluated];
}

/** Whether the rules tell one key from another at all. */
function hasWord(object: ObjectRules): boolean {
  return (
    object.properties.size + object.patterns.length > 0 ||
    object.required.length > 0 ||
    object.dependentRequired.size + object.dependentSchemas.size > 0
  );
}

function mentions(object: ObjectRules, key: string): boolean {
  const rest = object.additional ?? object.unevaluated;
  return (
    (rest !== undefined && rest.verdict !== false) ||
    object.properties.has(key) ||
    object.required.includes(key) ||
    object.patterns.some(([source]) => compilePattern(source)?.test(key)) ||
    object.dependentSchemas.has(key) ||
    object.dependentRequired.has(key) ||
    [...object.dependentRequired.values()].some((all) => all.includes(key))
  );
}
