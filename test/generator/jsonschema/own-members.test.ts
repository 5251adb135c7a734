import { afterEach, describe, expect, test } from "vitest";
import type { Issue } from "../../../src/runtime/validate.js";
import { accepts } from "../../../src/generator/jsonschema/form/judge.js";
import { readSchemas } from "../../../src/generator/jsonschema/read/read.js";
import type { JsonObject } from "../../../src/generator/json.js";
import { compileMany, load } from "../../support/compiled-schema.js";

const text = { type: "string" } as const;
const schemas: { readonly [what: string]: JsonObject } = {
  required: { type: "object", required: ["a"] },
  typed: { type: "object", properties: { a: text } },
  closed: {
    type: "object",
    properties: { b: true },
    additionalProperties: false,
  },
  map: { type: "object", additionalProperties: text },
  patterns: { type: "object", patternProperties: { "^a": text } },
  counted: { type: "object", maxProperties: 0 },
  odd: {
    type: "object",
    properties: { toString: text, constructor: text, ["__proto__"]: text },
  },
  "odd required": { type: "object", required: ["toString", "__proto__"] },
};

class Point {
  a = 1;
  get b(): number {
    return 1;
  }
}

/** Objects by what is peculiar about them, and which of the schemas accept them. */
const values: readonly (readonly [string, () => unknown, readonly string[]])[] =
  [
    [
      "nothing",
      () => ({}),
      ["typed", "closed", "map", "patterns", "counted", "odd"],
    ],
    [
      "an inherited number",
      () => Object.create({ a: 1 }) as unknown,
      ["typed", "closed", "map", "patterns", "counted", "odd"],
    ],
    [
      "no prototype",
      () => Object.assign(Object.create(null) as object, { a: "x" }),
      ["required", "typed", "map", "patterns", "odd"],
    ],
    [
      "a member of its class and one of its own",
      () => new Point(),
      ["required", "odd"],
    ],
    [
      "a member that hides an inherited one",
      () => Object.assign(Object.create({ a: 1 }) as object, { a: "x" }),
      ["required", "typed", "map", "patterns", "odd"],
    ],
    [
      "an undefined member that hides an inherited one",
      () => Object.assign(Object.create({ a: 1 }) as object, { a: undefined }),
      ["typed", "closed", "map", "patterns", "counted", "odd"],
    ],
    [
      "own members by the names of inherited ones",
      () =>
        JSON.parse(
          '{"toString":"x","constructor":"x","__proto__":"x"}',
        ) as unknown,
      ["typed", "map", "patterns", "odd", "odd required"],
    ],
    [
      "own numbers by the names of inherited ones",
      () =>
        JSON.parse('{"toString":1,"constructor":1,"__proto__":1}') as unknown,
      ["typed", "patterns", "odd required"],
    ],
  ];

const names = Object.keys(schemas);
const checks = await load(compileMany(Object.values(schemas)));

/** The schemas that accept the value, in both modes of the validator and when judged here. */
function accepting(value: unknown): readonly string[] {
  return names.filter((name, index) => {
    const verdict = checks[index]?.(value);
    const issues: Issue[] = [];
    expect(checks[index]?.(value, issues), name).toBe(verdict);
    expect(issues.length === 0, name).toBe(verdict);
    const schema = schemas[name] ?? true;
    const [root] = readSchemas({
      schema,
      base: "schema:///",
      documents: new Map(),
    }).schemas;
    expect(root && accepts(root, value), name).toBe(verdict);
    return verdict === true;
  });
}

test.each(values)("only own members count: %s", (_what, make, expected) => {
  expect(accepting(make())).toEqual(expected);
});

describe("when all objects were given a member", () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, "a");
  });

  test.each(values)("%s", (_what, make, expected) => {
    // what code with a hole for foreign keys does
    Reflect.set(Object.prototype, "a", 1);
    const value = make();
    const found = accepting(value);
    Reflect.deleteProperty(Object.prototype, "a");
    expect(found).toEqual(expected);
  });
});
