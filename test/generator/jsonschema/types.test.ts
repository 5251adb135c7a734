import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/generator/json.js";
import { compileOne } from "../../support/compiled-schema.js";
import { corpusTools, schemasOf } from "../../support/corpus.js";

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
  [
    "tuple of one type",
    {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "string" }],
      items: { type: "string" },
      minItems: 1,
    },
    "/** @minItems 1 */\n[string, ...string[]]",
  ],
  [
    "nullable list",
    { type: ["null", "array"], items: { type: "string" } },
    "string[] | null",
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

const text = { type: "string" };
const number = { type: "number" };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});
const cardAndZip =
  "{\n  card?: string | undefined;\n  zip?: string | undefined;\n}";

/** What conditions, patterns and closed places leave of a type. */
const narrowed: typeof cases = [
  [
    "dependentRequired",
    object({ card: text, zip: text }, { dependentRequired: { card: ["zip"] } }),
    `${cardAndZip} & (\n  | {\n      card?: undefined;\n    }\n  | {\n      card: unknown;\n      zip: unknown;\n    }\n)`,
  ],
  [
    "dependentRequired without properties leaves the object open",
    { type: "object", dependentRequired: { a: ["b"] } },
    "\n  | {\n      a?: undefined;\n      [key: string]: unknown;\n    }\n  | {\n      a: unknown;\n      b: unknown;\n      [key: string]: unknown;\n    }",
  ],
  [
    "dependentSchemas",
    object(
      { a: text },
      { dependentSchemas: { a: { properties: { b: text }, required: ["b"] } } },
    ),
    "{\n  a?: string | undefined;\n} & (\n  | {\n      a?: undefined;\n    }\n  | {\n      a: unknown;\n      b: string;\n    }\n)",
  ],
  [
    "if without else, on an enum",
    object(
      { kind: { enum: ["a", "b", "c"] }, x: number },
      {
        required: ["kind"],
        if: { properties: { kind: { const: "a" } } },
        then: { required: ["x"] },
      },
    ),
    '{\n  kind: "a" | "b" | "c";\n  x?: number | undefined;\n} & (\n  | {\n      kind?: "a" | undefined;\n      x: unknown;\n    }\n  | {\n      kind: "b" | "c";\n    }\n)',
  ],
  [
    "if, then and else",
    {
      if: { type: "string" },
      then: { const: "a" },
      else: { type: ["null", "string"] },
    },
    '"a" | null',
  ],
  ["if true", { if: true, then: { const: 1 }, else: { const: 2 } }, "1"],
  ["not everything", { not: {} }, "never"],
  ["not not", { not: { not: text } }, "string"],
  ["not an integer", { type: "number", not: { type: "integer" } }, "number"],
  ["not a literal", { enum: ["a", "b"], not: { const: "b" } }, '"a"'],
  ["not true", { type: "boolean", not: { const: true } }, "false"],
  [
    "not required",
    object({ a: text, b: text }, { not: { required: ["a"] } }),
    "{\n  a?: undefined;\n  b?: string | undefined;\n}",
  ],
  [
    "not both",
    object({ a: text, b: text }, { not: { required: ["a", "b"] } }),
    "{\n  a?: string | undefined;\n  b?: string | undefined;\n} & (\n  | {\n      a?: undefined;\n    }\n  | {\n      b?: undefined;\n    }\n)",
  ],
  [
    "one of two required",
    object(
      { a: text, b: text },
      { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    ),
    "{\n  a?: string | undefined;\n  b?: string | undefined;\n} & (\n  | {\n      a: unknown;\n      b?: undefined;\n    }\n  | {\n      b: unknown;\n      a?: undefined;\n    }\n)",
  ],
  ["one of two that are always there", { oneOf: [true, {}] }, "never"],
  [
    "an option that cannot be",
    object(
      { kind: { const: "a" } },
      {
        required: ["kind"],
        anyOf: [object({ kind: { const: "b" } }), object({ x: number })],
      },
    ),
    '{\n  kind: "a";\n  x?: number | undefined;\n}',
  ],
  [
    "listed names",
    {
      type: "object",
      propertyNames: { enum: ["a", "b"] },
      additionalProperties: number,
    },
    "{\n  a?: number | undefined;\n  b?: number | undefined;\n}",
  ],
  [
    "a refused name",
    object({ a: text, bb: text }, { propertyNames: { maxLength: 1 } }),
    "{\n  a?: string | undefined;\n  bb?: undefined;\n}",
  ],
  [
    "a prefix",
    {
      type: "object",
      patternProperties: { "^x-": text },
      additionalProperties: false,
    },
    "{\n  [key: `x-${string}`]: string;\n}",
  ],
  [
    "a suffix among others",
    {
      type: "object",
      patternProperties: { _id$: number, "^exact$": text },
      additionalProperties: { type: "boolean" },
    },
    "{\n  exact?: string | undefined;\n  [key: `${string}_id`]: number;\n  [key: string]: boolean | number | string | undefined;\n}",
  ],
  [
    "a prefix with quotes of a template",
    {
      type: "object",
      patternProperties: { "^`a": text },
      additionalProperties: false,
    },
    "{\n  [key: `\\`a${string}`]: string;\n}",
  ],
  [
    "any other pattern, where there are no others",
    {
      type: "object",
      patternProperties: { "^[a-z]+$": text },
      additionalProperties: false,
    },
    "{ [key: string]: string }",
  ],
  [
    "unevaluatedProperties of a cousin",
    {
      type: "object",
      allOf: [{ properties: { a: text } }, { unevaluatedProperties: false }],
    },
    "{\n  a?: undefined;\n}",
  ],
  [
    "unevaluatedItems",
    {
      type: "array",
      prefixItems: [text],
      allOf: [{ prefixItems: [true, number] }],
      unevaluatedItems: false,
    },
    "[string?, number?]",
  ],
  [
    "contains",
    { type: "array", contains: { const: 1 }, minContains: 2 },
    "[unknown, unknown, ...unknown[]]",
  ],
  ["contains nothing", { type: "array", contains: false }, "never"],
  [
    "closed, with a member that another schema names",
    object(
      { a: text },
      { additionalProperties: false, allOf: [{ properties: { b: text } }] },
    ),
    "{\n  a?: string | undefined;\n  b?: undefined;\n}",
  ],
  [
    "inherited",
    object({ constructor: text, a: text }),
    "{\n  constructor?: unknown;\n  a?: string | undefined;\n}",
  ],
  [
    "absent members alone leave the object open",
    object({ a: false }),
    "{\n  a?: undefined;\n  [key: string]: unknown;\n}",
  ],
];

describe("types", () => {
  test.each([...cases, ...narrowed])("%s", (_title, schema, expected) => {
    const comment = /^\/\*\*.*\*\/\n/.exec(expected)?.[0] ?? "";
    const type = expected.slice(comment.length);
    const gap = type.startsWith("\n") ? "" : " ";
    expect(compileOne(schema).types).toBe(
      `${comment}export type T =${gap}${type};`,
    );
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

  test("the values of an enum that a definition refuses are left out", () => {
    const schema = {
      $ref: "#/$defs/long",
      enum: ["aa", "b", 1],
      $defs: { long: { type: "string", minLength: 2 } },
    };
    expect(compileOne(schema).types).toBe('export type T = "aa";');
  });

  test("alternatives are not multiplied out", () => {
    const choice = (index: number) => ({
      anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }],
    });
    const allOf = Array.from({ length: 40 }, (_, index) => choice(index));
    const schema = { type: "object", allOf };
    const { types } = compileOne(schema);
    expect(types.length).toBeLessThan(2 * JSON.stringify(schema).length);
    // TypeScript refuses an intersection that stands for 100,000 options
    expect(types.split(" & ").length).toBeLessThanOrEqual(16);
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

const tools = corpusTools();

test.skipIf(tools === undefined)(
  "no type of the corpus has ten times the text of its schema",
  () => {
    const ratios = (tools ?? []).flatMap((tool) =>
      schemasOf(tool).map((schema) => {
        const { types } = compileOne(schema, { filled: true });
        const ratio = types.length / JSON.stringify(schema).length;
        return { ratio, name: `${tool.server} ${tool.name}` };
      }),
    );
    ratios.sort((a, b) => b.ratio - a.ratio);
    const [worst] = ratios;
    console.info(`longest: ${worst?.name} ${worst?.ratio.toFixed(2)}`);
    expect(worst?.ratio).toBeLessThan(10);
  },
);
