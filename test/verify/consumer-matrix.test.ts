import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilers } from "../support/compilers.js";
import {
  browserCells,
  type Cell,
  compileCell,
  copyTree,
  nodeCells,
  openConsumer,
  writeFiles,
} from "../support/consumer.js";
import { project } from "../support/project.js";
import { openTemporary } from "../support/temporary.js";

/** A user's file that reaches a client over fetch. */
const browserFile = `
import { connect } from "./runtime/client.js";
import { http } from "./runtime/http-client.js";

export const client = connect(http("https://example.com/mcp"), { info: { name: "app", version: "1.0.0" } });
`;

/** A mistake that every compiler must name, and one that only \`erasableSyntaxOnly\` minds. */
const wrongFiles = {
  "wrong/type.ts": `export const size: number = "large";\n`,
  "wrong/enum.ts": `export enum Size {\n  Large,\n}\n`,
};

let folder = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  ({ path: folder, remove } = await openTemporary("consumer"));
  await openConsumer(folder);
  await copyTree(project("src/runtime"), join(folder, "runtime"));
  await writeFiles(folder, { "browser.ts": browserFile, ...wrongFiles });
});

afterAll(async () => remove());

const named = (cells: readonly Cell[]): [string, Cell][] =>
  cells.map((cell) => [cell.name, cell]);

describe("every emitted file compiles with", () => {
  const cells = named(compilers.flatMap(nodeCells));
  it.concurrent.for(cells)("%s", async ([, cell], { expect }) => {
    expect(await compileCell(folder, cell, ["runtime/**/*.ts"])).toBe("");
  });
});

describe("the part for browsers compiles with", () => {
  const cells = named(compilers.flatMap(browserCells));
  it.concurrent.for(cells)("%s", async ([, cell], { expect }) => {
    expect(await compileCell(folder, cell, ["browser.ts"])).toBe("");
  });
});

describe("a mistake is seen by", () => {
  const cells = named(
    compilers.flatMap((compiler) => browserCells(compiler).slice(-1)),
  );
  it.concurrent.for(cells)("%s", async ([, cell], { expect }) => {
    const said = await compileCell(folder, cell, ["wrong/*.ts"]);
    expect(said).toContain("wrong/type.ts(1,14): error TS2322");
    expect(said.includes("wrong/enum.ts(1,13): error TS1294")).toBe(
      cell.compiler.erasable,
    );
  });
});

it("bundles for a browser without any node: import", async () => {
  const { metafile, outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ["browser.ts"],
    bundle: true,
    platform: "browser",
    format: "esm",
    metafile: true,
    write: false,
  });
  const imports = Object.values(metafile.inputs).flatMap(
    (input) => input.imports,
  );
  expect(imports.length).toBeGreaterThan(1);
  expect(imports.filter(({ external }) => external)).toEqual([]);
  expect(outputFiles.map(({ text }) => text).join("")).not.toContain("node:");
});
