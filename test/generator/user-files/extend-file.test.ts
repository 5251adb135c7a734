import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  isUserFile,
  type UserExport,
} from "../../../src/generator/output-file.js";
import { extendFile } from "../../../src/generator/user-files/extend-file.js";
import { emitValue } from "../../support/emitted.js";
import { temporary } from "../../support/temporary.js";
import { shapes } from "./shapes.js";

const emitted = await emitValue({
  protocol: { versions: ["2026-07-28"] },
  server: { name: "demo", version: "1.0.0" },
  tools: [{ name: "get_user", inputSchema: { type: "object" } }],
});
const path = "handlers/demo/getUser.ts";
const place = { path, folder: "/nowhere", prefix: "sub/" };

function wanted(at = path): UserExport {
  const found = emitted.files
    .filter(isUserFile)
    .find((file) => file.path === at)?.export;
  if (!found) throw new Error(`nothing is wanted of ${at}`);
  return found;
}

async function extend(text: string | Uint8Array) {
  return extendFile(Buffer.from(text), wanted(), place);
}

describe.each(Object.entries(shapes))("%s", (_what, rows) => {
  it.each(rows)("$name", async ({ before, after }) => {
    const { text, isExtended, diagnostics } = await extend(before);
    expect(text).toBe(after ?? before);
    expect(isExtended).toBe(after !== undefined);
    expect(diagnostics).toEqual([]);
    const again = await extend(text);
    expect(again).toEqual({ text, isExtended: false, diagnostics: [] });
  });
});

describe("what cannot be mended here", () => {
  const where = (text: string) => text.indexOf("getUser") + 1;
  const table: { name: string; text: string | Uint8Array; at: object }[] = [
    {
      name: "a syntax error",
      text: "\ufeff// mine\r\nexport const one = ;\r\n",
      at: { code: "HANDLER_SYNTAX", line: 2, column: 20 },
    },
    {
      name: "conflict markers",
      text: "<<<<<<< ours\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> theirs\n",
      at: { code: "HANDLER_SYNTAX", line: 1, column: 1 },
    },
    {
      name: "Latin-1",
      text: Buffer.from("// \xe9t\xe9\n", "latin1"),
      at: { code: "HANDLER_NOT_TEXT" },
    },
    {
      name: "UTF-16",
      text: Buffer.from("\ufeffexport {};\n", "utf16le"),
      at: { code: "HANDLER_NOT_TEXT" },
    },
    {
      name: "export =",
      text: "const one = 1;\nexport = one;\n",
      at: { code: "HANDLER_BLOCKED", line: 2, column: 1 },
    },
    ...[
      'import type { getUser } from "./types.js";\n',
      'import { one, type getUser } from "./types.js";\n',
      'import type getUser from "./types.js";\n',
      'import type * as getUser from "./types.js";\n',
      'import type getUser = require("./types.js");\n',
      'export type { getUser } from "./types.js";\n',
      'export { type getUser } from "./types.js";\n',
      "const getUser = 1;\nexport type { getUser };\n",
      "export { User as getUser };\ntype User = string;\n",
    ].map((text) => ({ name: text, text, at: { code: "HANDLER_BLOCKED" } })),
  ];
  it.each(table)("$name", async ({ text, at }) => {
    const { isExtended, diagnostics } = await extend(text);
    expect(isExtended).toBe(false);
    expect(diagnostics).toMatchObject([{ ...at, file: `sub/${path}` }]);
  });

  it("is said with its place", async () => {
    const text = 'import { one } from "./one.js";\nexport type { getUser };\n';
    const { diagnostics } = await extend(text);
    const column = where(text.split("\n")[1] ?? "");
    expect(diagnostics).toMatchObject([{ line: 2, column }]);
  });
});

it("takes no default export for the handler, and says so", async () => {
  const text = "export default async () => ({});\n";
  const { text: after, diagnostics } = await extend(text);
  expect(after).toMatch(
    /^import type [^]*\n\nexport default async [^]*\n\nexport const getUser: /,
  );
  expect(diagnostics).toMatchObject([
    { code: "HANDLER_DEFAULT", severity: "warning" },
  ]);
});

it("adds createApp to an app.ts that lacks it", async () => {
  const app = wanted("handlers/demo/app.ts");
  const before = "export type App = { readonly now: () => number };\n";
  const { text } = await extendFile(Buffer.from(before), app, place);
  expect(text).toBe(`${before}\n${app.declare("")}`);
});

it("follows the user's prettier settings, but for line ends", async () => {
  const folder = await temporary("user-files");
  const settings = { semi: false, singleQuote: true, tabWidth: 4 };
  writeFileSync(
    join(folder, ".prettierrc"),
    JSON.stringify({ ...settings, endOfLine: "crlf" }),
  );
  const before = "export const one = [1,2]\n";
  const { text } = await extendFile(Buffer.from(before), wanted(), {
    ...place,
    folder,
  });
  expect(text).toBe(`import type { Handler } from '../../out/demo/server.js'

export const one = [1,2]

export const getUser: Handler<'get_user'> = async (_input, _context) => {
    throw new Error('get_user is not implemented yet')
}
`);
});

it("stops at prettier settings that are wrong", async () => {
  const folder = await temporary("user-files");
  writeFileSync(join(folder, ".prettierrc"), "{ semi");
  const { diagnostics } = await extendFile(Buffer.from(""), wanted(), {
    ...place,
    folder,
  });
  expect(diagnostics).toMatchObject([{ code: "FORMAT_FAILED" }]);
});
