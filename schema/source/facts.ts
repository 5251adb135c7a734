/**
 * The small language that the tables of this folder are written in. A fact is a
 * schema as a function of the version: undefined where the version lacks it. So
 * each definition is stated once, and a difference between versions stands at
 * the property that differs.
 */
import type { JsonValue } from "../../src/generator/json.js";
import { indexOfVersion, type Version, versions } from "./versions.js";

/** A schema at the version with the given place in `versions`; undefined where it does not exist. */
export type Fact = (at: number) => JsonValue | undefined;

/** Members of an object; a name that ends in `?` is optional. */
export type Members = { readonly [name: string]: Fact };

/** One named definition with our own line of description. */
export type Definition = {
  readonly name: string;
  readonly says: string;
  readonly fact: Fact;
};

/** States one definition. */
export function define(name: string, says: string, fact: Fact): Definition {
  return { name, says, fact };
}

/** The fact from that version on. */
export function since(version: Version, fact: Fact): Fact {
  return change(absent, version, fact);
}

/** The fact up to, and without, that version. */
export function until(version: Version, fact: Fact): Fact {
  return change(fact, version, absent);
}

/** One fact before the version and another from it on. */
export function change(before: Fact, version: Version, after: Fact): Fact {
  const turn = indexOfVersion(version);
  return (at) => (at < turn ? before(at) : after(at));
}

/** The fact in that version alone. */
export function only(version: Version, fact: Fact): Fact {
  const index = indexOfVersion(version);
  return (at) => (at === index ? fact(at) : undefined);
}

/** Members under the same condition, so that a group of them reads as one. */
export function each(
  condition: (fact: Fact) => Fact,
  members: Members,
): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, fact]) => [name, condition(fact)]),
  );
}

/** A schema that is the same in every version. */
export function fixed(schema: JsonValue): Fact {
  return () => schema;
}

/** What no version has. */
export const absent: Fact = () => undefined;

export const anything = fixed({});
export const text = fixed({ type: "string" });
export const number = fixed({ type: "number" });
export const integer = fixed({ type: "integer" });
export const flag = fixed({ type: "boolean" });

/** A string in one of the formats that JSON Schema or the protocol names. */
function formatted(format: string): Fact {
  return fixed({ type: "string", format });
}

export const uri = formatted("uri");
export const uriTemplate = formatted("uri-template");
export const bytes = formatted("byte");

/** A number from zero to one. */
export const share = fixed({ type: "number", minimum: 0, maximum: 1 });

/** The one value that is allowed. */
export function constant(value: string | number): Fact {
  return fixed({
    type: typeof value === "string" ? "string" : "integer",
    const: value,
  });
}

/** One of several strings. */
export function choice(...values: readonly string[]): Fact {
  return fixed({ type: "string", enum: [...values].sort() });
}

/** Another definition by name. */
export function ref(name: string): Fact {
  return (at) => {
    const keyword = versions[at]?.keyword;
    return keyword === undefined ? undefined : { $ref: `#/${keyword}/${name}` };
  };
}

/** A list of one kind of item. */
export function list(items: Fact): Fact {
  return (at) => {
    const schema = items(at);
    return schema === undefined ? undefined : { type: "array", items: schema };
  };
}

/** An object whose every member is of one kind. */
export function map(values: Fact): Fact {
  return (at) => {
    const schema = values(at);
    return schema === undefined
      ? undefined
      : { type: "object", additionalProperties: schema };
  };
}

/** Any one of the alternatives that the version has. */
export function either(...alternatives: readonly Fact[]): Fact {
  return (at) => ({
    anyOf: alternatives
      .map((fact) => fact(at))
      .filter((one) => one !== undefined),
  });
}

/** Any one of several definitions. */
export function eitherOf(...names: readonly (string | Fact)[]): Fact {
  return either(
    ...names.map((name) => (typeof name === "string" ? ref(name) : name)),
  );
}

/** All of the alternatives at once. */
export function all(...parts: readonly Fact[]): Fact {
  return (at) => ({
    allOf: parts.map((fact) => fact(at)).filter((one) => one !== undefined),
  });
}

/** An object with these members; `rest` says what other members hold, if the schema says it. */
export function object(members: Members, rest: Fact = absent): Fact {
  return (at) => {
    const properties: { [name: string]: JsonValue } = {};
    const required: string[] = [];
    for (const [key, fact] of Object.entries(members)) {
      const schema = fact(at);
      if (schema === undefined) continue;
      const name = key.endsWith("?") ? key.slice(0, -1) : key;
      properties[name] = schema;
      if (name === key) required.push(name);
    }
    const others = rest(at);
    return {
      type: "object",
      properties,
      ...(required.length > 0 ? { required: required.sort() } : {}),
      ...(others === undefined ? {} : { additionalProperties: others }),
    };
  };
}

/** Any JSON object, in the words of the schema: no member named, every member allowed. */
export const anyObject = object({}, fixed(true));
