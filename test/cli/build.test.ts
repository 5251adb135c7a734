import { spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeMain, fakeMcpgen } from "../support/command-line.js";
import { temporary } from "../support/temporary.js";

function put(folder: string, manifest: object, name = "manifest.yaml"): void {
  writeFileSync(join(folder, name), JSON.stringify(manifest));
}

async function open(tools: readonly string[] = ["now"]): Promise<string> {
  const folder = await temporary("cli");
  put(folder, { name: "weather", tools });
  return folder;
}

it("sums up for people on stderr and leaves stdout empty", async () => {
  const folder = await open();
  const first = await fakeMcpgen(folder, ["build"]);
  expect(first).toMatchObject({ code: 0, stdout: "" });
  expect(first.stderr.replace(/\d+\.\d\d s/, "T")).toBe(
    [
      "weather: 4 created in T",
      "  created  handlers/weather/now.ts (yours)",
      "  created  out/weather/now.ts",
      "  created  mcpgen.lock.json",
      "  created  out/runtime/client.ts",
      "",
    ].join("\n"),
  );
  const second = await fakeMcpgen(folder, ["build"]);
  expect(second.stderr).toMatch(
    /^weather: 3 unchanged, 1 of yours kept in \d+\.\d\d s\n$/,
  );
});

it("shows the first ten files", async () => {
  const folder = await open(["a", "b", "c", "d", "e", "f"]);
  const { stderr } = await fakeMcpgen(folder, ["build"]);
  expect(stderr.split("\n")).toHaveLength(13);
  expect(stderr).toContain("\n  and 4 more\n");
});

it("has a line for each of several servers", async () => {
  const folder = await open();
  put(folder, { name: "news", tools: ["top"] }, "news.yaml");
  const { stderr } = await fakeMcpgen(folder, [
    "build",
    "news.yaml",
    "manifest.yaml",
  ]);
  expect(stderr).toMatch(
    /^news: 2 created\nweather: 2 created\nshared: 2 created\n/,
  );
  expect(stderr).toMatch(/\n2 servers in \d+\.\d\d s\n$/);
});

it("prints one JSON object with --json", async () => {
  const folder = await open();
  const { code, stdout, stderr } = await fakeMcpgen(folder, [
    "build",
    "--json",
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    exitCode: 0,
    diagnostics: [],
    stale: [],
    files: [
      {
        path: "handlers/weather/now.ts",
        action: "created",
        owner: "user",
        server: "weather",
      },
      { path: "mcpgen.lock.json", action: "created", owner: "generated" },
      { path: "out/runtime/client.ts" },
      { path: "out/weather/now.ts" },
    ],
  });
});

it("says nothing with --quiet unless something is wrong", async () => {
  const folder = await open();
  const done = await fakeMcpgen(folder, ["build", "--quiet"]);
  expect(done).toMatchObject({ code: 0, stdout: "", stderr: "" });
  const missing = await fakeMcpgen(folder, ["build", "gone.yaml", "--quiet"]);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(
    /^gone\.yaml - error MANIFEST_MISSING: .+\n {2}mend: .+\n$/,
  );
});

describe("check", () => {
  it("exits 2 with the stale files on stdout, then 0", async () => {
    const folder = await open();
    for (const verb of [["check"], ["build", "--check"]]) {
      const stale = await fakeMcpgen(folder, verb);
      expect(stale).toMatchObject({
        code: 2,
        stdout:
          "handlers/weather/now.ts\nmcpgen.lock.json\nout/runtime/client.ts\nout/weather/now.ts\n",
        stderr: '4 files are stale; run "mcpgen build"\n',
      });
    }
    expect(existsSync(join(folder, "out"))).toBe(false);
    await fakeMcpgen(folder, ["build"]);
    expect(await fakeMcpgen(folder, ["check"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "up to date\n",
    });
  });

  it("exits 1 where something has to be mended", async () => {
    const folder = await open();
    await fakeMcpgen(folder, ["build"]);
    writeFileSync(join(folder, "out/weather/now.ts"), "mine");
    const { code, stdout, stderr } = await fakeMcpgen(folder, ["check"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("error GENERATED_EDITED");
    expect(stderr).toMatch(/\n1 error; nothing was compared\n$/);
  });
});

it("tells with --dry-run what it would do", async () => {
  const folder = await open();
  const { code, stderr } = await fakeMcpgen(folder, ["build", "--dry-run"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^weather: 4 to create in/);
  expect(existsSync(join(folder, "out"))).toBe(false);
});

it("forgets a server, with and without another manifest", async () => {
  const folder = await open();
  put(folder, { name: "news", tools: ["top"] }, "news.yaml");
  await fakeMcpgen(folder, ["build", "news.yaml", "manifest.yaml"]);
  rmSync(join(folder, "news.yaml"));
  const gone = await fakeMcpgen(folder, ["build"]);
  expect(gone.code).toBe(1);
  expect(gone.stderr).toContain('"mcpgen build --forget news"');
  const forgot = await fakeMcpgen(folder, [
    "build",
    "--forget",
    "news",
    "manifest.yaml",
  ]);
  expect(forgot.code).toBe(0);
  expect(existsSync(join(folder, "out/news"))).toBe(false);
  rmSync(join(folder, "manifest.yaml"));
  expect(
    (await fakeMcpgen(folder, ["build", "--forget", "weather"])).code,
  ).toBe(0);
  expect(existsSync(join(folder, "out"))).toBe(false);
});

describe("colour", () => {
  const escape = "\u001b[";
  it.each([
    [{}, false],
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    [{ FORCE_COLOR: "0" }, false],
    [{ NO_COLOR: "1" }, false],
  ])("with %j: %s", async (env, colour) => {
    const folder = await open();
    const { stderr } = await fakeMcpgen(folder, ["build"], env);
    expect(stderr.includes(escape)).toBe(colour);
  });
});

it("a fault of its own: 70, and only then a stack", async () => {
  const folder = await open();
  const env = { FAKE_FAULT: "oops" };
  const { code, stdout, stderr } = await fakeMcpgen(folder, ["build"], env);
  expect({ code, stdout }).toEqual({ code: 70, stdout: "" });
  expect(stderr).toContain("oops\nthis is a bug in mcpgen");
  expect(stderr).toContain("    at ");
  const json = await fakeMcpgen(folder, ["build", "--json"], env);
  expect(json.code).toBe(70);
  expect(JSON.parse(json.stdout)).toMatchObject({
    exitCode: 70,
    fault: "oops",
  });
});

it("builds again with --watch until it is interrupted", async () => {
  const folder = await open();
  const child = spawn(
    process.execPath,
    [await fakeMain(), "build", "--watch"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (more: string) => (text += more));
  const says = async (word: string): Promise<void> => {
    await expect.poll(() => text, { timeout: 20_000 }).toContain(word);
  };
  await says("watching 1 file");
  put(folder, { name: "weather", tools: ["now", "later"] });
  await says("manifest.yaml changed: weather: 2 created");
  text = "";
  rmSync(join(folder, "manifest.yaml"));
  await says("manifest.yaml changed: 1 error");
  text = "";
  put(folder, { name: "weather", tools: ["now"] });
  await says("1 deleted");
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});
