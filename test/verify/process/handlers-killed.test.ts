import { build as bundle } from "esbuild";
import fc from "fast-check";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { build, check } from "../../../src/generator/index.js";
import { project } from "../../support/project.js";
import { runNode, type RunResult } from "../../support/run.js";
import { openTemporary, temporary } from "../../support/temporary.js";
import { readTree } from "../../support/tree.js";

let folder = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  ({ path: folder, remove } = await openTemporary("killed"));
  await bundle({
    entryPoints: [project("test/support/killed-build.ts")],
    outfile: join(folder, "killed-build.mjs"),
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
});

afterAll(async () => remove());

async function killedBuild(
  cwd: string,
  call = "",
  half = "",
): Promise<RunResult> {
  const library = pathToFileURL(
    join(inject("packaged"), "dist/generator/index.js"),
  ).href;
  const script = join(folder, "killed-build.mjs");
  return runNode([script, cwd, library, call, half]);
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function ask(root: string, tools: readonly string[]): void {
  const manifest = {
    protocol: { versions: ["2026-07-28"] },
    server: { name: "demo", version: "1.0.0" },
    tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })),
  };
  put(root, "manifest.yaml", JSON.stringify(manifest));
}

/** A project before its first build: one handler's file is there and lacks its export. */
async function fresh(): Promise<string> {
  const root = await temporary("fresh");
  ask(root, ["now", "later"]);
  put(root, "handlers/demo/now.ts", "// mine\r\nexport const own = 1;\r\n");
  return root;
}

/** A project between two builds: a tool came, one went, and a handler lost its export. */
async function changed(): Promise<string> {
  const root = await fresh();
  await build({ cwd: root });
  ask(root, ["now", "soon"]);
  put(root, "handlers/demo/now.ts", "\ufeff/* mine */ export {}");
  return root;
}

describe.each([
  { name: "the first build", open: fresh, seed: 1, made: "app.ts" },
  { name: "a later build", open: changed, seed: 2, made: "soon.ts" },
])("$name, killed at 100 random points", ({ open, seed, made }) => {
  const timeout = 1_800_000;
  it("leaves the tree wholly old or wholly new", { timeout }, async () => {
    const origin = await open();
    const old = readTree(origin);
    const copy = async (): Promise<string> => {
      const root = await temporary("kill");
      cpSync(origin, root, { recursive: true });
      return root;
    };
    const whole = await copy();
    const { stdout, stderr } = await killedBuild(whole);
    expect(stderr).toBe("");
    const calls = Number(stdout);
    const built = readTree(whole);
    expect(built["handlers/demo/now.ts"]).toContain("export const now");

    const ends = { old: 0, new: 0 };
    const kill = async ([call, half]: readonly [number, string]) => {
      const root = await copy();
      const { signal } = await killedBuild(root, String(call), half);
      expect(signal).toBe("SIGKILL");
      const { diagnostics } = await check({ cwd: root });
      const wrong = diagnostics.filter((one) => one.severity === "error");
      expect(wrong).toEqual([]);
      const tree = readTree(root);
      const end = `handlers/demo/${made}` in tree ? "new" : "old";
      const wanted = { old, new: built }[end];
      expect(tree, `${call} of ${calls} ${half}`).toEqual(wanted);
      ends[end] += 1;
    };
    const call = fc.integer({ min: 1, max: calls });
    const points = fc.sample(fc.tuple(call, fc.constantFrom("", "half")), {
      numRuns: 100,
      seed,
    });
    for (let at = 0; at < points.length; at += 4) {
      await Promise.all(points.slice(at, at + 4).map(kill));
    }
    expect(Math.min(ends.old, ends.new)).toBeGreaterThan(10);
  });
});
