import { beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/generator/json.js";
import type { Issue } from "../../../src/runtime/validate.js";
import {
  compileMany,
  load,
  type Check,
} from "../../support/compiled-schema.js";

/** A schema, a value and the issues wanted, as `instance | schema | keyword | message`. */
type Case = readonly [
  what: string,
  schema: JsonValue,
  value: unknown,
  issues: readonly string[],
];

const circle = {
  type: "object",
  properties: { kind: { const: "circle" }, radius: { type: "number" } },
  required: ["kind", "radius"],
};
const square = {
  type: "object",
  properties: {
    kind: { type: "string", const: "square" },
    side: { type: "number" },
  },
  required: ["kind", "side"],
};
const shape = { oneOf: [circle, square] };
const older = "http://json-schema.org/draft-07/schema#";

const unions: readonly Case[] = [
  [
    "a tag chooses the branch",
    shape,
    { kind: "square", side: "1" },
    ["/side | /oneOf/1/properties/side/type | type | must be a number"],
  ],
  [
    "an unknown tag is told with all that are known",
    shape,
    { kind: "triangle" },
    ['/kind | /oneOf | oneOf | must be "circle" or "square"'],
  ],
  [
    "a missing tag is told once",
    shape,
    {},
    [' | /oneOf/0/required | required | must have the property "kind"'],
  ],
  [
    "several wrong tags are told each",
    {
      anyOf: [
        { properties: { a: { const: 1 }, b: { enum: [1, 2] } } },
        { properties: { a: { const: 2 }, b: { enum: [2, 3] } } },
      ],
    },
    { a: 0, b: 0 },
    [
      "/a | /anyOf | anyOf | must be 1 or 2",
      "/b | /anyOf | anyOf | must be 1, 2 or 3",
    ],
  ],
  [
    "an enum that all branches share is no tag",
    {
      anyOf: [circle, square].map((one) => ({
        ...one,
        properties: { ...one.properties, unit: { enum: ["m"] } },
      })),
    },
    { kind: "circle", radius: "1", unit: "x" },
    [
      "/radius | /anyOf/0/properties/radius/type | type | must be a number",
      '/unit | /anyOf/0/properties/unit/enum | enum | must be one of "m"',
    ],
  ],
  [
    "a tag of an array",
    {
      anyOf: ["a", "b"].map((tag) => ({
        type: "array",
        prefixItems: [{ const: tag }, { type: "string" }],
      })),
    },
    ["b", 1],
    ["/1 | /anyOf/1/prefixItems/1/type | type | must be a string"],
  ],
  [
    "plain types",
    {
      type: "object",
      properties: { x: { anyOf: [{ type: "string" }, { type: "null" }] } },
    },
    { x: 5 },
    ["/x | /properties/x/anyOf | anyOf | must be a string or null"],
  ],
  [
    "constants beside types",
    {
      anyOf: [
        { type: "string", const: "auto" },
        { type: "number" },
        { enum: ["a", "b"] },
      ],
    },
    true,
    [' | /anyOf | anyOf | must be "auto", a number, "a" or "b"'],
  ],
  [
    "the branch of the value's type",
    { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
    [1],
    ["/0 | /anyOf/0/items/type | type | must be a string"],
  ],
  [
    "a value of no branch's type",
    { anyOf: [{ $ref: "#/$defs/shape" }, { type: "null" }], $defs: { shape } },
    5,
    [" | /anyOf | anyOf | must be an object or null"],
  ],
  [
    "a union in a union, through a reference",
    { anyOf: [{ $ref: "#/$defs/shape" }, { type: "null" }], $defs: { shape } },
    { kind: "circle", radius: "1" },
    [
      "/radius | /$defs/shape/oneOf/0/properties/radius/type | type | must be a number",
    ],
  ],
  [
    "a union deep in the branch that was meant",
    {
      anyOf: [
        {
          type: "object",
          properties: { parts: { items: shape } },
          required: ["parts"],
        },
        { type: "object", properties: { file: {} }, required: ["file"] },
      ],
    },
    {
      parts: [
        { kind: "circle", radius: 1 },
        { kind: "square", side: "1" },
      ],
    },
    [
      "/parts/1/side | /anyOf/0/properties/parts/items/oneOf/1/properties/side/type | type | must be a number",
    ],
  ],
  [
    "the deepest fault wins",
    {
      anyOf: [
        { type: "object", properties: { x: { type: "string" } } },
        {
          type: "object",
          properties: { x: { items: { type: "string" }, type: "array" } },
        },
      ],
    },
    { x: ["a", 1] },
    ["/x/1 | /anyOf/1/properties/x/items/type | type | must be a string"],
  ],
  [
    "the least to mend wins",
    { anyOf: [{ required: ["a", "b", "c"] }, { required: ["a", "d"] }] },
    { a: 1, b: 1 },
    [
      ' | /anyOf | anyOf | must match at least one of the alternatives: it must have the property "c", or it must have the property "d"',
    ],
  ],
  [
    "of many alternatives three are told",
    { anyOf: ["a", "b", "c", "d"].map((name) => ({ required: [name] })) },
    {},
    [
      ' | /anyOf | anyOf | must match at least one of the alternatives: it must have the property "a", or it must have the property "b", or it must have the property "c", or …',
    ],
  ],
  [
    "oneOf that matches too often says which",
    {
      oneOf: [
        { type: "number" },
        { type: "string" },
        { type: ["integer", "null"] },
      ],
    },
    5,
    [
      " | /oneOf | oneOf | must match exactly one of the alternatives, not oneOf/0 and oneOf/2",
    ],
  ],
  [
    "nothing but false",
    { anyOf: [false, false] },
    5,
    [" | /anyOf | anyOf | must match at least one of the alternatives"],
  ],
  [
    "oneOf with true and false",
    { oneOf: [true, false, { type: "number" }] },
    5,
    [
      " | /oneOf | oneOf | must match exactly one of the alternatives, not oneOf/0 and oneOf/2",
    ],
  ],
];

const applied: readonly Case[] = [
  [
    "then and else",
    {
      if: { properties: { a: { const: 1 } } },
      then: { required: ["b"] },
      else: { properties: { a: { type: "string" } } },
    },
    { a: 2 },
    ["/a | /else/properties/a/type | type | must be a string"],
  ],
  [
    "not of a type",
    { not: { type: ["string", "null"] } },
    "a",
    [" | /not | not | must not be a string or null"],
  ],
  [
    "not of a property",
    { not: { required: ["x"] } },
    { x: 1 },
    [' | /not | not | must not have the property "x"'],
  ],
  [
    "not of a value, through a reference",
    { not: { $ref: "#/$defs/a" }, $defs: { a: { const: "a" } } },
    "a",
    [' | /not | not | must not be "a"'],
  ],
  [
    "not of values",
    { not: { enum: [[1], 2] } },
    [1],
    [" | /not | not | must not be one of [1], 2"],
  ],
  [
    "not of a pattern",
    { type: "string", not: { pattern: "^a" } },
    "ab",
    [" | /not | not | must not match the pattern ^a"],
  ],
  [
    "not of more than one keyword",
    { not: { type: "object", required: ["x"] } },
    { x: 1 },
    [" | /not | not | must not match the schema of not"],
  ],
  [
    "contains",
    { contains: { const: "x" } },
    ["y"],
    [
      ' | /contains | contains | must have at least 1 item that matches the schema of contains: it must be "x"',
    ],
  ],
  [
    "minContains and maxContains",
    {
      contains: { type: "number", minimum: 5 },
      minContains: 2,
      maxContains: 3,
    },
    [5, 6, 7, 8],
    [
      " | /maxContains | maxContains | must have at most 3 items that match the schema of contains",
    ],
  ],
  [
    "a property's name",
    { propertyNames: { pattern: "^[a-z]+$" } },
    { Foo: 1 },
    [
      ' | /propertyNames | propertyNames | must not have the property "Foo": a name here must match the pattern ^[a-z]+$',
    ],
  ],
  [
    "a property's name out of a list",
    { propertyNames: { enum: ["a", "b"] } },
    { c: 1 },
    [
      ' | /propertyNames | propertyNames | must not have the property "c": a name here must be one of "a", "b"',
    ],
  ],
  [
    "no property at all",
    { propertyNames: false },
    { c: 1 },
    [' | /propertyNames | propertyNames | must not have the property "c"'],
  ],
  [
    "a dependency says what asks for it",
    { dependentRequired: { card: ["address"] } },
    { card: 1 },
    [
      ' | /dependentRequired | dependentRequired | must have the property "address" because it has "card"',
    ],
  ],
  [
    "a dependency of an older dialect, which has no dependentRequired",
    {
      $schema: older,
      dependencies: { a: ["b"] },
      dependentRequired: { a: ["c"] },
    },
    { a: 1 },
    [
      ' | /dependencies | dependencies | must have the property "b" because it has "a"',
    ],
  ],
  [
    "dependencies of both kinds add up",
    { dependencies: { a: ["b"] }, dependentRequired: { a: ["c"] } },
    { a: 1 },
    [
      ' | /dependentRequired | dependentRequired | must have the property "c" because it has "a"',
      ' | /dependentRequired | dependentRequired | must have the property "b" because it has "a"',
    ],
  ],
  [
    "items after a tuple",
    { prefixItems: [true], items: false },
    [1, 2],
    [" | /items | items | must have at most 1 item"],
  ],
  [
    "items after a tuple of an older dialect",
    { $schema: older, items: [true], additionalItems: false },
    [1, 2],
    [" | /additionalItems | additionalItems | must have at most 1 item"],
  ],
  [
    "an unevaluated item",
    { prefixItems: [true], unevaluatedItems: false },
    [1, 2],
    [
      "/1 | /unevaluatedItems | unevaluatedItems | must not be there: no value is allowed",
    ],
  ],
  [
    "a list of no values",
    { enum: [] },
    1,
    [" | /enum | enum | must not be there: no value is allowed"],
  ],
  [
    "a property of the schema false",
    { properties: { a: false } },
    { a: 1 },
    ["/a | /properties/a | false | must not be there: no value is allowed"],
  ],
];

const closed = (...names: readonly string[]): JsonValue => ({
  properties: Object.fromEntries(names.map((name) => [name, true])),
  additionalProperties: false,
});
const tooMuch = (rest: string) =>
  ` | /additionalProperties | additionalProperties | must not have the property ${rest}`;

const named: readonly Case[] = [
  [
    "a letter left out",
    closed("location", "unit"),
    { locaton: 1 },
    [tooMuch('"locaton" (did you mean "location"?)')],
  ],
  [
    "two letters swapped, of many names",
    closed("start", "stop", "speed", "title", "note"),
    { tilte: 1 },
    [tooMuch('"tilte" (did you mean "title"?)')],
  ],
  [
    "another way to join words",
    closed("zip_code", "zip"),
    { zipCode: 1 },
    [tooMuch('"zipCode" (did you mean "zip_code"?)')],
  ],
  [
    "nothing alike",
    closed("a", "b"),
    { location: 1 },
    [tooMuch('"location" (it may have "a", "b")')],
  ],
  [
    "short names are not guessed at",
    closed("id"),
    { is: 1 },
    [tooMuch('"is" (it may have "id")')],
  ],
  ["no name is known", closed(), { a: 1 }, [tooMuch('"a"')]],
  [
    "an unevaluated property",
    { unevaluatedProperties: false },
    { a: 1 },
    [
      ' | /unevaluatedProperties | unevaluatedProperties | must not have the property "a"',
    ],
  ],
  [
    "pointers through a reference with escapes",
    { $ref: "#/$defs/a~1b%25c", $defs: { "a/b%c": { type: "string" } } },
    5,
    [" | /$defs/a~1b%c/type | type | must be a string"],
  ],
  [
    "names with slash and tilde",
    {
      properties: { "a/b~c": { type: "string" } },
      additionalProperties: { type: "number" },
    },
    { "a/b~c": 5, "~/": "x" },
    [
      "/a~1b~0c | /properties/a~1b~0c/type | type | must be a string",
      "/~0~1 | /additionalProperties/type | type | must be a number",
    ],
  ],
  [
    "long lists of values are cut",
    { enum: Array.from({ length: 2000 }, (_, index) => index) },
    "a",
    [
      " | /enum | enum | must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 1980 more",
    ],
  ],
];

const groups = { unions, applied, named };

describe.each(Object.entries(groups))("%s", (_, cases) => {
  let checks: readonly Check[];
  beforeAll(async () => {
    checks = await load(compileMany(cases.map(([, schema]) => schema)));
  });

  test.each(cases.map((row, index) => [row[0], index] as const))(
    "%s",
    (_what, index) => {
      const [, , value, wanted] = cases[index]!;
      const issues: Issue[] = [];
      expect(checks[index]!(value)).toBe(false);
      expect(checks[index]!(value, issues)).toBe(false);
      expect(
        issues.map(({ instance, schema, keyword, message }) =>
          [instance, schema, keyword, message].join(" | "),
        ),
      ).toEqual(wanted);
    },
  );
});

describe("bounds", () => {
  const issuesOf = async (schema: JsonValue, value: unknown) => {
    const [check] = await load(compileMany([schema]));
    const issues: Issue[] = [];
    check!(value, issues);
    return issues;
  };

  test("32 issues in all, unions included", async () => {
    const value = Array.from({ length: 100 }, () => ({ kind: "circle" }));
    expect(await issuesOf({ items: shape }, value)).toHaveLength(32);
  });

  test("what a peer sends is echoed in part", async () => {
    const name = "x".repeat(1_000_000);
    const schema = {
      properties: { a: {} },
      propertyNames: { maxLength: 9 },
      additionalProperties: false,
    };
    const nested = { additionalProperties: schema };
    for (const issue of await issuesOf(nested, { [name]: { [name]: 1 } })) {
      expect(JSON.stringify(issue).length).toBeLessThan(1500);
    }
  });

  /** A chain of operators, each with the one tag that no branch knows at its end. */
  function chain(length: number, count: () => void): unknown {
    const counted = (object: object) =>
      new Proxy(object, {
        get(target, key) {
          count();
          return Reflect.get(target, key) as unknown;
        },
      });
    let value = counted({ op: "none" });
    for (let index = 0; index < length; index++) {
      value = counted({ left: value, op: index % 2 === 0 ? "add" : "mul" });
    }
    return value;
  }

  const tagged = {
    $ref: "#/$defs/node",
    $defs: {
      node: {
        anyOf: ["sub", "mul", "add"].map((op) => ({
          type: "object",
          // the tag is last, as authors write it too
          properties: { left: { $ref: "#/$defs/node" }, op: { const: op } },
          required: ["op"],
        })),
      },
    },
  };

  test("a recursive union is judged and explained in work that grows with its depth, not with its branches' powers", async () => {
    const [check] = await load(compileMany([tagged]));
    const reads = (length: number, issues?: Issue[]) => {
      let count = 0;
      check!(
        chain(length, () => count++),
        issues,
      );
      return count;
    };
    expect(reads(200)).toBeLessThan(10 * 200);
    const issues: Issue[] = [];
    expect(reads(200, issues)).toBeLessThan(100 * 10 * 200);
    expect(issues).toHaveLength(1);
    const near: Issue[] = [];
    reads(10, near);
    expect(near).toMatchObject([
      {
        instance: `${"/left".repeat(10)}/op`,
        message: 'must be "sub", "mul" or "add"',
      },
    ]);
  });
});
