import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/generator/json.js";
import { accepts } from "../../../src/generator/jsonschema/form/judge.js";
import { readSchemas } from "../../../src/generator/jsonschema/read/read.js";
import type { Schema } from "../../../src/generator/jsonschema/form/schema.js";
import { drawValue } from "../../../src/generator/mock/draw.js";
import { randomOf } from "../../../src/generator/mock/random.js";
import { corpusTools, schemasOf } from "../../support/corpus.js";

function form(schema: JsonValue): Schema {
  const { schemas } = readSchemas({
    schema,
    base: "schema:///",
    documents: new Map(),
    assertsFormats: false,
  });
  return schemas[0]!;
}

const seeds = Array.from({ length: 20 }, (_, seed) => seed);
const drawn = (schema: JsonValue) =>
  seeds.map((seed) => drawValue(form(schema), randomOf(seed)));

const node = {
  type: "object",
  properties: {
    name: { type: "string" },
    children: { type: "array", items: { $ref: "#/$defs/node" } },
  },
  required: ["name", "children"],
};

const cases: { readonly [name: string]: JsonValue } = {
  "every kind": true,
  "a list of types": { type: ["null", "boolean", "integer"] },
  enum: { enum: ["a", 1, null], type: ["string", "null"] },
  const: { const: { a: [1] } },
  "an open range": { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
  "a narrow range": { type: "integer", minimum: 7, maximum: 7 },
  "a negative range": { type: "number", maximum: -1000 },
  multiples: { type: "number", multipleOf: 0.25, minimum: 1 },
  lengths: { type: "string", minLength: 40, maxLength: 45 },
  "a short text": { type: "string", maxLength: 2 },
  "a pattern": { type: "string", pattern: "^[A-Z]{2}-\\d{4}$" },
  formats: {
    type: "array",
    prefixItems: [
      { type: "string", format: "date-time" },
      { type: "string", format: "email" },
      { type: "string", format: "uri" },
      { type: "string", format: "uuid" },
      { type: "string", format: "ipv6" },
      { type: "string", format: "duration" },
    ],
    minItems: 6,
  },
  "a tuple": {
    type: "array",
    prefixItems: [{ type: "string" }, { type: "integer" }],
    items: false,
  },
  "bounded items": {
    type: "array",
    items: { type: "integer" },
    minItems: 5,
    maxItems: 5,
  },
  contains: { type: "array", contains: { const: 3 }, minContains: 2 },
  "a closed object": {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "integer" } },
    required: ["a"],
    additionalProperties: false,
  },
  "members that come together": {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    required: ["a"],
    dependentRequired: { a: ["b"] },
  },
  "a map": {
    type: "object",
    additionalProperties: { type: "integer" },
    minProperties: 3,
  },
  allOf: {
    allOf: [
      { type: "object", properties: { a: { type: "string" } } },
      { required: ["a", "b"], properties: { b: { const: 1 } } },
    ],
  },
  "a tagged union": {
    oneOf: [
      { properties: { kind: { const: "a" }, x: { type: "string" } } },
      { properties: { kind: { const: "b" } } },
    ].map((one) => ({ type: "object", required: ["kind"], ...one })),
  },
  conditions: {
    type: "object",
    properties: { a: { type: "boolean" } },
    required: ["a"],
    if: { properties: { a: { const: true } } },
    then: { required: ["b"], properties: { b: { type: "integer" } } },
  },
  recursion: { $ref: "#/$defs/node", $defs: { node } },
  "odd names": {
    type: "object",
    properties: { constructor: { type: "string" } },
    required: ["constructor", "toString"],
  },
};

describe("a made-up value", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);

  it.each(Object.entries(cases))("fits %s", (_name, schema) => {
    const isValid = ajv.compile(schema as object);
    for (const value of drawn(schema)) {
      expect(value).toBeDefined();
      expect(isValid(value), JSON.stringify(value)).toBe(true);
    }
  });

  it("takes the examples that fit", () => {
    const schema = {
      type: "string",
      maxLength: 9,
      examples: ["Oslo", "x".repeat(10)],
    };
    expect(new Set(drawn(schema))).toEqual(new Set(["Oslo"]));
  });

  it("follows from the seed", () => {
    const schema = { $ref: "#/$defs/node", $defs: { node } };
    expect(drawn(schema)).toEqual(drawn(schema));
    expect(
      new Set(drawn(schema).map((one) => JSON.stringify(one))).size,
    ).toBeGreaterThan(10);
  });

  it.each([
    ["false", false],
    ["a contradiction", { allOf: [{ type: "string" }, { type: "null" }] }],
    [
      "an endless value",
      {
        $ref: "#/$defs/n",
        $defs: {
          n: {
            type: "object",
            required: ["n"],
            properties: { n: { $ref: "#/$defs/n" } },
          },
        },
      },
    ],
    ["a huge list", { type: "array", minItems: 1e9 }],
    ["a huge text", { type: "string", minLength: 1e9 }],
  ])("is not there for %s", (_name, schema) => {
    expect(drawValue(form(schema), randomOf(1))).toBeUndefined();
  });

  const tools = corpusTools();
  it.skipIf(tools === undefined)(
    "is there for every schema of real servers",
    () => {
      const schemas = (tools ?? []).flatMap(schemasOf).map(form);
      const without = schemas.filter((schema) => {
        const value = drawValue(schema, randomOf(7));
        return value === undefined || !accepts(schema, value);
      });
      expect(schemas.length).toBeGreaterThan(2000);
      expect(without.map(({ pointer }) => pointer)).toEqual([]);
    },
  );
});
