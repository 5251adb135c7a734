import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { emitFile, emitRuntime, type Emitted } from "./support/emitted.js";
import { shared } from "./support/project.js";
import { openTypeChecker } from "./support/type-check.js";

const folder = shared("corpus/servers");

/**
 * A handful of the captured tool lists that between them hold what the others do;
 * test/verify/corpus.test.ts builds all of them.
 */
const servers = [
  "chrome-devtools-mcp.json",
  "eslint__mcp.json",
  "figma-developer-mcp.json",
  "modelcontextprotocol__server-memory.json",
  "modelcontextprotocol__server-pdf.json",
  "pinecone-database__mcp.json",
  "sanity__mcp-server.json",
  "sentry__mcp-server.json",
];

describe.skipIf(folder === undefined)("captured servers", () => {
  const present = new Set(folder === undefined ? [] : readdirSync(folder));
  const files = servers.filter((file) => present.has(file));
  let emitted: readonly Emitted[] = [];

  beforeAll(async () => {
    const all: Emitted[] = [];
    for (const file of files)
      all.push(await emitFile(join(folder!, file), file));
    emitted = all;
  });

  test("build without a complaint", () => {
    expect(files.length).toBeGreaterThan(5);
    const said = emitted.flatMap(({ diagnostics }) => diagnostics);
    expect(said.map(({ file, code }) => `${file} ${code}`)).toEqual([]);
  });

  test("compile under every strict flag", async () => {
    const runtime = await emitRuntime(emitted);
    const check = openTypeChecker(
      runtime.filter(({ path }) => path.endsWith(".ts")),
    );
    expect(check(emitted.flatMap((one) => one.files))).toEqual([]);
  });

  test("get types in proportion to their schemas", () => {
    const large = emitted.flatMap(({ files: own, record }, index) => {
      const types = own.find(({ path }) => path.endsWith("/types.ts"));
      const bytes = statSync(join(folder!, files[index]!)).size;
      const size = types?.text.length ?? 0;
      return size < 2 * bytes + 1000 ? [] : [`${record?.manifest}: ${size}`];
    });
    expect(large).toEqual([]);
  });
});
