import { describe, expect, test } from "vitest";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../../../src/generator/json.js";
import { code } from "../../../src/generator/code.js";
import type { CompiledSchema } from "../../../src/generator/jsonschema/compile.js";
import { accepts } from "../../../src/generator/jsonschema/form/judge.js";
import { readSchemas } from "../../../src/generator/jsonschema/read/read.js";
import { fillDefaults } from "../../../src/runtime/validate.js";
import { compileOne, compileMany } from "../../support/compiled-schema.js";
import { drawInstance } from "../../support/instances.js";
import { openRandom, type Random } from "../../support/random.js";
import { refusedByType } from "../../support/type-acceptance.js";

const integer = { type: "integer" };
const text = { type: "string" };
const one = { ...integer, default: 1 };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});
const modes = (preset: string) => ({ enum: ["x", "y"], default: preset });

/** What two definitions say together. */
const refers = (one: JsonObject, two: JsonObject): JsonObject => ({
  allOf: [{ $ref: "#/$defs/one" }, { $ref: "#/$defs/two" }],
  $defs: { one, two },
});

/** A schema and the view of a handler that it becomes, without comments and layout. */
const cases: readonly (readonly [string, JsonValue, string])[] = [
  [
    "oneOf: the key that is absent may be its default",
    object(
      { a: one, b: integer },
      { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    ),
    "{ a: number; b?: number | undefined; } & ( | { a: unknown; b?: undefined; } | { b: unknown; a: 1; } )",
  ],
  [
    "anyOf: every mode is left where one option forbids the key",
    object(
      { mode: modes("y") },
      {
        anyOf: [
          { properties: { mode: { const: "x" } } },
          { properties: { mode: false } },
        ],
      },
    ),
    '{ mode: "x" | "y"; }',
  ],
  [
    "if: the condition did not see the default",
    object(
      { mode: modes("x"), n: integer },
      {
        if: { properties: { mode: { const: "x" } }, required: ["mode"] },
        then: { required: ["n"] },
      },
    ),
    '{ mode: "x" | "y"; n?: number | undefined; }',
  ],
  [
    "if: a mode that is no default demands what it did",
    object(
      { mode: modes("x"), n: integer },
      {
        if: { properties: { mode: { const: "y" } }, required: ["mode"] },
        then: { required: ["n"] },
      },
    ),
    '{ mode: "x" | "y"; n?: number | undefined; } & ( | { mode: "y"; n: unknown; } | { mode: "x"; } )',
  ],
  [
    "dependentSchemas: the default alone demands nothing",
    object(
      { express: { type: "boolean", default: false } },
      {
        dependentSchemas: {
          express: { properties: { phone: text }, required: ["phone"] },
        },
      },
    ),
    "{ express: boolean; } & ( | { express: false; } | { express: unknown; phone: string; } )",
  ],
  [
    "dependentRequired",
    object({ a: one, b: text }, { dependentRequired: { a: ["b"] } }),
    "{ a: number; b?: string | undefined; } & ( | { a: 1; } | { a: unknown; b: unknown; } )",
  ],
  [
    "not: a key that callers must leave out",
    object({ a: one }, { not: { required: ["a"] } }),
    "{ a: 1; [key: string]: unknown; }",
  ],
  [
    "not both",
    object({ a: one, b: text }, { not: { required: ["a", "b"] } }),
    "{ a: number; b?: string | undefined; } & ( | { a: 1; } | { b?: undefined; } )",
  ],
  [
    "a closed neighbour",
    {
      type: "object",
      allOf: [
        object({ a: one }),
        { properties: { b: text }, additionalProperties: false },
      ],
    },
    "{ a: 1; b?: string | undefined; }",
  ],
  [
    "the names that a neighbour lists",
    object({ a: one }, { allOf: [{ propertyNames: { enum: ["b"] } }] }),
    "{ a: 1; b?: unknown; }",
  ],
  [
    "unevaluatedProperties of a neighbour",
    object({ a: one }, { allOf: [{ unevaluatedProperties: false }] }),
    "{ a: 1; }",
  ],
  [
    "other members of a neighbour",
    object({ a: one }, { allOf: [{ additionalProperties: text }] }),
    "{ a: 1; [key: string]: string | 1; }",
  ],
  [
    "a default that a neighbour refuses",
    object(
      { a: one },
      { allOf: [{ properties: { a: { minimum: 5, type: "string" } } }] },
    ),
    "{ a: 1; [key: string]: unknown; }",
  ],
  [
    "enum",
    { enum: [{ a: 2 }, {}], properties: { a: one } },
    "| { a: 2; } | { a: 1; }",
  ],
  [
    "a tag without a default still tells the options apart",
    object(
      { kind: { enum: ["a", "b"] }, n: one },
      {
        required: ["kind"],
        oneOf: [
          object({ kind: { const: "a" }, x: text }, { required: ["x"] }),
          object({ kind: { const: "b" }, y: text }),
        ],
      },
    ),
    '{ kind: "a" | "b"; n: number; } & ( | { kind?: "a" | undefined; x: string; } | { kind?: "b" | undefined; y?: string | undefined; } )',
  ],
  [
    "a tag with a default does too where its option allows that",
    object(
      { kind: { enum: ["a", "b"], default: "a" } },
      {
        oneOf: [
          object({ kind: { const: "a" }, x: text }, { required: ["x"] }),
          object({ kind: { const: "b" }, y: text }, { required: ["kind"] }),
        ],
      },
    ),
    '{ kind: "a" | "b"; } & ( | { kind: "a"; x: string; } | { kind: "b"; y?: string | undefined; } )',
  ],
  [
    "items",
    {
      type: "array",
      items: object({ a: one }, { not: { required: ["a"] } }),
    },
    "{ a: 1; [key: string]: unknown; }[]",
  ],
  [
    "the rest of a tuple",
    object({
      a: one,
      t: { type: "array", prefixItems: [text], items: object({ a: one }) },
    }),
    "{ a: number; t?: | [ string?, ...{ a?: number | undefined; }[], ] | undefined; }",
  ],
  [
    "definitions keep their names where nothing else fills them",
    refers(object({ a: one }), object({ b: one })),
    "TOneFilled & TTwoFilled",
  ],
  [
    "a definition is spelt out where another one fills in what it refuses",
    refers(object({ a: one }), {
      ...object({ b: text }),
      additionalProperties: false,
    }),
    "TOneFilled & { b?: string | undefined; a: 1; }",
  ],
  [
    "of two defaults the first counts, so the other's type is not enough",
    refers(
      object({ a: { default: 2 } }),
      object({ a: { const: 1, default: 1 } }),
    ),
    "TOneFilled & { a: 1 | 2; }",
  ],
  [
    "a member of a member",
    object(
      { p: object({ a: one }), q: text },
      {
        anyOf: [
          { properties: { p: { properties: { a: false } } }, required: ["p"] },
          { required: ["q"] },
        ],
      },
    ),
    "{ p?: | { a: number; } | undefined; q?: string | undefined; } & ( | { p: | string | number | boolean | unknown[] | { a: 1; [key: string]: unknown; } | null; } | { q: unknown; } )",
  ],
];

/** What is printed of the root in the view of a handler. */
function printed(schema: JsonValue): string {
  const { types } = compileOne(schema, { filled: true });
  const [, type = types] = /TFilled =\s([^]*?);(?:\n\n|$)/.exec(types) ?? [];
  return type
    .replaceAll(/\/\*\*.*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

describe("the view after defaults", () => {
  test.each(cases)("%s", (_title, schema, expected) => {
    expect(printed(schema)).toBe(expected);
  });
});

const keys = ["a", "b", "c", "d"];
const literals: readonly JsonValue[] = [1, 2, "x", true, null];

/** A member that every object has, so that TypeScript takes none for a mistake. */
const mark = { k: 0 };
const names = ["one", "two"];

/** A schema of a member: literals that vary little, so that conditions hit; objects and lists of objects sometimes. */
function drawMember(random: Random, depth: number): JsonObject {
  const kind = depth > 0 ? random.next() : 1;
  const own: JsonObject =
    kind < 0.15
      ? drawObject(random, depth - 1)
      : kind < 0.25
        ? { type: "array", items: drawObject(random, depth - 1) }
        : kind < 0.35
          ? { $ref: `#/$defs/${random.pick(names)}` }
          : { enum: literals.slice(0, 2 + random.below(4)) };
  const preset = random.pick<JsonValue>([1, 1, 2, "x", mark, [mark]]);
  return random.chance(0.6) ? { ...own, default: preset } : own;
}

function drawMap<T>(random: Random, draw: () => T): { [key: string]: T } {
  const drawn = keys.filter(() => random.chance(0.4));
  return Object.fromEntries(drawn.map((key) => [key, draw()]));
}

/** An object that says what its members are and has defaults for some. */
function drawObject(random: Random, depth: number): JsonObject {
  const drawn = drawMap(random, () => drawMember(random, depth));
  const properties = { ...drawn, k: { const: 0 } };
  const all: JsonObject = { type: "object", properties, required: ["k"] };
  return random.chance(0.9)
    ? { ...all, allOf: [drawRule(random, depth)] }
    : all;
}

/** A rule about which members there are and what they may be. */
function drawRule(random: Random, depth: number): JsonObject {
  const rule = () => drawRule(random, depth - 1);
  const key = () => random.pick(keys);
  const value = (): JsonValue =>
    random.pick<JsonValue>([false, true, { const: random.pick(literals) }]);
  const flat: readonly (() => JsonObject)[] = [
    () => ({ required: [key()] }),
    () => ({ properties: drawMap(random, value), required: [key()] }),
    () => ({ properties: drawMap(random, value) }),
    () => ({ dependentRequired: { [key()]: [key()] } }),
    () => ({
      properties: { ...drawMap(random, () => true), k: true },
      [random.pick(["additionalProperties", "unevaluatedProperties"])]: value(),
    }),
    () => ({ propertyNames: { enum: [...keys.slice(random.below(3)), "k"] } }),
    () => ({ patternProperties: { "^[ab]$": value(), "^a": value() } }),
    () => ({ $ref: `#/$defs/${random.pick(names)}` }),
    () => ({ enum: [mark, { ...mark, a: 1 }, { ...mark, b: 2, c: mark }] }),
  ];
  const deep: readonly (() => JsonObject)[] = [
    () => ({ anyOf: [rule(), rule()] }),
    () => ({ oneOf: [rule(), rule()] }),
    () => ({ allOf: [rule(), drawObject(random, 0)] }),
    () => ({ not: rule() }),
    () => ({ if: rule(), then: rule(), else: rule() }),
    () => ({ dependentSchemas: { [key()]: rule() } }),
  ];
  return random.pick(depth > 0 ? [...deep, ...deep, ...flat] : flat)();
}

/** The first definition may refer to the second, which refers to none. */
function drawSchema(random: Random): JsonObject {
  const [one, two] = [drawObject(random, 1), drawObject(random, 0)];
  const retold = (schema: JsonObject, from: RegExp, to: string) =>
    JSON.parse(JSON.stringify(schema).replaceAll(from, to)) as JsonObject;
  const $defs = {
    one: retold(one, /#\/\$defs\/one/g, "#/$defs/two"),
    two: retold(two, /"\$ref":"[^"]*"/g, '"required":["a"]'),
  };
  return { ...drawObject(random, 2), $defs };
}

function drawValue(random: Random, depth: number): JsonValue {
  const kind = depth > 0 ? random.next() : 1;
  if (kind < 0.3)
    return { ...drawMap(random, () => drawValue(random, depth - 1)), ...mark };
  return kind < 0.4 ? [drawValue(random, depth - 1)] : random.pick(literals);
}

/** Puts the mark on every object in a value. */
function marked(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(marked);
  if (!isJsonObject(value)) return value;
  const inner = Object.entries(value).map(([key, one]) => [key, marked(one)]);
  return { ...(Object.fromEntries(inner) as JsonObject), ...mark };
}

/** Some valid values of a schema and what they become, each once. */
function drawFilled(
  schema: JsonObject,
  { defaults = {} }: CompiledSchema,
  random: Random,
): readonly (readonly [before: JsonValue, after: JsonValue])[] {
  const documents = new Map<string, JsonValue>();
  const read = readSchemas({ schema, base: "schema:///", documents });
  const [root] = read.schemas;
  const found = new Map<string, [JsonValue, JsonValue]>();
  for (let trial = 0; trial < 60 && found.size < 8; trial++) {
    const before = random.chance(0.5)
      ? marked(drawInstance(schema, "draft2020-12", random))
      : { ...drawMap(random, () => drawValue(random, 2)), ...mark };
    if (root === undefined || !accepts(root, before)) continue;
    const after = fillDefaults(before, defaults) as JsonValue;
    found.set(JSON.stringify(after), [before, after]);
  }
  return [...found.values()];
}

test("whatever a valid value becomes has the type of the filled view", () => {
  const random = openRandom(20);
  const schemas = Array.from({ length: 250 }, () => drawSchema(random));
  const drawn = compileMany(schemas, { filled: true }).flatMap((one, index) => {
    const schema = schemas[index];
    if (one.defaults === undefined || schema === undefined) return [];
    return [{ schema, compiled: one, pairs: drawFilled(schema, one, random) }];
  });
  const views = drawn.flatMap(({ compiled, pairs }) => [
    { compiled, instances: pairs.map(([before]) => before) },
    {
      compiled: { ...compiled, name: compiled.filledName, types: code`` },
      instances: pairs.map(([, after]) => after),
    },
  ]);
  const refused = refusedByType(views).map(({ index, instance }) => {
    const { schema } = drawn[Math.floor(index / 2)] ?? {};
    const { name } = views[index]?.compiled ?? {};
    return JSON.stringify({ name, schema, instance });
  });
  expect(drawn.length).toBeGreaterThan(100);
  expect(refused).toEqual([]);
});
