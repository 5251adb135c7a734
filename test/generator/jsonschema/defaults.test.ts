import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/generator/json.js";
import { fillDefaults } from "../../../src/runtime/validate.js";
import { compileOne } from "../../support/compiled-schema.js";
import { corpusTools, schemasOf } from "../../support/corpus.js";
import { drawInstance } from "../../support/instances.js";
import { draftOf, openAjv } from "../../support/oracles.js";
import { openRandom } from "../../support/random.js";
import { interpret } from "../../support/schema-trial.js";

const draft07 = "http://json-schema.org/draft-07/schema#";

/** An object schema whose member `a` has the schema given. */
const withA = (a: JsonValue) => ({ type: "object", properties: { a } });

/** An object schema whose member `b` has the default 1. */
const inner = { type: "object", properties: { b: { default: 1 } } };

type Case = {
  readonly schema: JsonValue;
  readonly value: JsonValue;
  readonly filled: JsonValue;
  /** What Ajv's `useDefaults` makes of it, where that is another thing. */
  readonly ajv?: JsonValue;
};

const proto = (value: string) => JSON.parse(value) as JsonValue;

/** Where both fill in the same. */
const common: { readonly [rule: string]: Case } = {
  "an absent member gets its default": {
    schema: withA({ default: 1 }),
    value: { b: 2 },
    filled: { b: 2, a: 1 },
  },
  "a member that is there stays, null and false too": {
    schema: {
      properties: { a: { default: 1 }, b: { default: 1 }, c: { default: 1 } },
    },
    value: { a: null, b: false, c: 0 },
    filled: { a: null, b: false, c: 0 },
  },
  "any JSON value may be a default, null too": {
    schema: { properties: { a: { default: null }, b: { default: [{}] } } },
    value: {},
    filled: { a: null, b: [{}] },
  },
  "what is no object is left alone": {
    schema: { properties: { a: { default: 1 } } },
    value: ["x"],
    filled: ["x"],
  },
  "an absent parent stays absent": {
    schema: withA(inner),
    value: {},
    filled: {},
  },
  "a parent that is there is filled": {
    schema: withA(inner),
    value: { a: {} },
    filled: { a: { b: 1 } },
  },
  "a default is filled with the defaults inside it": {
    schema: withA({ ...inner, default: {} }),
    value: {},
    filled: { a: { b: 1 } },
  },
  "every item of a list is filled": {
    schema: { type: "array", items: inner },
    value: [{}, { b: 2 }],
    filled: [{ b: 1 }, { b: 2 }],
  },
  "an item is never absent": {
    schema: { type: "array", items: { default: 1 } },
    value: [],
    filled: [],
  },
  "allOf applies for certain": {
    schema: { allOf: [inner, { properties: { c: { default: 2 } } }] },
    value: {},
    filled: { b: 1, c: 2 },
  },
  "a reference applies for certain": {
    schema: { $ref: "#/$defs/inner", $defs: { inner } },
    value: {},
    filled: { b: 1 },
  },
  "of two defaults in allOf for one place the first counts": {
    schema: {
      allOf: [
        { properties: { a: { default: 1 } } },
        { properties: { a: { default: 2 } } },
      ],
    },
    value: {},
    filled: { a: 1 },
  },
  "a default beside $ref counts, in draft-07 too: it checks nothing": {
    schema: {
      $schema: draft07,
      ...withA({ $ref: "#/definitions/any", default: 1 }),
      definitions: { any: {} },
    },
    value: {},
    filled: { a: 1 },
  },
  "anyOf, oneOf, not and if are left alone": {
    schema: {
      anyOf: [inner],
      oneOf: [inner],
      not: { not: inner },
      if: inner,
    },
    value: {},
    filled: {},
  },
};

/** Where we differ from Ajv, by the reason. */
const different: { readonly [reason: string]: Case } = {
  "a default that its own schema refuses would make a valid value invalid": {
    schema: withA({ type: "string", default: 1 }),
    value: {},
    filled: {},
    ajv: { a: 1 },
  },
  "a schema's own default goes before those of its allOf": {
    schema: {
      properties: { a: { default: 1 } },
      allOf: [{ properties: { a: { default: 2 } } }],
    },
    value: {},
    filled: { a: 1 },
    ajv: { a: 2 },
  },
  "whether then and else apply depends on the value": {
    schema: { if: {}, then: inner },
    value: {},
    filled: {},
    ajv: { b: 1 },
  },
  "whether dependentSchemas apply depends on the value": {
    schema: { dependentSchemas: { a: inner } },
    value: { a: 1 },
    filled: { a: 1 },
    ajv: { a: 1, b: 1 },
  },
  "which members additionalProperties speaks of depends on the value": {
    schema: { additionalProperties: inner },
    value: { a: {} },
    filled: { a: {} },
    ajv: { a: { b: 1 } },
  },
  "patternProperties likewise": {
    schema: { patternProperties: { "^a": inner } },
    value: { a: {} },
    filled: { a: {} },
    ajv: { a: { b: 1 } },
  },
  "a list is not made longer, nor are the items of a tuple filled": {
    schema: { $schema: draft07, items: [inner, { default: 1 }] },
    value: [{}],
    filled: [{}],
    ajv: [{ b: 1 }, 1],
  },
  "which items come after those of a tuple depends on the value": {
    schema: { prefixItems: [{}], items: inner },
    value: [{}, {}],
    filled: [{}, {}],
    ajv: [{}, { b: 1 }],
  },
  "how deep a recursive definition goes is known at run time only": {
    schema: {
      properties: { a: { $ref: "#/$defs/node" } },
      $defs: {
        node: {
          properties: { b: { default: 1 }, next: { $ref: "#/$defs/node" } },
        },
      },
    },
    value: { a: { next: {} } },
    filled: { a: { next: {} } },
    ajv: { a: { b: 1, next: { b: 1 } } },
  },
  "a default holds for whoever refers to its schema": {
    schema: {
      ...withA({ $ref: "#/$defs/one" }),
      $defs: { one: { default: 1 } },
    },
    value: {},
    filled: { a: 1 },
    ajv: {},
  },
  "a default in allOf of the member holds too": {
    schema: withA({ allOf: [{ default: 1 }] }),
    value: {},
    filled: { a: 1 },
    ajv: {},
  },
  "an inherited member is no member": {
    schema: { properties: { toString: { default: 1 } } },
    value: {},
    filled: { toString: 1 },
    ajv: {},
  },
  "__proto__ is an ordinary name": {
    schema: proto('{"properties":{"__proto__":{"default":1}}}'),
    value: {},
    filled: proto('{"__proto__":1}'),
    ajv: {},
  },
};

function fill(schema: JsonValue, value: unknown): unknown {
  const { defaults } = compileOne(schema);
  return defaults === undefined ? value : fillDefaults(value, defaults);
}

/** What Ajv makes of the value. */
function fillByAjv(schema: JsonValue, value: JsonValue): JsonValue {
  const copy = structuredClone(value);
  openAjv(draftOf(schema), { useDefaults: true }).validate(
    schema as object,
    copy,
  );
  return copy;
}

describe("filling in defaults", () => {
  test.each(Object.entries(common))("%s", (_rule, one) => {
    expect(fill(one.schema, one.value)).toEqual(one.filled);
    expect(fillByAjv(one.schema, one.value)).toEqual(one.filled);
  });

  test.each(Object.entries(different))(
    "unlike Ajv: %s",
    (_reason, { schema, value, filled, ajv = null }) => {
      expect(fill(schema, value)).toEqual(filled);
      expect(fillByAjv(schema, value)).toEqual(ajv);
    },
  );

  test("a member that is undefined is absent", () => {
    expect(fill(withA({ default: 1 }), { a: undefined })).toEqual({ a: 1 });
  });

  test("an absent value gets the default of the root", () => {
    expect(fill({ ...inner, default: {} }, undefined)).toEqual({ b: 1 });
    expect(fill(inner, undefined)).toBeUndefined();
  });

  test("the value is copied where something is filled in, and each default is a new one", () => {
    const schema = withA({ default: { list: [] } });
    const value = { kept: {} };
    const first = fill(schema, value) as { a: object; kept: object };
    const second = fill(schema, value) as { a: object };
    expect(value).toEqual({ kept: {} });
    expect(first.kept).toBe(value.kept);
    expect(first.a).toEqual(second.a);
    expect(first.a).not.toBe(second.a);
  });
});

const tools = corpusTools();

/** Tools of which Ajv fills in another thing, with the reason. None. */
const otherwise: { readonly [tool: string]: string } = {};

test.skipIf(tools === undefined)(
  "valid values of every captured tool are filled as Ajv fills them, and stay valid",
  () => {
    const found = new Set<string>();
    let [asked, filled] = [0, 0];
    for (const tool of tools ?? []) {
      for (const schema of schemasOf(tool)) {
        if (!JSON.stringify(schema).includes('"default":')) continue;
        const random = openRandom(1);
        const draft = draftOf(schema);
        const accepts = interpret(schema);
        const { defaults } = compileOne(schema);
        const check = openAjv(draft, { useDefaults: true }).compile(schema);
        for (let count = 0; count < 8; count++) {
          const value = drawInstance(schema, draft, random);
          const byAjv = structuredClone(value);
          if (!check(byAjv)) continue;
          const ours = defaults ? fillDefaults(value, defaults) : value;
          asked++;
          if (!isDeepStrictEqual(ours, value)) filled++;
          if (!isDeepStrictEqual(ours, byAjv) || !accepts(ours))
            found.add(`${tool.server} ${tool.name}`);
        }
      }
    }
    console.info(`${asked} values, ${filled} of them filled`);
    expect([...found]).toEqual(Object.keys(otherwise));
    expect(filled).toBeGreaterThan(asked / 2);
  },
);
