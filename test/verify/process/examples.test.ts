import { chmod, cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { project } from "../../support/project.js";
import { run } from "../../support/run.js";
import { temporary } from "../../support/temporary.js";

/** Where `mcpgen` is found by the scripts of an example. */
const commands = project(".tmp/examples/bin");

beforeAll(async () => {
  const command = join(commands, "mcpgen");
  const loader = import.meta.resolve("tsx");
  const script = [process.execPath, "--import", loader];
  const main = project("src/cli/main.ts");
  await mkdir(commands, { recursive: true });
  await writeFile(
    command,
    `#!/bin/sh\nexec ${script.join(" ")} ${main} "$@"\n`,
  );
  await chmod(command, 0o755);
});

/** Copies an example into a folder of its own and runs scripts of its package there, as its README says. */
async function openExample(name: string) {
  const folder = await temporary(name);
  await cp(project(`examples/${name}`), folder, { recursive: true });
  await symlink(project("node_modules"), join(folder, "node_modules"));
  const PATH = `${commands}:${process.env["PATH"] ?? ""}`;
  return async (script: string): Promise<string> => {
    const args = ["run", "--silent", script];
    const { code, stdout, stderr } = await run("npm", args, {
      cwd: folder,
      env: { PATH },
    });
    expect({ script, code, stdout, stderr }).toMatchObject({ code: 0 });
    return stdout;
  };
}

describe("the example", () => {
  it("of three servers calls them as their contracts say", async () => {
    const npmRun = await openExample("three-servers");
    await npmRun("generate");
    await npmRun("check");
    expect((await npmRun("start")).split("\n")).toEqual([
      "The sum of 2 and 40 is 42.",
      "note.txt: The sum of 2 and 40 is 42.",
      "sum: The sum of 2 and 40 is 42.",
      'The input of read_text_file is not valid: it must have the property "path"',
      "",
    ]);
  });

  it("of a server that began with its contract passes its tests", async () => {
    const npmRun = await openExample("contract-first");
    await npmRun("generate");
    await npmRun("check");
    expect(await npmRun("test")).toMatch(/3 passed/);
  });

  it("of a host takes a model from a question to two calls", async () => {
    const npmRun = await openExample("host");
    await npmRun("generate");
    await npmRun("check");
    expect((await npmRun("start")).split("\n")).toEqual([
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
});
