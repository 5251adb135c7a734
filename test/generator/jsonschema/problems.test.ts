import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/generator/json.js";
import { readSchemas } from "../../../src/generator/jsonschema/read/read.js";
import { slowText } from "../../../src/generator/jsonschema/read/redos.js";
import { corpusTools, schemasOf } from "../../support/corpus.js";
import { compileOne } from "../../support/compiled-schema.js";

const draft07 = "http://json-schema.org/draft-07/schema#";
const draft201909 = "https://json-schema.org/draft/2019-09/schema";

/** What is said about a schema, a line each: `CODE pointer: what; mend`. */
function said(schema: JsonValue): string[] {
  return compileOne(schema).problems.map(
    ({ code, pointer, what, mend }) => `${code} ${pointer}: ${what}; ${mend}`,
  );
}

type Case = readonly [title: string, schema: JsonValue, said: string[]];

describe("a schema that its own meta-schema refuses", () => {
  test.each<Case>([
    [
      "a number as text",
      { minLength: "5" },
      [
        'SCHEMA_KEYWORD_MALFORMED /minLength: minLength is "5"; it is ignored; write a whole number, 0 or more',
      ],
    ],
    [
      "a count below zero",
      { maxItems: -1 },
      [
        "SCHEMA_KEYWORD_MALFORMED /maxItems: maxItems is -1; it is ignored; write a whole number, 0 or more",
      ],
    ],
    [
      "a step of zero",
      { multipleOf: 0 },
      [
        "SCHEMA_KEYWORD_MALFORMED /multipleOf: multipleOf is 0; it is ignored; write a number above 0",
      ],
    ],
    [
      "an unknown type",
      { type: "strin" },
      [
        'SCHEMA_KEYWORD_MALFORMED /type: type is "strin"; it is ignored; write one of array, boolean, integer, null, number, object, string, or a list of those',
      ],
    ],
    [
      "an unknown type among others",
      { type: ["string", "nul"] },
      [
        'SCHEMA_KEYWORD_MALFORMED /type/1: has "nul" in type; all of type is ignored; write one of array, boolean, integer, null, number, object, string',
      ],
    ],
    [
      "no schemas to choose from",
      { anyOf: [] },
      [
        "SCHEMA_KEYWORD_MALFORMED /anyOf: anyOf is []; it is ignored; write a list with at least one item",
      ],
    ],
    [
      "a name that is no text",
      { required: ["a", 5] },
      [
        "SCHEMA_KEYWORD_MALFORMED /required/1: has 5 in required; all of required is ignored; write a text",
      ],
    ],
    [
      "a list where a map belongs, in a definition that nothing refers to",
      { $defs: { a: { properties: [] } } },
      [
        "SCHEMA_KEYWORD_MALFORMED /$defs/a/properties: properties is []; it is ignored; write an object",
      ],
    ],
    [
      "a dependency on one name",
      { dependentRequired: { a: "b" } },
      [
        'SCHEMA_KEYWORD_MALFORMED /dependentRequired/a: has "b" in dependentRequired; all of dependentRequired is ignored; write a list, each item a text',
      ],
    ],
    [
      "an anchor with a space",
      { $anchor: "a b" },
      [
        'SCHEMA_KEYWORD_MALFORMED /$anchor: $anchor is "a b"; it is ignored; write a text that matches ^[A-Za-z_][-A-Za-z0-9._]*$',
      ],
    ],
    [
      "a reference that is no text",
      { $ref: 5 },
      [
        "SCHEMA_KEYWORD_MALFORMED /$ref: $ref is 5; it is ignored; write a text",
      ],
    ],
    [
      "a number where a schema belongs",
      { properties: { a: 5 } },
      [
        "SCHEMA_MALFORMED /properties/a: is 5, which is no schema; anything is accepted here; write an object, true or false",
      ],
    ],
    [
      "a list where a schema belongs",
      { not: [] },
      [
        "SCHEMA_MALFORMED /not: is [], which is no schema; anything is accepted here; write an object, true or false",
      ],
    ],
    [
      "by the meta-schema of the embedded resource",
      { $defs: { a: { $id: "a", $schema: draft07, if: 1, $ref: 1 } } },
      [
        "SCHEMA_KEYWORD_MALFORMED /$defs/a/$ref: $ref is 1; it is ignored; write a text",
        "SCHEMA_MALFORMED /$defs/a/if: is 1, which is no schema; anything is accepted here; write an object, true or false",
      ],
    ],
    [
      "an item twice, which does no harm",
      { type: "object", required: ["a", "b", "a"] },
      [
        'SCHEMA_ITEM_DUPLICATE /required/2: lists "a" twice in required; remove one of them',
      ],
    ],
    [
      // microsoft/vscode#292474
      "a choice twice",
      { properties: { method: { enum: ["GET", "PUT", "VIEW", "GET"] } } },
      [
        'SCHEMA_ITEM_DUPLICATE /properties/method/enum/3: lists "GET" twice in enum; remove one of them',
      ],
    ],
  ])("%s", (_title, schema, expected) => {
    expect(said(schema)).toEqual(expected);
  });

  test("loses no more than the keyword", () => {
    const { types } = compileOne({
      type: "object",
      properties: { a: { type: "string", minLength: "5" }, b: 5 },
      required: ["a"],
    });
    expect(types).toContain("a: string;");
    expect(types).toContain("b?: unknown;");
  });

  test("is told once, in however many scopes it is read", () => {
    const list = {
      $id: "list",
      $dynamicAnchor: "item",
      minItems: "1",
      items: { $dynamicRef: "#item" },
    };
    const schema = {
      $id: "x:/root",
      anyOf: [{ $ref: "list" }, { $ref: "texts" }],
      $defs: {
        list,
        texts: { $id: "texts", $dynamicAnchor: "item", $ref: "list" },
      },
    };
    expect(said(schema)).toHaveLength(1);
  });
});

describe("a keyword without effect", () => {
  test.each<Case>([
    [
      "misspelt",
      { minLenght: 5, additionalProprties: false, itmes: {}, requried: ["a"] },
      [
        ["minLenght", "minLength"],
        ["additionalProprties", "additionalProperties"],
        ["itmes", "items"],
        ["requried", "required"],
      ].map(
        ([word, meant]) =>
          `SCHEMA_KEYWORD_UNKNOWN /${word ?? ""}: has "${word ?? ""}", which is no keyword and has no effect; did you mean ${meant ?? ""}?`,
      ),
    ],
    [
      "spelt as elsewhere",
      { any_of: [{}] },
      [
        'SCHEMA_KEYWORD_UNKNOWN /any_of: has "any_of", which is no keyword and has no effect; did you mean anyOf?',
      ],
    ],
    [
      "of a later draft",
      { $schema: draft07, prefixItems: [{}] },
      [
        "SCHEMA_KEYWORD_FOREIGN /prefixItems: prefixItems, as it is written, has no effect in draft-07; write the list as items, and items as additionalItems",
      ],
    ],
    [
      "of a later draft that splits another",
      { $schema: draft07, dependentRequired: { a: ["b"] } },
      [
        "SCHEMA_KEYWORD_FOREIGN /dependentRequired: dependentRequired, as it is written, has no effect in draft-07; write it as dependencies",
      ],
    ],
    [
      "of an earlier draft",
      { items: [{ type: "string" }], additionalItems: false },
      [
        "SCHEMA_KEYWORD_FOREIGN /items: items, as it is written, has no effect in 2020-12; write the list as prefixItems, and additionalItems as items",
        "SCHEMA_KEYWORD_FOREIGN /additionalItems: additionalItems, as it is written, has no effect in 2020-12; write it as items, and the list of items as prefixItems",
      ],
    ],
    [
      "that the meta-schema only keeps",
      { $recursiveRef: "#" },
      [
        "SCHEMA_KEYWORD_FOREIGN /$recursiveRef: $recursiveRef, as it is written, has no effect in 2020-12; write it as $ref, or as $dynamicRef in 2020-12",
      ],
    ],
    [
      "of draft-04",
      { minimum: 1, exclusiveMinimum: true },
      [
        "SCHEMA_KEYWORD_FOREIGN /exclusiveMinimum: exclusiveMinimum, as it is written, has no effect in 2020-12; write the bound as exclusiveMinimum, without minimum",
      ],
    ],
    [
      "of draft-03",
      { properties: { a: { required: true } } },
      [
        "SCHEMA_KEYWORD_FOREIGN /properties/a/required: required, as it is written, has no effect in 2020-12; list the name in required of the object that has the property",
      ],
    ],
    [
      "of OpenAPI",
      { type: "string", nullable: true },
      [
        'SCHEMA_KEYWORD_FOREIGN /nullable: nullable, as it is written, has no effect in 2020-12; write type: ["string","null"]',
      ],
    ],
    [
      "beside $ref in draft-07",
      {
        $schema: draft07,
        $ref: "#/definitions/a",
        description: "kept",
        maxLength: 2,
        definitions: { a: {} },
      },
      [
        "SCHEMA_REF_SIBLINGS /$ref: has maxLength beside $ref, where draft-07 ignores it; put $ref and the rest into allOf, or name a later draft in $schema",
      ],
    ],
  ])("%s", (_title, schema, expected) => {
    expect(said(schema)).toEqual(expected);
  });

  test.each<[string, JsonValue]>([
    [
      "words of vendors and user interfaces",
      {
        "x-order": 1,
        "x-minLength": 1,
        example: 1,
        id: "a",
        enumNames: ["a"],
        errorMessage: "no",
        format_options: {},
        note: "a",
        count: 1,
        $comment: "c",
        "ui:widget": "text",
      },
    ],
    [
      "keywords that a later draft only renames",
      { definitions: { a: {} }, dependencies: { a: ["b"] } },
    ],
    ["null allowed twice", { type: ["string", "null"], nullable: true }],
    ["annotations of a later draft", { $schema: draft07, deprecated: true }],
    ["names of properties", { properties: { minLenght: {}, nullable: {} } }],
    ["data", { const: { minLenght: 1 }, default: { minLenght: 1 } }],
  ])("is not seen in %s", (_title, schema) => {
    expect(said(schema)).toEqual([]);
  });
});

describe("a reference", () => {
  test.each<Case>([
    [
      "to nothing",
      { $ref: "#/$defs/x" },
      [
        'SCHEMA_REF_DANGLING /$ref: refers to "#/$defs/x", which does not exist; correct the reference or add the definition',
      ],
    ],
    [
      "to the network",
      { items: { $ref: "https://example.com/a" } },
      [
        'SCHEMA_REF_NETWORK /items/$ref: refers to "https://example.com/a", which is not at hand; nothing is fetched; copy that document to a file and refer to the file',
      ],
    ],
    [
      "to a file that nobody passed in",
      { $ref: "file:///etc/passwd" },
      [
        'SCHEMA_REF_NETWORK /$ref: refers to "file:///etc/passwd", which is not at hand; nothing is fetched; copy that document to a file and refer to the file',
      ],
    ],
    [
      "to data",
      { $ref: "#/x-shared", "x-shared": 5 },
      [
        'SCHEMA_REF_DATA /$ref: refers to "#/x-shared", where 5 stands, which is no schema; refer to an object, true or false',
      ],
    ],
    [
      // APIDevTools/json-schema-ref-parser#271
      "in a circle",
      {
        properties: { a: { $ref: "#/$defs/A" } },
        $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } },
      },
      [
        "SCHEMA_REF_LOOP /$defs/B/$ref: refers to itself without a property or item in between; break the loop of references",
      ],
    ],
    [
      "in a circle through allOf",
      { allOf: [{ type: "object" }, { $ref: "#" }] },
      [
        "SCHEMA_REF_LOOP /allOf/1/$ref: refers to itself without a property or item in between; break the loop of references",
      ],
    ],
    [
      "in a circle in 2019-09",
      { $schema: draft201909, anyOf: [{ $recursiveRef: "#" }] },
      [
        "SCHEMA_REF_LOOP /anyOf/0/$recursiveRef: refers to itself without a property or item in between; break the loop of references",
      ],
    ],
    [
      "from an unknown dialect",
      { $schema: "http://json-schema.org/draft-04/schema#", $ref: "#/x" },
      [
        'SCHEMA_DIALECT_UNKNOWN /$schema: names the dialect "http://json-schema.org/draft-04/schema#", which is not known; use draft 2020-12, 2019-09 or draft-07',
      ],
    ],
    [
      "to an anchor that two have",
      {
        $ref: "#x",
        $defs: { a: { $anchor: "x" }, b: { $anchor: "x" } },
      },
      [
        'SCHEMA_ANCHOR_DUPLICATE /$defs/b/$anchor: has the anchor "x" that another schema has already; references reach that one; give each its own anchor',
      ],
    ],
    [
      "to an $id that two have",
      {
        $id: "x:a",
        $ref: "x:b",
        $defs: { b: { $id: "x:b" }, c: { $id: "x:b" }, d: { $id: "x:a" } },
      },
      [
        'SCHEMA_ID_DUPLICATE /$defs/c/$id: has the $id "x:b" that another schema has already; references reach that one; give each its own $id',
        'SCHEMA_ID_DUPLICATE /$defs/d/$id: has the $id "x:a" that another schema has already; references reach that one; give each its own $id',
      ],
    ],
  ])("%s", (_title, schema, expected) => {
    expect(said(schema)).toEqual(expected);
  });

  test.each<[string, JsonObject]>([
    ["into a list", { anyOf: [{}, { type: "string" }] }],
    ["out of a keyword of its own", { "x-shared": { a: { type: "string" } } }],
    ["with an escape", { $defs: { "a/b~c %": { type: "string" } } }],
  ])("reaches %s", (_title, schema) => {
    const ref = {
      anyOf: "#/anyOf/1",
      "x-shared": "#/x-shared/a",
      $defs: "#/$defs/a~1b~0c%20%25",
    }[Object.keys(schema)[0] as "anyOf" | "x-shared" | "$defs"];
    const whole = { ...schema, properties: { p: { $ref: ref } } };
    expect(said(whole)).toEqual([]);
    const [root] = readSchemas({
      schema: whole,
      base: "x:/",
      documents: new Map(),
    }).schemas;
    const [target] = root?.object?.properties.get("p")?.refs ?? [];
    expect(target?.types).toEqual(["string"]);
  });

  test("reaches each anchor of a document that has another name for itself", () => {
    const other = {
      $id: "https://example.com/other",
      $defs: {
        a: { $anchor: "a", type: "string" },
        b: { $anchor: "b", type: "number" },
      },
    };
    const schema = {
      properties: { a: { $ref: "other#a" }, b: { $ref: "other#b" } },
    };
    const documents = new Map([["schema:///other", other]]);
    const { problems, types } = compileOne(schema, { documents });
    expect(problems).toEqual([]);
    expect(types).toContain("export type TB = number;");
  });
});

describe("a schema that is too big", () => {
  const nested = (levels: number, wrap: (inner: JsonValue) => JsonValue) => {
    let value: JsonValue = {};
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };
  const many = (count: number, name: string, value: JsonValue) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${name}${index}`, value]),
    );
  const codes = (schema: JsonValue) =>
    compileOne(schema).problems.map(
      ({ code, pointer }) => `${code} ${pointer}`,
    );

  test("in depth", () => {
    const deep = nested(100_000, (items) => ({ items }));
    expect(codes(deep)).toEqual([
      "SCHEMA_TOO_DEEP /items/items/items/items/items/items",
    ]);
  });

  test.each(["const", "default", "x-data"])("in the depth of %s", (key) => {
    const data = nested(100_000, (inner) => [inner]);
    expect(codes({ [key]: data })).toEqual([
      `SCHEMA_TOO_DEEP /${key}/0/0/0/0/0`,
    ]);
    const fine = nested(390, (inner) => [inner]);
    expect(codes({ [key]: fine })).toEqual([]);
  });

  test("in values", () => {
    const values = Array.from({ length: 1_000_000 }, (_, index) => index);
    expect(codes({ enum: values })).toEqual(["SCHEMA_TOO_LARGE "]);
  });

  test("in schemas", () => {
    const schema = { properties: many(30_000, "p", {}) };
    expect(codes(schema)).toEqual(["SCHEMA_TOO_LARGE "]);
  });

  test("in dynamic scopes", () => {
    const count = 40;
    const all = Array.from({ length: count }, (_, index) => index);
    const definition = (own: number): JsonObject => ({
      $id: `d${own}`,
      $dynamicAnchor: `a${own}`,
      properties: {
        ...Object.fromEntries(all.map((to) => [`p${to}`, { $ref: `d${to}` }])),
        self: { $dynamicRef: `#a${own}` },
      },
    });
    const schema = {
      $id: "x:/root",
      $ref: "d0",
      $defs: Object.fromEntries(all.map((own) => [own, definition(own)])),
    };
    expect(codes(schema)).toEqual(["SCHEMA_TOO_LARGE "]);
  });

  test("in a chain of definitions", () => {
    const chain = (count: number): JsonObject => ({
      $ref: "#/$defs/0",
      $defs: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          index,
          index + 1 < count
            ? { properties: { next: { $ref: `#/$defs/${index + 1}` } } }
            : { default: {} },
        ]),
      ),
    });
    expect(codes(chain(250))).toEqual([]);
    expect(codes(chain(3000))).toEqual(["SCHEMA_TOO_DEEP "]);
  });
});

describe("a pattern that takes exponential time", () => {
  test("is told with a text that shows it", () => {
    expect(said({ pattern: "^(a+)+$" })).toEqual([
      String.raw`SCHEMA_PATTERN_SLOW /pattern: has the pattern "^(a+)+$", which takes exponential time on a text such as 'a' + 'a'.repeat(31) + '\x00'; rewrite it so that a repeated group matches no text in two ways`,
    ]);
    expect(
      said({ patternProperties: { "^(a|a)*$": {} } }).map(
        (line) => line.split(":")[0],
      ),
    ).toEqual(["SCHEMA_PATTERN_SLOW /patternProperties/^(a|a)*$"]);
  });

  test.each([
    "^(a|a)*$",
    "^([a-z]+-?)+$",
    "(x+x+)+y",
    String.raw`^(\w+\s?)*$`,
    "^(?:a|b|ab)*c$",
    "^(.*,)*x$",
    "^(?!.*--)(?:[a-z]+-?)+$",
    String.raw`^(\p{L}+ ?)+$`,
    "^(aa|a(a))*b",
    "^(a{1,50})+$",
    "^(?:.*a.............)+$",
  ])("%s", (pattern) => {
    expect(slowText(pattern, "u")).toMatch(/repeat/);
  });

  test.each([
    "^[a-z]+(-[a-z]+)*$",
    String.raw`^\S+@\S+$`,
    String.raw`^(\d{1,3}\.){3}\d{1,3}$`,
    String.raw`^(?:[^"\\]|\\.)*$`,
    String.raw`^\p{L}+(?: \p{L}+)*$`,
    String.raw`^(?:[a-z]{1,63}\.)+[a-z]{2,63}$`,
    String.raw`^(?!-)(?:[a-z0-9-]{1,63}\.)+[a-z]{2,}$`,
    "(a*)*",
  ])("not %s", (pattern) => {
    expect(slowText(pattern, "u")).toBeUndefined();
  });
});

const tools = corpusTools();

test.skipIf(tools === undefined)(
  "of all captured tools, two list a word twice and nothing else is odd",
  () => {
    const found = (tools ?? []).flatMap((tool) =>
      schemasOf(tool).flatMap((schema) =>
        readSchemas({
          schema,
          base: "schema:///",
          documents: new Map(),
        }).problems.map(({ code }) => `${tool.name} ${code}`),
      ),
    );
    expect(found).toEqual([
      "create_assistant SCHEMA_ITEM_DUPLICATE",
      "update_assistant SCHEMA_ITEM_DUPLICATE",
    ]);
  },
);
