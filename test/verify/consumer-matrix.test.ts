import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilers } from "../support/compilers.js";
import {
  browserCells,
  type Cell,
  compileCell,
  copyTree,
  endingCells,
  nodeCells,
  openConsumer,
  writeFiles,
} from "../support/consumer.js";
import { project } from "../support/project.js";
import { mcpgen } from "../support/command-line.js";
import { openTemporary } from "../support/temporary.js";

/** Manifests that are built anew for the matrix; each may be read on its own. */
const fixtures = ["everything", "old-client", "new-server"];

/** A mistake that every compiler must name, and one that only `erasableSyntaxOnly` minds. */
const wrongFiles = {
  "wrong/type.ts": `export const size: number = "large";\n`,
  "wrong/enum.ts": `export enum Size {\n  Large,\n}\n`,
};

let folder = "";
let remove = async (): Promise<void> => {};

/** Builds a fixture into a folder of its own, its handler skeletons included. */
async function buildFixture(
  fixture: string,
  into: string,
  more = "",
): Promise<void> {
  const text = await readFile(
    project(`test/verify/consumer/${fixture}.yaml`),
    "utf8",
  );
  await writeFiles(join(folder, into), { "manifest.yaml": text + more });
  const { code, stdout, stderr } = await mcpgen(join(folder, into), ["build"]);
  if (code !== 0) throw new Error(`${into} was not built:\n${stdout}${stderr}`);
}

/** The committed sample as a user has it, with the files of test/verify/consumer that use it. */
async function copySample(): Promise<void> {
  for (const tree of ["out", "handlers", "test/verify/consumer"])
    await copyTree(project(tree), join(folder, "sample", tree));
}

beforeAll(async () => {
  ({ path: folder, remove } = await openTemporary("consumer"));
  // The sample's calculator is the user's code and brings the user's dependency.
  await openConsumer(folder, ["@types", "expr-eval-fork"]);
  await copyTree(project("src/runtime"), join(folder, "runtime"));
  await writeFiles(folder, wrongFiles);
  await copySample();
  for (const fixture of fixtures) await buildFixture(fixture, fixture);
  await buildFixture("everything", "ending-ts", "importExtension: ts\n");
  await buildFixture("everything", "ending-none", "importExtension: none\n");
});

afterAll(async () => remove());

const named = (cells: readonly Cell[]): [string, Cell][] =>
  cells.map((cell) => [cell.name, cell]);

describe("every emitted file compiles with", () => {
  const cells = named(compilers.flatMap(nodeCells));
  const trees = ["runtime", "sample", ...fixtures].map(
    (tree) => `${tree}/**/*.ts`,
  );
  it.concurrent.for(cells)("%s", async ([, cell], { expect }) => {
    expect(await compileCell(folder, cell, trees)).toBe("");
  });
});

describe("the part for browsers compiles with", () => {
  const cells = named(compilers.flatMap(browserCells));
  it.concurrent.for(cells)("%s", async ([, cell], { expect }) => {
    expect(
      await compileCell(folder, cell, [
        "sample/test/verify/consumer/weather-browser.ts",
      ]),
    ).toBe("");
  });
});

describe("the import ending that the manifest asks for compiles with", () => {
  const cells = compilers.map(endingCells);
  const rows = [
    ...cells.map(({ ts }) => [ts.name, ts, "ending-ts"] as const),
    ...cells.map(({ none }) => [none.name, none, "ending-none"] as const),
  ];
  it.concurrent.for(rows)("%s", async ([, cell, tree], { expect }) => {
    expect(await compileCell(folder, cell, [`${tree}/**/*.ts`])).toBe("");
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
    entryPoints: ["sample/test/verify/consumer/weather-browser.ts"],
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
