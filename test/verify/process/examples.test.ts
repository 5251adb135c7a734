import {
  chmod,
  cp,
  mkdir,
  readFile,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { commandLine } from "../../support/command-line.js";
import { project } from "../../support/project.js";
import { run } from "../../support/run.js";
import { temporary } from "../../support/temporary.js";

/** Where `mcpgen` is found by the scripts of an example. */
const commands = project(".tmp/examples/bin");

beforeAll(async () => {
  const command = join(commands, "mcpgen");
  await mkdir(commands, { recursive: true });
  await writeFile(
    command,
    `#!/bin/sh\nexec ${process.execPath} ${commandLine()} "$@"\n`,
  );
  await chmod(command, 0o755);
});

const env = { PATH: `${commands}:${process.env["PATH"] ?? ""}` };

/** Copies an example into a folder of its own. */
async function copyExample(name: string): Promise<string> {
  const folder = await temporary(name);
  await cp(project(`examples/${name}`), folder, { recursive: true });
  await symlink(project("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Runs one of the scripts of an example, as its README says; gives what it prints. */
async function npmRun(cwd: string, script: string): Promise<string> {
  const args = ["run", "--silent", script];
  const { code, stdout, stderr } = await run("npm", args, { cwd, env });
  expect({ script, code, stdout, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

/** An example's scripts. */
async function openExample(name: string) {
  const folder = await copyExample(name);
  return (script: string) => npmRun(folder, script);
}

/** The commands of a workflow that are mcpgen's, as they stand. */
async function commandsOf(workflow: string): Promise<readonly string[]> {
  const { jobs } = parse(await readFile(workflow, "utf8")) as {
    readonly jobs: {
      readonly contracts: { readonly steps: readonly { run?: string }[] };
    };
  };
  return jobs.contracts.steps
    .flatMap(({ run: line = "" }) =>
      line.startsWith("npx mcpgen") ? line : [],
    )
    .map((line) => line.replace(/^npx /, ""));
}

describe("the example", () => {
  it("of three servers calls them as their contracts say", async () => {
    const script = await openExample("three-servers");
    await script("generate");
    await script("check");
    expect((await script("start")).split("\n")).toEqual([
      "The sum of 2 and 40 is 42.",
      "note.txt: The sum of 2 and 40 is 42.",
      "sum: The sum of 2 and 40 is 42.",
      'The input of read_text_file is not valid: it must have the property "path"',
      "",
    ]);
  });

  it("of a server that began with its contract passes its tests", async () => {
    const script = await openExample("contract-first");
    await script("generate");
    await script("check");
    expect(await script("test")).toMatch(/3 passed/);
  });

  it("of a host takes a model from a question to two calls", async () => {
    const script = await openExample("host");
    await script("generate");
    await script("check");
    expect((await script("start")).split("\n")).toEqual([
      'search_tools {"query":"events of a day"}',
      'describe_tool {"name":"calendar__list_events"}',
      'call_tool {"name":"calendar__list_events","input":{"day":"2026-12-01"}}',
      'search_tools {"query":"send mail"}',
      'call_tool {"name":"mail__send_mail","input":{"to":"ada@example.com"}}',
      '  refused: mail__send_mail failed: The input of send_mail is not valid: it must have the property "subject"',
      'call_tool {"name":"mail__send_mail","input":{"to":"ada@example.com","subject":"See you at the review"}}',
      'Sent "See you at the review" to ada@example.com',
      "broken is down",
      "",
    ]);
  });

  it("of a workflow stops what breaks callers, and what is stale", async () => {
    const cwd = await copyExample("github-actions");
    const git = (...args: readonly string[]) => run("git", args, { cwd });
    const manifest = join(cwd, "greeter.yaml");
    const [check = "", diff = "", pull = "", ...more] = await commandsOf(
      join(cwd, ".github/workflows/mcpgen.yml"),
    );
    expect(more).toEqual([]);
    const sh = (line: string) => run("sh", ["-c", line], { cwd, env });

    await npmRun(cwd, "generate");
    await writeFile(join(cwd, ".gitignore"), "node_modules\n");
    await git("init", "--quiet");
    await git("add", ".");
    const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    await git(...who, "commit", "--quiet", "--message", "Begin");
    await git("update-ref", "refs/remotes/origin/main", "HEAD");
    for (const line of [check, diff, pull])
      expect({ line, ...(await sh(line)) }).toMatchObject({ code: 0 });

    const before = await readFile(manifest, "utf8");
    const after = before.replace(
      "name: { type: string }",
      "name: { enum: [Ada] }",
    );
    await writeFile(manifest, after);
    expect((await sh(check)).code).toBe(2);
    const broken = await sh(diff);
    expect(broken.code).toBe(2);
    expect(broken.stdout).toMatch(/^::error file=greeter\.yaml,line=9,/m);

    const memory = await readFile(join(cwd, "memory.yaml"), "utf8");
    await writeFile(
      join(cwd, "memory.yaml"),
      memory.replace("name: read_graph", "name: read_all"),
    );
    const drifted = await sh(pull);
    expect(drifted.code).toBe(2);
    expect(drifted.stdout + drifted.stderr).toContain("read_graph");
  });
});
