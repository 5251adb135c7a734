import { build } from "esbuild";
import fc from "fast-check";

/** A made-up file of the user's, and the parts that a build must keep in their place. */
export type HandlerFile = {
  readonly text: string;
  /** Byte order mark, shebang and licence, up to the line end behind them. */
  readonly head: string;
  readonly eol: "\n" | "\r\n";
};

/** Text of any kind where it cannot end what it stands in. */
const words = fc.stringMatching(/^[^*/`$\\\r\n\u2028\u2029]{0,20}$/);

const heads = fc.tuple(
  fc.constantFrom("", "\ufeff"),
  fc.constantFrom("", "#!/usr/bin/env node\n"),
  fc.constantFrom(
    "",
    "// Copyright 2026 Example\n",
    "/*! MIT licence */\n",
    "/**\n * @license MIT\n */\n",
    "// @ts-check\n// eslint-disable no-console\n",
  ),
);

const directives = fc.constantFrom("", '"use strict";\n', "'use client'\n");

const imports = fc.constantFrom(
  'import "./side-effect.js";\n',
  "import * as all from './all.js'\n",
  'import type { Handler } from "../../out/demo/server.js";\n',
  'import { type Handler as Tool, ToolError } from "../../out/demo/server.js";\n',
  "import {\n  one,\n  two, // the second\n} from './numbers.js';\n",
  'import json from "./data.json" with { type: "json" }; /* data\n */\n',
  'import fs = require("node:fs"); export const early = 1;\n',
);

/** Statements that name the handler at most once, each in another way. */
const handlers = fc.constantFrom(
  "",
  "",
  "",
  "export const getUser = async () => ({});\n",
  "const getUser = async () => ({});\n",
  "export default function getUser() {}\n",
  "export default async () => ({});\n",
  "export { other as getUser } from './other.js'\n",
  "export * from './other.js';\n",
  "export function getUser(a: string): void;\nexport function getUser() {}\n",
  "export type getUser = string;\n",
  "export interface getUser { readonly id: string }\n",
  "declare module 'x' { export const getUser: 1 }\n",
  "namespace inner { export const getUser = 1 }\n",
  "export const { nested: [getUser] } = JSON.parse('{}');\n",
);

/** Statements that may stand in any order, each once; `text` goes where it can do no harm. */
const kinds: readonly ((text: string) => string)[] = [
  (text) => `// export const getUser = ${text}\n`,
  (text) => `/* export const getUser ${text}\n*/\n`,
  (text) => `/** About ${text}. */\nexport const documented = 1;\n`,
  (text) => `const text = \`\nexport const getUser = ${text}\n\`\n`,
  (text) => `const quoted = ${JSON.stringify(text)}\n`,
  () => "\n\n",
  () =>
    "export class User { readonly #id = 1; get id() { return this.#id } }\n",
  () => "export const { a, b: [c = 1], ...rest } = JSON.parse('{}')\n",
  () => "export const table = { one: 1 } satisfies Record<string, number>;\n",
  () => "declare const outside: unknown\n",
  () => "export enum Kind { red, blue }\n",
  () => "export namespace types { export type Id = string }\n",
  () => "if (globalThis) { const getUser = 1; void getUser }\n",
  () => "label: for (;;) break label\n",
  () => "export {}\n",
  () => ";/x\\/y/.test('') ;[1].map(String)\n",
];

const statements = fc
  .uniqueArray(fc.constantFrom(...kinds), { maxLength: 6 })
  .chain((chosen) => fc.tuple(...chosen.map((kind) => words.map(kind))));

const lineEnds = fc.constantFrom("\n" as const, "\r\n" as const);

/** Handler files of every shape that parse; they need not type-check. */
export const handlerFiles: fc.Arbitrary<HandlerFile> = fc
  .record({
    head: heads,
    directives,
    imports: fc.uniqueArray(imports, { maxLength: 3 }),
    handler: handlers,
    statements,
    at: fc.nat(6),
    eol: lineEnds,
    ends: fc.constantFrom("", " ", "\n", "\n\n"),
  })
  .map((file) => {
    const parts = [
      file.directives,
      ...file.imports,
      ...file.statements.slice(0, file.at),
      file.handler,
      ...file.statements.slice(file.at),
    ];
    const own = (text: string) => text.replaceAll("\n", file.eol);
    const body = parts.join("").trimEnd() + file.ends;
    const head = file.head.join("");
    const text = own(head + body);
    return {
      text,
      head: own(head),
      eol: text.includes("\n") ? file.eol : "\n",
    };
  });

/** What a bundler says that a module exports: an opinion other than the one under test. */
export async function exportsOf(text: string): Promise<readonly string[]> {
  const { metafile } = await build({
    // It takes no shebang behind a byte order mark, as the compiler does.
    stdin: { contents: text.replace(/^\ufeff/, ""), loader: "ts" },
    bundle: true,
    external: ["*"],
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "silent",
    outfile: "handler.js",
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}

/** Whether a text is left when some of another's characters are taken away. */
export function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (let index = 0; index < whole.length && at < part.length; index++) {
    if (whole[index] === part[at]) at++;
  }
  return at === part.length;
}
