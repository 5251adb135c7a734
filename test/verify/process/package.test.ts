import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compilers } from "../../support/compilers.js";
import { writeFiles } from "../../support/consumer.js";
import { root } from "../../support/project.js";
import { run, runNode, type RunResult } from "../../support/run.js";
import { openTemporary } from "../../support/temporary.js";

/** A user's folder with nothing in it but the installed tarball and `@types/node`. */
let folder = "";
let remove = async (): Promise<void> => {};

async function succeed(result: Promise<RunResult>): Promise<string> {
  const { code, stdout, stderr } = await result;
  if (code !== 0) throw new Error(`exit code ${code}\n${stdout}${stderr}`);
  return stdout;
}

const npm = async (args: readonly string[], cwd: string): Promise<string> =>
  succeed(
    run("npm", [...args, "--no-audit", "--no-fund", "--prefer-offline"], {
      cwd,
    }),
  );

/** Runs the installed command in a folder. */
const mcpgen = async (cwd: string, ...args: string[]): Promise<string> =>
  succeed(run("npx", ["--no-install", "mcpgen", ...args], { cwd }));

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !name.startsWith("node_modules/"))
    .sort();
}

beforeAll(async () => {
  ({ path: folder, remove } = await openTemporary("package"));
  await writeFiles(folder, {
    "package.json": JSON.stringify({ type: "module", private: true }),
  });
  await npm(["pack", "--pack-destination", folder], root);
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack wrote no tarball");
  await npm(["install", `./${tarball}`, "@types/node@20"], folder);
});

afterAll(async () => remove());

it("ships what a build needs and nothing else", async () => {
  const files = await filesBelow(join(folder, "node_modules/mcpgen"));
  const has = (pattern: RegExp) => files.some((name) => pattern.test(name));
  expect(files).toContain("dist/cli/main.js");
  expect(files).toContain("dist/generator/index.d.ts");
  expect(files).toContain("schema/manifest.schema.json");
  expect(files).toContain("LICENSE");
  expect(has(/^schema\/\d{4}-\d\d-\d\d\/schema\.json$/)).toBe(true);
  expect(has(/^src\/runtime\/client\.ts$/)).toBe(true);
  expect(has(/^templates\/.+\.hbs$/)).toBe(true);
  const own =
    /^(dist\/(cli|generator|runtime)|src\/runtime|templates|schema|docs)\/|^[^/]+$/;
  expect(files.filter((name) => !own.test(name))).toEqual([]);
  expect(files.filter((name) => /^schema\/source\//.test(name))).toEqual([]);
});

it("ships no path of the machine that packed it", async () => {
  const home = join(folder, "node_modules/mcpgen");
  const telling: string[] = [];
  for (const name of await filesBelow(home)) {
    const text = await readFile(join(home, name), "utf8");
    if (text.includes(root) || text.includes("../shared/")) telling.push(name);
  }
  expect(telling).toEqual([]);
});

it("starts a project whose server answers", async () => {
  // Each try begins with an empty folder.
  const home = await mkdtemp(join(folder, "project-"));
  await mcpgen(home, "init");
  await mcpgen(home, "build");
  // What was built is up to date: any other exit code fails here.
  await mcpgen(home, "build", "--check");

  await writeFiles(home, {
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        module: "NodeNext",
        target: "ES2022",
        types: ["node"],
        strict: true,
        skipLibCheck: true,
        rootDir: ".",
        outDir: "js",
      },
      include: ["out", "handlers"],
    }),
  });
  const current = compilers.find(({ version }) => version.startsWith("6."));
  if (current === undefined) throw new Error("TypeScript 6 is not installed");
  expect(
    await succeed(current.tsc(["-p", ".", "--pretty", "false"], home)),
  ).toBe("");

  const built = await filesBelow(join(home, "js/out"));
  const main = built.filter((name) => name.endsWith("/main.js"));
  expect(main).toHaveLength(1);
  const params = {
    protocolVersion: "2024-11-05",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  const input = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ];
  const { stdout } = await runNode([join(home, "js/out", main[0]!)], {
    cwd: home,
    input: input.map((message) => `${JSON.stringify(message)}\n`).join(""),
  });
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(answers).toMatchObject([
    { id: 1, result: { protocolVersion: "2024-11-05" } },
    {
      id: 2,
      result: { tools: expect.arrayContaining([expect.anything()]) as unknown },
    },
  ]);
});
