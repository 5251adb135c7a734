/** One shape that a handler's file may have, and what a build makes of it. */
export type Shape = {
  readonly name: string;
  readonly before: string;
  /** Absent where the file stays as it is. */
  readonly after?: string;
};

const skeleton = `export const getUser: Handler<"get_user"> = async (_input, _context) => {
  throw new Error("get_user is not implemented yet");
};
`;
const imports = `import type { Handler } from "../../out/demo/server.js";
`;
const crlf = (text: string) => text.replaceAll("\n", "\r\n");

/** Files that export what is wanted, in one way or another, or pass on what only the compiler knows. */
const complete: readonly Shape[] = [
  { name: "a constant", before: "export const getUser = async () => ({});\n" },
  { name: "a function", before: "export async function getUser() {}\n" },
  {
    name: "overloads",
    before: `export function getUser(id: string): string;
export function getUser(id: number): number;
export function getUser(id: unknown) {
  return id;
}
`,
  },
  { name: "a class", before: "export class getUser {}\n" },
  { name: "an enum", before: "export enum getUser {\n  one,\n}\n" },
  {
    name: "a namespace with a value",
    before: "export namespace getUser {\n  export const one = 1;\n}\n",
  },
  {
    name: "a local under another name",
    before: "const find = () => {};\nexport { find as getUser };\n",
  },
  {
    name: "the default export, too",
    before:
      "const getUser = () => {};\nexport default getUser;\nexport { getUser };\n",
  },
  {
    name: "destructured",
    before:
      "export const { a, b: [getUser = 1], ...rest } = JSON.parse('{}');\n",
  },
  {
    name: "satisfies",
    before: `import type { Handler } from "../../out/demo/server.js";
export const getUser = (async () => "") satisfies Handler<"get_user">;
`,
  },
  {
    name: "declared only",
    before: "export declare const getUser: () => void;\n",
  },
  { name: "a re-export", before: 'export { getUser } from "./all.js";\n' },
  {
    name: "a re-export of a default",
    before: 'export { default as getUser } from "./all.js";\n',
  },
  {
    name: "a re-export of a namespace",
    before: 'export * as getUser from "./all.js";\n',
  },
  { name: "a re-export of everything", before: 'export * from "./all.js";\n' },
  {
    name: "an import of its own kind",
    before: 'export import getUser = require("./all.js");\n',
  },
];

/** Files in which the name has a value that is not exported: it is the handler. */
const hidden: readonly Shape[] = [
  {
    name: "a constant without export",
    before: "const getUser = async () => ({});\n",
    after: "const getUser = async () => ({});\n\nexport { getUser };\n",
  },
  {
    name: "an import",
    before: 'import { getUser } from "./all.js";\n',
    after: 'import { getUser } from "./all.js";\n\nexport { getUser };\n',
  },
  {
    name: "a default export of that name",
    before: "export default async function getUser() {}\n",
    after:
      "export default async function getUser() {}\n\nexport { getUser };\n",
  },
];

/** Files whose head must stay the head. */
const heads: readonly Shape[] = [
  { name: "empty", before: "", after: `${imports}\n${skeleton}` },
  {
    name: "a byte order mark alone",
    before: "\ufeff",
    after: `\ufeff${imports}\n${skeleton}`,
  },
  {
    name: "a byte order mark",
    before: "\ufeffexport const one = 1;\n",
    after: `\ufeff${imports}\nexport const one = 1;\n\n${skeleton}`,
  },
  {
    name: "comments alone",
    before: "// Copyright 2026 Example\n/* soon */\n",
    after: `// Copyright 2026 Example\n/* soon */\n\n${imports}\n${skeleton}`,
  },
  {
    name: "a shebang",
    before: "#!/usr/bin/env node\nexport const one = 1;\n",
    after: `#!/usr/bin/env node\n\n${imports}\nexport const one = 1;\n\n${skeleton}`,
  },
  {
    name: "a shebang and a licence",
    before:
      "#!/usr/bin/env node\n// Copyright 2026 Example\n\nexport const one = 1;\n",
    after: `#!/usr/bin/env node\n// Copyright 2026 Example\n\n${imports}\nexport const one = 1;\n\n${skeleton}`,
  },
  {
    name: "a licence without a blank line behind it",
    before: "/*! SPDX-License-Identifier: MIT */\nexport const one = 1;\n",
    after: `/*! SPDX-License-Identifier: MIT */\n\n${imports}\nexport const one = 1;\n\n${skeleton}`,
  },
  {
    name: "a licence, then the documentation of a constant",
    before: `/**
 * @license MIT
 */

/** The first number. */
export const one = 1;
`,
    after: `/**
 * @license MIT
 */

${imports}
/** The first number. */
export const one = 1;

${skeleton}`,
  },
  {
    name: "the documentation of a constant alone",
    before: "/** The first number. */\nexport const one = 1;\n",
    after: `${imports}\n/** The first number. */\nexport const one = 1;\n\n${skeleton}`,
  },
  {
    name: "a directive",
    before: '// @ts-check\n"use strict";\nexport const one = 1;\n',
    after: `// @ts-check\n"use strict";\n\n${imports}\nexport const one = 1;\n\n${skeleton}`,
  },
  {
    name: "a reference to types",
    before: '/// <reference types="node" />\nexport const one = 1;\n',
    after: `/// <reference types="node" />\n\n${imports}\nexport const one = 1;\n\n${skeleton}`,
  },
];

/** Line ends and the end of the file. */
const ends: readonly Shape[] = [
  {
    name: "CRLF",
    before: crlf(
      'import { one } from "./one.js";\n\nexport const two = one;\n',
    ),
    after: crlf(
      `import { one } from "./one.js";\n${imports}\nexport const two = one;\n\n${skeleton}`,
    ),
  },
  {
    name: "mostly LF",
    before: "export const one = 1;\r\nexport const two = 2;\n\n",
    after: `${imports}\nexport const one = 1;\r\nexport const two = 2;\n\n${skeleton}`,
  },
  {
    name: "CR",
    before: "export const one = 1;\rexport const two = 2;\r",
    after: `${imports.replace("\n", "\r")}\rexport const one = 1;\rexport const two = 2;\r\r${skeleton.replaceAll("\n", "\r")}`,
  },
  {
    name: "no line end at the end",
    before: "export const one = 1;",
    after: `${imports}\nexport const one = 1;\n\n${skeleton.trimEnd()}`,
  },
  {
    name: "a comment at the very end",
    before: "export const one = 1; // the first",
    after: `${imports}\nexport const one = 1; // the first\n\n${skeleton.trimEnd()}`,
  },
  {
    name: "blank lines at the end",
    before: "export const one = 1;\n\n\n",
    after: `${imports}\nexport const one = 1;\n\n\n${skeleton}`,
  },
  {
    name: "no semicolons",
    before: "import { one } from './one.js'\nexport const two = one\n",
    after: `import { one } from './one.js'\n${imports}export const two = one\n\n${skeleton}`,
  },
];

/** Where the import goes, and which there already is. */
const importing: readonly Shape[] = [
  {
    name: "the type is imported",
    before: `${imports}\nexport type Own = Handler<"get_user">;\n`,
    after: `${imports}\nexport type Own = Handler<"get_user">;\n\n${skeleton}`,
  },
  {
    name: "the type is imported under another name, beside a value",
    before:
      'import { ToolError, type Handler as Tool } from "../../out/demo/server.js";\nexport { ToolError };\n',
    after: `import { ToolError, type Handler as Tool } from "../../out/demo/server.js";\nexport { ToolError };\n\n${skeleton.replace("Handler<", "Tool<")}`,
  },
  {
    name: "the type is imported with another extension",
    before:
      'import type { Handler } from "../../out/demo/server.ts";\nexport type Own = Handler<"get_user">;\n',
    after: `import type { Handler } from "../../out/demo/server.ts";\nexport type Own = Handler<"get_user">;\n\n${skeleton}`,
  },
  {
    name: "another name is imported from there",
    before:
      'import { ToolError } from "../../out/demo/server.js";\n\nexport { ToolError };\n',
    after: `import { ToolError } from "../../out/demo/server.js";\n${imports}\nexport { ToolError };\n\n${skeleton}`,
  },
  {
    name: "the type's name is taken",
    before:
      'import type { Handler } from "./own.js";\nexport type Own = Handler;\n',
    after: `import type { Handler } from "./own.js";\nimport type { Handler as Handler2 } from "../../out/demo/server.js";\nexport type Own = Handler;\n\n${skeleton.replace("Handler<", "Handler2<")}`,
  },
  {
    name: "imports further down",
    before: "export const one = 1;\nimport './two.js'; // late\n",
    after: `export const one = 1;\nimport './two.js'; // late\n${imports}\n${skeleton}`,
  },
  {
    name: "code behind the last import",
    before: 'import "./a.js"; export const one = 1;\n',
    after: `import "./a.js";\n${imports} export const one = 1;\n\n${skeleton}`,
  },
  {
    name: "an import at the very end",
    before: 'import "./a.js"',
    after: `import "./a.js"\n${imports}\n${skeleton.trimEnd()}`,
  },
];

/** What looks like the export and is none. */
const lookalikes: readonly Shape[] = [
  {
    name: "in a comment",
    before: `${imports}/*\nexport const getUser = 1;\n*/\n`,
    after: `${imports}/*\nexport const getUser = 1;\n*/\n\n${skeleton}`,
  },
  {
    name: "in a template",
    before: `${imports}const text = \`\nexport const getUser = 1;\n\`;\n`,
    after: `${imports}const text = \`\nexport const getUser = 1;\n\`;\n\n${skeleton}`,
  },
  {
    name: "in a namespace",
    before: `${imports}export namespace all {\n  export const getUser = 1;\n}\n`,
    after: `${imports}export namespace all {\n  export const getUser = 1;\n}\n\n${skeleton}`,
  },
  {
    name: "in the declaration of another module",
    before: `${imports}declare module "other" {\n  export const getUser: 1;\n}\n`,
    after: `${imports}declare module "other" {\n  export const getUser: 1;\n}\n\n${skeleton}`,
  },
  {
    name: "an exported type",
    before: `${imports}export type getUser = string;\n`,
    after: `${imports}export type getUser = string;\n\n${skeleton}`,
  },
  {
    name: "an interface",
    before: `${imports}export interface getUser {}\n`,
    after: `${imports}export interface getUser {}\n\n${skeleton}`,
  },
  {
    name: "a namespace of types",
    before: `${imports}export namespace getUser {\n  export type Id = string;\n}\n`,
    after: `${imports}export namespace getUser {\n  export type Id = string;\n}\n\n${skeleton}`,
  },
  {
    name: "a re-export of all types",
    before: `${imports}export type * from "./all.js";\n`,
    after: `${imports}export type * from "./all.js";\n\n${skeleton}`,
  },
  {
    name: "a local that is exported under another name",
    before: `${imports}const find = 1;\nexport { find as getUsers };\n`,
    after: `${imports}const find = 1;\nexport { find as getUsers };\n\n${skeleton}`,
  },
];

/** Every shape, by what it shows. */
export const shapes: { readonly [what: string]: readonly Shape[] } = {
  complete,
  hidden,
  heads,
  ends,
  importing,
  lookalikes,
};
