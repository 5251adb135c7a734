import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/generator/json.js";
import { changes } from "../support/schema-changes.js";
import { tryComparison } from "../support/schema-diff-trial.js";

describe("the same said in other words is no difference", () => {
  it.each<readonly [string, JsonValue, JsonValue]>([
    [
      "order of properties, required and enum",
      { properties: { a: { enum: [1, 2] }, b: {} }, required: ["a", "b"] },
      { required: ["b", "a"], properties: { b: {}, a: { enum: [2, 1] } } },
    ],
    [
      "a reference and its target",
      {
        properties: { a: { $ref: "#/$defs/d" } },
        $defs: { d: { type: "string" } },
      },
      { properties: { a: { type: "string" } } },
    ],
    [
      "order of anyOf",
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { anyOf: [{ type: "null" }, { type: "string" }] },
    ],
    [
      "a union of types",
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { type: ["null", "string"] },
    ],
    [
      "an allOf of one",
      { allOf: [{ type: "string", maxLength: 3 }] },
      { type: "string", maxLength: 3 },
    ],
    [
      "an allOf taken apart",
      { allOf: [{ minLength: 1 }, { maxLength: 3 }] },
      { minLength: 1, maxLength: 3 },
    ],
    [
      "true and the empty schema",
      { properties: { a: true } },
      { properties: { a: {} } },
    ],
    ["const and an enum of one", { const: "a" }, { enum: ["a"] }],
    [
      "values with a title each",
      { oneOf: [{ const: 1, title: "one" }, { const: 2 }] },
      { enum: [1, 2] },
    ],
    [
      "booleans by type and by value",
      { enum: [true, false] },
      { type: "boolean" },
    ],
    [
      "bounds of whole numbers",
      { type: "integer", exclusiveMinimum: 0 },
      { type: "integer", minimum: 1 },
    ],
    [
      "oneOf and anyOf of what excludes each other",
      { oneOf: [{ type: "string" }, { type: "number" }] },
      { anyOf: [{ type: "number" }, { type: "string" }] },
    ],
    ["minimum counts that are 0", { minItems: 0, minLength: 0 }, {}],
    [
      "a recursive schema unrolled once",
      {
        $ref: "#/$defs/n",
        $defs: {
          n: { type: "object", properties: { next: { $ref: "#/$defs/n" } } },
        },
      },
      {
        type: "object",
        properties: { next: { $ref: "#/$defs/n" } },
        $defs: {
          n: { type: "object", properties: { next: { $ref: "#/$defs/n" } } },
        },
      },
    ],
    [
      "not, word for word",
      { not: { required: ["a", "b"] } },
      { not: { required: ["b", "a"] } },
    ],
  ])("%s", (_, previous, current) => {
    expect(changes(previous, current)).toEqual([]);
    expect(changes(current, previous)).toEqual([]);
  });
});

describe("a difference is named with its effect", () => {
  it.each<readonly [string, JsonValue, JsonValue, readonly string[]]>([
    [
      "an integer where a number was",
      { type: "number" },
      { type: "integer" },
      ['TYPE_NARROWED narrows type "number" → "integer"'],
    ],
    [
      "a union without null",
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { type: "string" },
      ['TYPE_NARROWED narrows type ["string","null"] → ["string"]'],
    ],
    [
      "deep inside a reference, told once",
      {
        properties: { a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/d" } },
        $defs: { d: { properties: { x: { maxLength: 5 } } } },
      },
      {
        properties: { a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/d" } },
        $defs: { d: { properties: { x: { maxLength: 9 } } } },
      },
      ["BOUND_LOOSENED widens a.x maxLength 5 → 9"],
    ],
    [
      "one option of a tagged union",
      { oneOf: [tagged("circle"), tagged("square")] },
      { oneOf: [tagged("circle")] },
      ["OPTION_REMOVED narrows anyOf"],
    ],
    [
      "inside one option of a tagged union",
      { oneOf: [tagged("circle", { r: {} }), tagged("square")] },
      { oneOf: [tagged("square"), tagged("circle", { r: {} }, ["r"])] },
      ["PROPERTY_REQUIRED narrows r"],
    ],
    [
      "what not forbids",
      { not: { maxLength: 3 } },
      { not: { maxLength: 4 } },
      ["UNDECIDED undecided not"],
    ],
    [
      "unevaluatedProperties",
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { allOf: [{ properties: { b: {} } }], unevaluatedProperties: false },
      ["UNDECIDED undecided unevaluated*"],
    ],
    [
      "what hides behind a recursive not",
      {
        $ref: "#/$defs/n",
        $defs: {
          n: {
            properties: {
              k: { maxLength: 5 },
              c: { not: { $ref: "#/$defs/n" } },
            },
          },
        },
      },
      {
        $ref: "#/$defs/n",
        $defs: {
          n: {
            properties: {
              k: { maxLength: 9 },
              c: { not: { $ref: "#/$defs/n" } },
            },
          },
        },
      },
      ["BOUND_LOOSENED widens k maxLength 5 → 9", "UNDECIDED undecided c not"],
    ],
  ])("%s", (_, previous, current, expected) => {
    expect(changes(previous, current)).toEqual(expected);
  });
});

function tagged(
  tag: string,
  more: object = {},
  required: readonly string[] = [],
): JsonValue {
  return {
    type: "object",
    properties: { kind: { const: tag }, ...more },
    required: ["kind", ...required],
  };
}

it("is right about random schemas", () => {
  const { pairs, promised, instances } = tryComparison(200, 20_261_130);
  expect(promised).toBeGreaterThan(pairs / 3);
  expect(instances).toBeGreaterThan(pairs);
});
