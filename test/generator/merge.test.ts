import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { build } from "../../src/generator/index.js";
import { run } from "../support/run.js";
import { temporary } from "../support/temporary.js";
import { readTree } from "../support/tree.js";

const tools = ["alpha", "middle", "zulu"];

function ask(folder: string, names: readonly string[]): void {
  const lines = [...names]
    .sort()
    .flatMap((name) => [
      `  ${name}:`,
      `    description: Tool ${name}.`,
      `    inputSchema: { type: object }`,
    ]);
  const head = [
    `protocol: { versions: ["2026-07-28"] }`,
    `server: { name: demo, version: 1.0.0 }`,
    `tools:`,
  ];
  const text = [...head, ...lines, ""].join("\n");
  writeFileSync(join(folder, "manifest.yaml"), text);
}

async function git(cwd: string, ...args: readonly string[]): Promise<number> {
  const who = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  const { code } = await run("git", [...who, ...args], { cwd });
  return code ?? -1;
}

async function commit(cwd: string, names: readonly string[]): Promise<void> {
  ask(cwd, names);
  expect((await build({ cwd })).diagnostics).toEqual([]);
  await git(cwd, "add", "-A");
  expect(await git(cwd, "commit", "-q", "-m", "build")).toBe(0);
}

it("two branches that add a tool each merge by one more build", async () => {
  const folder = await temporary("merge");
  await git(folder, "init", "-q", "-b", "main");
  await commit(folder, tools);
  await git(folder, "checkout", "-q", "-b", "one");
  await commit(folder, [...tools, "beta"]);
  await git(folder, "checkout", "-q", "-b", "two", "main");
  await commit(folder, [...tools, "yankee"]);
  // What git cannot join it leaves with markers: hashes, and code of ours.
  expect(await git(folder, "merge", "one")).toBe(1);
  const left = readTree(folder);
  expect(left["mcpgen.lock.json"]).toContain("<<<<<<<");
  expect(left["manifest.yaml"]).not.toContain("<<<<<<<");

  const stopped = await build({ cwd: folder });
  expect(stopped.diagnostics).toMatchObject([{ code: "GENERATED_EDITED" }]);
  expect((await build({ cwd: folder, force: true })).diagnostics).toEqual([]);

  const straight = await temporary("straight");
  ask(straight, [...tools, "beta", "yankee"]);
  await build({ cwd: straight });
  const own = Object.entries(readTree(folder)).filter(
    ([path]) => !path.startsWith(".git/"),
  );
  expect(Object.fromEntries(own)).toEqual(readTree(straight));
});
