import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { format } from "prettier";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/generator/json.js";
import type { CompiledSchema } from "../../../src/generator/jsonschema/compile.js";
import { corpusTools, schemasOf } from "../../support/corpus.js";
import { compileMany, moduleText } from "../../support/compiled-schema.js";

const full = process.env["MCPGEN_CORPUS"] === "full";
const tools = corpusTools();

/** Schemas that no real server has shown us, for the printer and the compiler. */
const odd: readonly JsonValue[] = [
  {},
  true,
  false,
  { const: { a: [1, { b: null }] } },
  {
    type: "object",
    properties: { value: {}, issues: false, ok: { const: 1 } },
  },
  {
    type: "object",
    properties: {
      isObject: { type: "string" },
      own: { type: "object", properties: { own: { enum: [1, 2] } } },
    },
  },
  { enum: [] },
  {
    type: "array",
    prefixItems: [false, { type: "string" }],
    contains: { type: "number" },
    unevaluatedItems: false,
  },
  {
    oneOf: [
      { type: "string" },
      {
        type: "object",
        properties: { ["x".repeat(90)]: { type: "string" } },
        required: ["x".repeat(90)],
      },
    ],
  },
  {
    properties: { a: { not: {} } },
    unevaluatedProperties: false,
    if: { required: ["a"] },
    then: { minProperties: 2 },
    else: { propertyNames: { pattern: "^a" } },
  },
  {
    // calls of the runtime that do not fit a line
    type: "object",
    properties: {
      anyOfManyAlternatives: {
        anyOf: [
          { const: "the first of them" },
          { type: "null" },
          { minLength: 1 },
        ],
      },
      oneOfManyAlternatives: {
        oneOf: [true, false, { const: "the first of them" }, { const: [1] }],
      },
      containsOneOfTheValues: { contains: { enum: ["x".repeat(40), 2] } },
      withNamesOfOneKind: { propertyNames: { const: "y".repeat(40) } },
      withoutTheLongestName: { not: { required: ["z".repeat(40)] } },
    },
    dependentRequired: { ["x".repeat(30)]: ["y".repeat(30)] },
    additionalProperties: false,
  },
  { enum: Array.from({ length: 60 }, (_, index) => index * 1001) },
  {
    type: "object",
    properties: { 日本語: { type: "string", description: "日本語 */" } },
    patternProperties: { "^ü": { type: ["integer", "null"] } },
  },
  {
    allOf: [
      { type: "string" },
      { const: "a" },
      { type: "object", properties: { a: { type: "string" } } },
    ],
  },
  // where a line ends depends on how long a name is
  ...[35, 45, 50, 55, 60, 65, 75].flatMap((length): readonly JsonObject[] => {
    const name = "x".repeat(length);
    const text = { type: ["string", "null"], maxLength: 3 };
    const closed = {
      type: "object",
      properties: { [name]: text },
      required: [name],
      additionalProperties: false,
    };
    return [
      {
        type: "object",
        properties: { [name]: true, closed },
        required: [name],
      },
      {
        dependentRequired: { [name]: [`${name}x`], a: [name] },
        dependentSchemas: { [name]: { minProperties: 2 } },
        additionalProperties: closed,
      },
    ];
  }),
];

/** The corpus by server: a file each. */
function corpusFiles(): {
  readonly name: string;
  readonly schemas: JsonObject[];
}[] {
  const servers = new Map<string, JsonObject[]>();
  for (const tool of tools ?? []) {
    const schemas = servers.get(tool.server) ?? [];
    servers.set(tool.server, [...schemas, ...schemasOf(tool)]);
  }
  return [...servers].map(([server, schemas]) => ({
    name: `${server}.ts`,
    schemas,
  }));
}

const strict: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts"],
  module: ts.ModuleKind.NodeNext,
  types: [],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  allowUnreachableCode: false,
};

/** What TypeScript says about all files as one program. */
function typeErrors(files: ReadonlyMap<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "mcpgen-types-"));
  try {
    const runtime = resolve(import.meta.dirname, "../../../src/runtime");
    for (const name of ["sentence.ts", "trial.ts", "union.ts", "validate.ts"]) {
      copyFileSync(join(runtime, name), join(folder, name));
    }
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    const names = [...files.keys()].map((name) => join(folder, name));
    const program = ts.createProgram(names, strict);
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText, file, start }) => {
        const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
        const text = ts.flattenDiagnosticMessageText(messageText, "\n");
        return `${file?.fileName ?? ""}:${line + 1} ${text}`;
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const text = (compiled: readonly CompiledSchema[]) =>
  moduleText(compiled, "./validate.js");

/** The files whose text prettier would change after their import. */
async function untidy(files: ReadonlyMap<string, string>): Promise<string[]> {
  const found: string[] = [];
  const body = (file: string) => file.slice(file.indexOf("validate.js"));
  for (const [name, file] of files) {
    const formatted = await format(file, { parser: "typescript" });
    if (body(formatted) !== body(file)) found.push(name);
  }
  return found;
}

test("odd schemas compile under every strict flag and are tidy", async () => {
  const files = new Map([["odd.ts", text(compileMany(odd, { filled: true }))]]);
  expect(typeErrors(files)).toEqual([]);
  const formatted = await format(files.get("odd.ts") ?? "", {
    parser: "typescript",
  });
  expect(formatted.slice(formatted.indexOf("validate.js"))).toBe(
    files.get("odd.ts")?.slice(files.get("odd.ts")?.indexOf("validate.js")),
  );
});

describe.skipIf(tools === undefined)("the corpus beside the project", () => {
  test(
    "every tool compiles, is tidy and has no error",
    { timeout: 600_000 },
    async () => {
      const files = new Map<string, string>();
      const errors: string[] = [];
      for (const { name, schemas } of corpusFiles()) {
        const compiled = compileMany(schemas, { filled: true });
        const problems = compiled.flatMap((one) => one.problems);
        errors.push(
          ...problems
            .filter((p) => p.severity === "error")
            .map((p) => `${name} ${p.pointer} ${p.code}`),
        );
        // formatting and type-checking all of it takes minutes; MCPGEN_CORPUS=full does
        const sample = compiled.filter((_, index) => full || index % 16 === 0);
        files.set(name, text(sample));
      }
      expect(errors).toEqual([]);
      expect(typeErrors(files)).toEqual([]);
      expect(await untidy(files)).toEqual([]);
    },
  );
});
