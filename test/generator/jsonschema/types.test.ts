import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/generator/json.js";
import { compileOne } from "../../support/compiled-schema.js";

/** A schema and the type that it becomes, printed. */
const cases: readonly (readonly [string, JsonValue, string])[] = [
  ["anything", {}, "unknown"],
  ["a title alone", { title: "x" }, "/** x */\nunknown"],
  ["true", true, "unknown"],
  ["false", false, "never"],
  [
    "a default constrains nothing",
    { default: 5 },
    "/** @default 5 */\nunknown",
  ],
  ["integer", { type: "integer" }, "number"],
  ["nullable", { type: ["string", "null"] }, "string | null"],
  ["a mixed enum", { enum: ["a", 1, null, true] }, '"a" | 1 | null | true'],
  ["enum within type", { type: "string", enum: ["a", 1] }, '"a"'],
  ["both booleans", { enum: [true, false] }, "boolean"],
  ["const array", { const: [1, ["a"]] }, '[1, ["a"]]'],
  ["any object", { type: "object" }, "{ [key: string]: unknown }"],
  [
    "no members",
    { type: "object", additionalProperties: false },
    "{ [key: string]: never }",
  ],
  [
    "map",
    { type: "object", additionalProperties: { type: "number" } },
    "{ [key: string]: number }",
  ],
  [
    "members",
    {
      type: "object",
      properties: { a: { type: "string" }, "b-c": {}, d: false },
      required: ["a"],
    },
    '{\n  a: string;\n  "b-c"?: unknown;\n  d?: undefined;\n}',
  ],
  [
    "required alone",
    { type: "object", required: ["x"] },
    "{\n  x: unknown;\n}",
  ],
  [
    "members and a map",
    {
      type: "object",
      properties: { a: { type: "string" } },
      additionalProperties: { type: "integer" },
    },
    "{\n  a?: string | undefined;\n  [key: string]: number | string | undefined;\n}",
  ],
  ["list", { type: "array", items: { type: "string" } }, "string[]"],
  [
    "at least one",
    { type: "array", items: { type: "string" }, minItems: 1 },
    "/** @minItems 1 */\n[string, ...string[]]",
  ],
  [
    "twenty are not spelt out",
    { type: "array", items: { type: "string" }, maxItems: 20 },
    "/** @maxItems 20 */\nstring[]",
  ],
  [
    "tuple",
    {
      type: "array",
      prefixItems: [{ type: "number" }, { type: "string" }],
      items: false,
    },
    "[number?, string?]",
  ],
  [
    "tuple of draft-07",
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "array",
      items: [{ type: "number" }],
      minItems: 1,
    },
    "/** @minItems 1 */\n[number, ...unknown[]]",
  ],
  ["anyOf", { anyOf: [{ type: "string" }, { const: 1 }] }, "string | 1"],
  [
    "allOf flattens",
    {
      type: "object",
      allOf: [
        { properties: { a: { type: "string" } } },
        { required: ["a"], properties: { b: { type: "null" } } },
      ],
    },
    "{\n  a: string;\n  b?: null | undefined;\n}",
  ],
  [
    "not",
    { not: { type: ["object", "array"] } },
    "string | number | boolean | null",
  ],
];

describe("types", () => {
  test.each(cases)("%s", (_title, schema, expected) => {
    const comment = /^\/\*\*.*\*\/\n/.exec(expected)?.[0] ?? "";
    const type = expected.slice(comment.length);
    expect(compileOne(schema).types).toBe(`${comment}export type T = ${type};`);
  });

  test("a definition is named once, recursion by name", () => {
    const node = { type: "array", items: { $ref: "#/$defs/node" } };
    const schema = {
      type: "object",
      properties: { a: { $ref: "#/$defs/node" }, b: { $ref: "#/$defs/node" } },
      $defs: { node },
    };
    expect(compileOne(schema).types).toBe(
      "export type T = {\n  a?: TNode | undefined;\n  b?: TNode | undefined;\n};\n\nexport type TNode = TNode[];",
    );
  });

  test("draft-07 ignores what stands beside $ref", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      $ref: "#/definitions/a",
      type: "string",
      definitions: { a: { type: "number" } },
    };
    expect(compileOne(schema).types).toContain("export type T = TA;");
  });

  test("open objects take any further member on request", () => {
    const schema = { type: "object", properties: { a: {} } };
    const { types } = compileOne(schema, { open: true });
    expect(types).toContain("[key: string]: unknown;");
  });

  test.each<[string, JsonValue, string]>([
    ["dangling", { $ref: "#/$defs/x" }, "SCHEMA_REF_DANGLING"],
    ["network", { $ref: "https://example.com/a" }, "SCHEMA_REF_NETWORK"],
    ["loop", { $ref: "#" }, "SCHEMA_REF_LOOP"],
    ["dialect", { $schema: "x:y" }, "SCHEMA_DIALECT_UNKNOWN"],
    ["pattern", { pattern: "(" }, "SCHEMA_PATTERN_INVALID"],
  ])("%s is an error and the type unknown", (_title, schema, expected) => {
    const { types, problems } = compileOne(schema);
    expect(problems.map(({ code }) => code)).toEqual([expected]);
    expect(types).toMatch(/export type T = unknown;$/);
  });

  test("hostile text stays text", () => {
    const { types } = compileOne({
      type: "object",
      description: "*/ evil(); /*",
      properties: {
        '"; evil(); "': { enum: ['"; evil(); "'] },
        __proto__x: {},
      },
      tsType: "evil()",
    });
    expect(types.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "")).not.toMatch(
      /^(?! \*|\/\*).*evil/m,
    );
  });
});
