import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/generator/json.js";
import { type Issue, issuesOf } from "../../../src/runtime/validate.js";
import {
  type Check,
  compileMany,
  compileOne,
  load,
} from "../../support/compiled-schema.js";

/** Far more levels than a check that doubles its work at each could ever finish. */
const depth = 200;

/** A schema that comes back to itself on more than one way, and what may and may not stand at the end of the chain. */
type Case = {
  readonly schema: JsonObject;
  readonly wrap: (inner: JsonValue) => JsonValue;
  readonly good: JsonValue;
  readonly bad: JsonValue;
};

const self = { $ref: "#" };
const member = { properties: { a: self } };
const inMember = (a: JsonValue) => ({ a });
const inItem = (item: JsonValue) => [item];
const objects = { type: ["object", "number"] };
const arrays = { type: ["array", "number"] };

const forked: { readonly [what: string]: Case } = {
  "unevaluatedProperties beside anyOf": {
    schema: {
      anyOf: [member, { required: ["zz"] }],
      unevaluatedProperties: false,
    },
    wrap: inMember,
    good: { a: 1 },
    bad: { b: 1 },
  },
  "unevaluatedItems beside anyOf": {
    schema: {
      ...arrays,
      anyOf: [{ prefixItems: [self] }, { minItems: 5 }],
      unevaluatedItems: false,
    },
    wrap: inItem,
    good: [1],
    bad: [1, 2],
  },
  "unevaluatedItems beside contains": {
    schema: { ...arrays, contains: self, unevaluatedItems: false },
    wrap: inItem,
    good: [1],
    bad: ["x"],
  },
  "anyOf of untagged branches": {
    schema: {
      anyOf: [
        { type: "object", ...member, required: ["a"], maxProperties: 1 },
        { type: "object", ...member },
        { type: "number" },
      ],
    },
    wrap: inMember,
    good: { a: 1, b: 2 },
    bad: "x",
  },
  "anyOf of branches with a tag that need not be there": {
    schema: {
      anyOf: ["x", "y"].map((tag) => ({
        type: "object",
        properties: { a: self, tag: { const: tag } },
      })),
    },
    wrap: (a) => ({ a, tag: "y" }),
    good: {},
    bad: { tag: "z" },
  },
  "oneOf of untagged branches": {
    schema: {
      oneOf: [
        { type: "object", ...member, maxProperties: 1 },
        { type: "object", ...member, minProperties: 2 },
        { type: "number" },
      ],
    },
    wrap: inMember,
    good: { b: 1, c: 2 },
    bad: "x",
  },
  "anyOf and oneOf beside each other": {
    schema: {
      ...objects,
      oneOf: [{ type: "object", ...member }, { type: "number" }],
      anyOf: [{ type: "number" }, { type: "object", ...member }],
    },
    wrap: inMember,
    good: 1,
    bad: "x",
  },
  allOf: {
    schema: { ...objects, allOf: [member, member] },
    wrap: inMember,
    good: 1,
    bad: "x",
  },
  "allOf beside properties": {
    schema: { ...objects, ...member, allOf: [member] },
    wrap: inMember,
    good: 1,
    bad: "x",
  },
  "if and then": {
    schema: { ...objects, if: member, then: member, else: { required: ["b"] } },
    wrap: inMember,
    good: 1,
    bad: "x",
  },
  not: {
    schema: { ...objects, ...member, not: { not: member } },
    wrap: inMember,
    good: 1,
    bad: "x",
  },
  "patternProperties beside properties": {
    schema: { ...objects, ...member, patternProperties: { "^a": self } },
    wrap: inMember,
    good: 1,
    bad: "x",
  },
  "dependentSchemas beside properties": {
    schema: { ...objects, ...member, dependentSchemas: { a: member } },
    wrap: inMember,
    good: 1,
    bad: "x",
  },
  "contains beside items": {
    schema: { ...arrays, items: self, contains: self },
    wrap: inItem,
    good: [1],
    bad: ["x"],
  },
};

const cases = Object.entries(forked);
const names = cases.map(([name]) => name);
const loaded = load(compileMany(cases.map(([, { schema }]) => schema)));

async function checkOf(name: string): Promise<Check> {
  return (await loaded)[names.indexOf(name)]!;
}

function chain({ wrap }: Case, end: JsonValue, length: number): JsonValue {
  let value = end;
  for (let level = 0; level < length; level++) value = wrap(value);
  return value;
}

describe.each(cases)("a schema that is recursive through %s", (name, one) => {
  const good = chain(one, one.good, depth);
  const bad = chain(one, one.bad, depth);

  test("judges a deep value", async () => {
    const check = await checkOf(name);
    expect([check(good), check(bad)]).toEqual([true, false]);
  });

  test("explains a deep value", async () => {
    const check = await checkOf(name);
    expect(issuesOf(check, good)).toBeUndefined();
    const issues: Issue[] = [];
    expect(check(good, issues)).toBe(true);
    expect(issues).toEqual([]);
    expect(check(bad, issues)).toBe(false);
    expect(issues).not.toEqual([]);
  });

  test("agrees with Ajv", async () => {
    const check = await checkOf(name);
    const referee = new Ajv2020({ strict: false }).compile(one.schema);
    for (const end of [one.good, one.bad, 1, "x", {}, [], { zz: 1, b: "x" }]) {
      for (let length = 0; length < 4; length++) {
        const value = chain(one, end, length);
        expect([value, check(value)]).toEqual([value, referee(value)]);
      }
    }
  });
});

describe("what is remembered of a value", () => {
  const name = "anyOf of untagged branches";

  test("counts for one call: the value may change before the next", async () => {
    const check = await checkOf(name);
    const inner: { a: unknown } = { a: 1 };
    const value = { a: inner };
    expect(check(value)).toBe(true);
    inner.a = "x";
    expect(check(value)).toBe(false);
    inner.a = 1;
    expect(check(value)).toBe(true);
  });

  test("is forgotten after a value that is too deep", async () => {
    const check = await checkOf(name);
    const inner: { a: unknown } = { a: 1 };
    const value = { a: inner };
    inner.a = chain(forked[name]!, 1, 100_000);
    expect(issuesOf(check, value)).toMatchObject([{ keyword: "depth" }]);
    inner.a = "x";
    expect(check(value)).toBe(false);
  });

  test("keeps a mismatch from being told once for every way to it", async () => {
    const check = await checkOf("allOf");
    const issues = (length: number) =>
      issuesOf(check, chain(forked["allOf"]!, "x", length));
    expect(issues(5)).toHaveLength(2);
    expect(issues(1)).toHaveLength(2);
  });
});

test.each<[string, JsonObject]>([
  ["that is recursive on one way only", { ...objects, ...member }],
  [
    "whose branches a tag tells apart",
    {
      oneOf: ["x", "y"].map((tag) => ({
        type: "object",
        properties: { a: self, tag: { const: tag } },
        required: ["tag"],
      })),
    },
  ],
  ["that is not recursive", { allOf: [{ type: "object" }, { required: [] }] }],
])("a schema %s has nothing remembered", (_, schema) => {
  expect(compileOne(schema).validatorImports).not.toContain("judgeOnce");
});
