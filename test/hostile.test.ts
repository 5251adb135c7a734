import ts from "typescript";
import { describe, expect, test } from "vitest";
import { bundleEmitted } from "./support/bundle-emitted.js";
import { emitRuntime, emitValue, type Emitted } from "./support/emitted.js";
import { visit } from "./support/source.js";
import { openTypeChecker } from "./support/type-check.js";

/** Texts that would be code, or end what they stand in, were they copied as they are. */
const payloads: { readonly [what: string]: string } = {
  "the end of a comment": "*/ export const evil = 1; /*",
  "a comment that stays open": "/* evil",
  "a template literal": "`${evil}`",
  "single quotes": "'+(globalThis.evil=1)+'",
  "double quotes": '"+(globalThis.evil=1)+"',
  "quotes of both kinds": `it's \\ a "tool"`,
  "a backslash at the end": "evil\\",
  "a line break": "first\nexport const evil = 1;",
  "a carriage return": "first\rexport const evil = 1;",
  "line separators": "first\u2028export const evil = 1;\u2029",
  "the end of a script": "</script><script>evil()</script><!--",
  __proto__: "__proto__",
  "an inherited name": "constructor",
  "a promise's method": "then",
  "a reserved word": "delete",
  "a compiler's directive": "@ts-expect-error",
  "a pragma": "@jsxImportSource evil",
  "a bundler's mark": "@license evil",
  "a template's expression": "{{{evil}}}{{#each this}}{{/each}}",
  "a path": "../../../../evil",
  "a Windows path": "..\\..\\evil:stream",
  "a device": "con",
  "a lone surrogate": "evil \ud800 evil",
  "marks of direction": "\u202eevil\u2066\u200f",
  "a zero byte": "evil\u0000evil",
  "much text": "evil ".repeat(2000),
};

/** What a tool may be called: no control characters, 128 characters at most. */
function asToolName(text: string): string {
  return [...text.replaceAll(/\p{Cc}/gu, "")].slice(0, 100).join("") || "empty";
}

/** URIs and templates hold no control characters, and braces mean something. */
function asUriPart(text: string): string {
  return text.replaceAll(/[\p{Cc}{}]/gu, "");
}

/** A manifest with the text in every field that others write. */
function manifestWith(text: string): unknown {
  const name = asToolName(text);
  const uri = asUriPart(text);
  const described = { title: text, description: text };
  const schema = {
    type: "object",
    ...described,
    tsType: text,
    tsEnumNames: [text],
    $comment: text,
    properties: Object.fromEntries([
      [text, { type: "string", ...described, default: text, tsType: text }],
      ["choice", { enum: [text, { [text]: text }], examples: [text] }],
      ["fixed", { const: text }],
      ["matched", { type: "string", pattern: literalPattern(text) }],
      ["one", { $ref: `#/$defs/${pointerStep(text)}` }],
      ["header", { type: "string", "x-mcp-header": "X-Evil" }],
    ]),
    patternProperties: { [literalPattern(text)]: { type: "string" } },
    required: [text],
    $defs: Object.fromEntries([
      [text, { type: "object", properties: { a: { format: text } } }],
    ]),
  };
  return {
    server: { name: "hostile", version: text, title: text, instructions: text },
    features: ["elicitation"],
    tools: [
      {
        name,
        ...described,
        inputSchema: schema,
        outputSchema: schema,
        annotations: { title: text, readOnlyHint: true },
        _meta: Object.fromEntries([[text, text]]),
      },
      { name: `${name}2`, as: "chosen", inputSchema: { type: "object" } },
    ],
    resources: [
      { name: text, uri: `x://${uri}`, mimeType: text, ...described },
    ],
    resourceTemplates: [
      {
        name: text,
        uriTemplate: `x://${uri}/{id}`,
        mimeType: text,
        ...described,
      },
    ],
    prompts: [
      {
        name: text,
        ...described,
        arguments: [{ name: text, required: true, ...described }],
      },
    ],
    elicitations: Object.fromEntries([
      [
        text,
        {
          message: text,
          requestedSchema: {
            type: "object",
            properties: Object.fromEntries([
              [text, { type: "string", ...described, default: text }],
            ]),
          },
        },
      ],
    ]),
  };
}

function literalPattern(text: string): string {
  return text
    .slice(0, 100)
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replaceAll(/[\ud800-\udfff]/g, ".");
}

function pointerStep(text: string): string {
  const step = text.replaceAll("~", "~0").replaceAll("/", "~1");
  // Half a character has no percent-encoding.
  return /\p{Surrogate}/u.test(step) ? step : encodeURIComponent(step);
}

const harmless = "plain text";

/** Statements at the top of a file: what they are, without their names. */
function outline(file: ts.SourceFile): readonly string[] {
  const kinds = file.statements.map((statement) => {
    const exported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.map((one) => one.getText(file))
      : [];
    return [...(exported ?? []), ts.SyntaxKind[statement.kind]].join(" ");
  });
  return [...new Set(kinds)].sort();
}

/** What runs when the file is imported: calls and the like outside of every function. */
function actions(file: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
    if (
      ts.isCallExpression(node) ||
      ts.isNewExpression(node) ||
      ts.isAwaitExpression(node) ||
      ts.isBinaryExpression(node) ||
      ts.isTaggedTemplateExpression(node) ||
      ts.isDeleteExpression(node)
    ) {
      found.push(node.getText(file).replace(/^(\w[\w.]* ?\w*).*$/s, "$1"));
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return [...new Set(found)].sort();
}

/** Template literals, but for the types of names by their parts, which hold no more than `${string}`. */
function templates(file: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  visit(file, (node) => {
    const isType = ts.isTemplateLiteralTypeNode(node);
    if (!isType && !ts.isTemplateLiteral(node)) return;
    const isPlain =
      isType &&
      node.templateSpans.every(
        ({ type }) => type.kind === ts.SyntaxKind.StringKeyword,
      );
    if (!isPlain) found.push(node.getText(file));
  });
  return found;
}

function parse(emitted: Emitted): ReadonlyMap<string, ts.SourceFile> {
  return new Map(
    emitted.files.map(({ path, text }) => {
      const file = ts.createSourceFile(
        path,
        text,
        ts.ScriptTarget.ES2022,
        true,
      );
      const { parseDiagnostics } = file as ts.SourceFile & {
        readonly parseDiagnostics: readonly ts.Diagnostic[];
      };
      const said = parseDiagnostics.map(({ messageText }) => messageText);
      expect.soft(said, path).toEqual([]);
      return [path, file];
    }),
  );
}

const known = new Map<string, Promise<Emitted>>();

async function emitHostile(text: string): Promise<Emitted> {
  const emission = known.get(text) ?? emitValue(manifestWith(text));
  known.set(text, emission);
  const emitted = await emission;
  const errors = emitted.diagnostics.filter(
    ({ severity }) => severity === "error",
  );
  expect(errors.map(({ what }) => what)).toEqual([]);
  return emitted;
}

describe.each(Object.entries(payloads))("%s", (_, text) => {
  test("adds nothing to what a harmless text becomes", async () => {
    const hostile = parse(await emitHostile(text));
    const plain = parse(await emitHostile(harmless));
    const generated = (files: ReadonlyMap<string, ts.SourceFile>) =>
      [...files].filter(([path]) => path.startsWith("out/"));
    expect(generated(hostile).map(([path]) => path)).toEqual(
      generated(plain).map(([path]) => path),
    );
    for (const [path, file] of generated(hostile)) {
      const model = plain.get(path)!;
      expect.soft(outline(file), path).toEqual(outline(model));
      expect.soft(actions(file), path).toEqual(actions(model));
      expect.soft(templates(file), path).toEqual([]);
    }
    const handlers = [...hostile].filter(([path]) => !path.startsWith("out/"));
    for (const [path, file] of handlers) {
      expect.soft(file.statements.length, path).toBeLessThanOrEqual(2);
      expect.soft(actions(file), path).toEqual([]);
    }
  });

  test("says nothing to a compiler or bundler", async () => {
    for (const { path, text: written } of (await emitHostile(text)).files) {
      const { pragmas } = ts.createSourceFile(
        path,
        written,
        ts.ScriptTarget.ES2022,
      ) as ts.SourceFile & { readonly pragmas: ReadonlyMap<string, unknown> };
      expect.soft([...pragmas.keys()], path).toEqual([]);
      const comments = written.match(/^ *\/\*\*.*?\*\/$/gms) ?? [];
      expect.soft(comments.join("\n"), path).not.toMatch(/@(?:ts-|license)/);
    }
  });

  test("reaches no path outside the folders of its server", async () => {
    const { files } = await emitHostile(text);
    for (const { path } of files) {
      expect
        .soft(path)
        .toMatch(
          /^(?:hostile\.contract\.json|(?:out\/hostile\/\w+|handlers\/hostile\/(?:prompts\/|resources\/)?[\p{L}\p{N}_$]+)\.ts)$/u,
        );
      expect.soft(path).not.toMatch(/\/(?:aux|con|nul|prn)\.ts$/i);
      const last = path.slice(path.lastIndexOf("/") + 1);
      expect.soft(Buffer.byteLength(last)).toBeLessThanOrEqual(200);
    }
    const paths = files.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
  });

  test("leaves no text that shows as what it is not", async () => {
    for (const { path, text: written } of (await emitHostile(text)).files) {
      // Marks of direction reorder what a reviewer sees; half a character is not UTF-8.
      expect
        .soft(written, path)
        .not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
      expect.soft(written, path).not.toMatch(/\p{Surrogate}/u);
      expect.soft(written, path).not.toMatch(/[\u2028\u2029\r]/);
    }
  });
});

describe.each(Object.entries(payloads))("%s", (_, text) => {
  test("reaches the wire as it is, and nothing runs", async () => {
    const emitted = await emitHostile(text);
    const files = [...emitted.files, ...(await emitRuntime([emitted]))];
    const app = `
      import * as descriptors from "./out/hostile/descriptors.js";
      import { createHostileServer } from "./out/hostile/server.js";
      export const shown = Object.values(descriptors);
      export const create = createHostileServer;
    `;
    const bundled = await bundleEmitted(files, app, "node");
    const address = `data:text/javascript;base64,${Buffer.from(bundled).toString("base64")}`;
    const { shown } = (await import(address)) as {
      readonly shown: readonly {
        readonly kind: string;
        readonly name: string;
      }[];
    };
    const names = new Set(shown.map(({ kind, name }) => `${kind} ${name}`));
    const tool = asToolName(text);
    expect(names).toEqual(
      new Set([
        `tool ${tool}`,
        `tool ${tool}2`,
        `prompt ${text}`,
        `resource ${text}`,
        `template ${text}`,
      ]),
    );
    expect("evil" in globalThis).toBe(false);
  });
});

test("compiles, whatever the text", async () => {
  const servers: Emitted[] = [];
  for (const text of Object.values(payloads))
    servers.push(await emitHostile(text));
  const runtime = await emitRuntime(servers);
  const files = servers.flatMap(({ files: own }, index) =>
    own.map(({ path, text }) => ({ path: `${index}/${path}`, text })),
  );
  // Every server has its own tree; they share the runtime through a link of imports.
  const linked = files.map(({ path, text }) => ({
    path,
    text: text.replaceAll('from "../runtime/', 'from "../../../out/runtime/'),
  }));
  const check = openTypeChecker(
    runtime.filter(({ path }) => path.endsWith(".ts")),
  );
  expect(check(linked)).toEqual([]);
});

describe("refused", () => {
  const tool = { name: "a", inputSchema: { type: "object" } };
  test.each([
    ["a server's name", { server: { name: "*/ evil", version: "1" } }],
    ["a server's name", { server: { name: "../evil", version: "1" } }],
    ["as", { tools: [{ ...tool, as: "a; evil()" }] }],
    ["as", { tools: [{ ...tool, as: "__proto__" }] }],
    ["as", { tools: [{ ...tool, as: "a\u200db" }] }],
    ["a key", { tools: [{ ...tool, "*/ evil": 1 }] }],
    ["a header", { tools: [headed("X\r\nEvil: 1")] }],
    ["a tool's name", { tools: [{ ...tool, name: "a\nb" }] }],
    ["out", { out: "../evil\n" }],
  ])("%s that is no name: %j", async (_, part) => {
    const base = { server: { name: "fine", version: "1" } };
    const { files, diagnostics } = await emitValue({ ...base, ...part });
    expect(files).toEqual([]);
    expect(diagnostics.map(({ severity }) => severity)).toContain("error");
  });
});

function headed(header: string): unknown {
  const properties = { a: { type: "string", "x-mcp-header": header } };
  return { name: "a", inputSchema: { type: "object", properties } };
}
