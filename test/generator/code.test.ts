import fc from "fast-check";
import { format } from "prettier";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import {
  code,
  identifier,
  indent,
  isIdentifier,
  jsdoc,
  literal,
  jsonMember,
  property,
  quote,
  templateType,
  typeProperty,
} from "../../src/generator/code.js";
import type { JsonValue } from "../../src/generator/json.js";

const tidy = async (text: string): Promise<string> =>
  format(text, { parser: "typescript" });

/** The value that a literal has when it runs. */
function run(text: string): unknown {
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the point of the test
  return new Function(`"use strict"; return (${text});`)() as unknown;
}

const texts = [
  "",
  "plain",
  "it's",
  'say "hi"',
  `it's "both"`,
  `it's "more" 'singles'`,
  "back\\slash",
  "line\nbreak\r\ttab",
  "\u2028\u2029\u0000\u007f",
  "`${evil}`",
  "</script>",
  "größe 天気 🙂",
  "\ud800",
  "\u202ereordered\u200b",
];

describe("quote", () => {
  test.each(texts)("%j", async (text) => {
    const quoted = quote(text);
    expect(run(quoted)).toBe(text);
    expect(await tidy(`x = ${quoted};`)).toBe(`x = ${quoted};\n`);
    expect(quoted).not.toMatch(/[\n\r\u2028\u2029\u202e\u200b]/);
  });

  test("gives any text back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(run(quote(text))).toBe(text);
      }),
      { seed: 1 },
    );
  });
});

const long = "word ".repeat(20).trim();
const values: readonly JsonValue[] = [
  null,
  true,
  0,
  -0,
  -1.5,
  1e21,
  1e-7,
  123456789012,
  [],
  {},
  [[], {}],
  [1, 2, 3],
  Array.from({ length: 60 }, (_, index) => index * 1000),
  Array.from({ length: 40 }, (_, index) => -index / 4),
  ["a", "b"],
  Array.from({ length: 20 }, (_, index) => `item number ${index}`),
  [
    [1, 2],
    [3, 4],
  ],
  [["a"], ["b"]],
  [[], []],
  [{ a: 1 }, { b: 2 }],
  [{ a: 1 }],
  ["a", { b: [1, { c: null }] }],
  { a: { b: { c: { d: [long] } } } },
  { text: long, short: "a", [long]: 1 },
  { "content-type": 1, größe: 2, "1": 3, 天気: 4, "🙂": 5, "a b": 6 },
  { key: [long, long] },
  { ["x".repeat(70)]: ["y".repeat(5), "z".repeat(20)] },
  { ["x".repeat(76)]: "y" },
  { ["x".repeat(30)]: "y".repeat(45) },
  { ["x".repeat(30)]: "y".repeat(46) },
  { name: long, uri: long, title: long },
  { title: "天".repeat(36), other: "天".repeat(32) },
  { 天気: ["天".repeat(20), "気".repeat(20)], [long]: long },
];

describe("literal", () => {
  test.each(values.map((value) => [value]))("%j", async (value) => {
    const text = literal(value, 0, "x = ".length);
    expect(run(text)).toEqual(value);
    expect(await tidy(`x = ${text};`)).toBe(`x = ${text};\n`);
  });

  test("makes an own member of __proto__", () => {
    const value = JSON.parse('{"__proto__":{"a":1},"b":2}') as JsonValue;
    const made = run(literal(value)) as object;
    expect(Object.keys(made)).toEqual(["__proto__", "b"]);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });

  test("stands deep in an object as prettier would have it", async () => {
    for (const value of values) {
      const text = `x = {\n  a: {\n    ${jsonMember("key", value, 2)}\n  },\n};\n`;
      expect(await tidy(text)).toBe(text);
    }
  });

  test("gives any value back", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(JSON.stringify(run(literal(json)))).toBe(JSON.stringify(json));
      }),
      { seed: 1 },
    );
  });
});

describe("property", () => {
  test.each([
    ["plain", "plain", "plain"],
    ["$ref", "$ref", "$ref"],
    ["default", "default", "default"],
    ["größe", "größe", "größe"],
    ["content-type", '"content-type"', '"content-type"'],
    ["1st", '"1st"', '"1st"'],
    ["1", '"1"', '"1"'],
    ["", '""', '""'],
    ["a\u200db", '"a\\u200db"', '"a\\u200db"'],
    ["𝒳", '"𝒳"', '"𝒳"'],
    ["__proto__", '["__proto__"]', "__proto__"],
    ['a "b"', `'a "b"'`, `'a "b"'`],
  ])("%j", async (name, inObject, inType) => {
    expect(property(name)).toBe(inObject);
    expect(typeProperty(name)).toBe(inType);
    const object = `x = { ${inObject}: 1 };\n`;
    expect(await tidy(object)).toBe(object);
    const type = `type X = { ${inType}: 1 };\n`;
    expect(await tidy(type)).toBe(type);
    expect(Object.keys(run(`{ ${inObject}: 1 }`) as object)).toEqual([name]);
  });
});

describe("identifier", () => {
  test.each(["a", "_", "$", "größe", "天気", "of", "type", "async"])(
    "%s is one",
    (text) => {
      expect(identifier(text)).toBe(text);
      expect(isIdentifier(text)).toBe(true);
    },
  );

  test.each([
    "",
    "1a",
    "a-b",
    "a b",
    "a\n",
    "a;evil()",
    "delete",
    "await",
    "arguments",
    "eval",
    "undefined",
    "let",
    "a\u200d",
    "a\\u0062",
  ])("%j is none", (text) => {
    expect(isIdentifier(text)).toBe(false);
    expect(() => identifier(text)).toThrow("is no identifier");
  });
});

describe("jsdoc", () => {
  test.each([
    [[], ""],
    [["", " "], ""],
    [["One line."], "/** One line. */\n"],
    [["Two", "lines"], "/**\n * Two\n * lines\n */\n"],
    [["Two\nlines"], "/**\n * Two\n * lines\n */\n"],
    [["a\r\nb\rc\u2028d\u2029e"], "/**\n * a\n * b\n * c\n * d\n * e\n */\n"],
    [["first", "", "last  "], "/**\n * first\n *\n * last\n */\n"],
    // bcherny/json-schema-to-typescript#166, bug-ops/mcp-execution#139
    [["match */src/**/*.ts"], "/** match *\\/src/**\\/*.ts */\n"],
    [["call({ /* params */ })"], "/** call({ /* params *\\/ }) */\n"],
    [["*", "/ evil"], "/**\n * *\n * / evil\n */\n"],
    [["ends with *"], "/** ends with * */\n"],
    [["/"], "/** / */\n"],
    // ferdikoomen/openapi-typescript-codegen#931
    [["use `x` or ${y}"], "/** use `x` or ${y} */\n"],
    [["@ts-ignore"], "/** @ ts-ignore */\n"],
    [["@jsxImportSource evil"], "/** @ jsxImportSource evil */\n"],
    [["@deprecated"], "/** @deprecated */\n"],
    [["a\u0000b\u001b[31m"], "/** a b [31m */\n"],
    [["\u202eevil"], "/** \\u202eevil */\n"],
    [["half \ud800"], "/** half \ufffd */\n"],
  ])("%j", async (lines, comment) => {
    expect(jsdoc(lines)).toBe(comment);
    const file = `${comment}export const x = 1;\n`;
    expect(await tidy(file)).toBe(file);
    const { statements } = ts.createSourceFile("a.ts", file, 9);
    expect(statements).toHaveLength(1);
  });

  test("holds any text", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({
            unit: fc.constantFrom(
              "*",
              "/",
              "\n",
              "\r",
              "a",
              " ",
              "@",
              "\u2028",
            ),
            maxLength: 12,
          }),
        ),
        (lines) => {
          const file = `${jsdoc(lines)}x;`;
          const tree = ts.createSourceFile("a.ts", file, 9);
          expect(tree.statements).toHaveLength(1);
          expect(tree.statements[0]!.getText(tree)).toBe("x;");
        },
      ),
      { seed: 1, numRuns: 1000 },
    );
  });
});

describe("templateType", () => {
  test.each(texts)("%j between any two texts", (text) => {
    const written = templateType(["", text, "$"]);
    const source = `type T = ${written};`;
    const file = ts.createSourceFile("t.ts", source, ts.ScriptTarget.ES2022);
    const [alias, ...more] = file.statements;
    expect(more).toEqual([]);
    const type = (alias as ts.TypeAliasDeclaration).type;
    const { head, templateSpans } = type as ts.TemplateLiteralTypeNode;
    const spans = templateSpans.map(({ literal: { text: after }, type }) => [
      ts.SyntaxKind[type.kind],
      after,
    ]);
    expect([head.text, ...spans]).toEqual([
      "",
      ["StringKeyword", text],
      ["StringKeyword", "$"],
    ]);
    expect(written).not.toMatch(/[\n\r\u2028\u2029\u202e\u200b]/);
  });
});

describe("code", () => {
  test("joins what is safe, and a plain string does not compile", () => {
    expect(code`a ${quote("b")} ${1}`).toBe('a "b" 1');
    // @ts-expect-error -- foreign text has to come in through a function of code.ts
    expect(code`a ${"b"}`).toBe("a b");
  });

  test("indents every line but the first and the empty ones", () => {
    expect(indent(code`a\nb\n\nc`)).toBe("a\n  b\n\n  c");
    expect(indent(code`a\nb`, 2)).toBe("a\n    b");
  });
});
