import {
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildLockName } from "../../src/generator/build-lock.js";
import type {
  BuildOptions,
  BuildResult,
} from "../../src/generator/build-result.js";
import { journalName } from "../../src/generator/journal.js";
import { lockName } from "../../src/generator/lock.js";
import { runBuild } from "../../src/generator/run-build.js";
import { fakeStages } from "../support/fake-stages.js";
import { temporary } from "../support/temporary.js";
import { readTree } from "../support/tree.js";

function put(folder: string, path: string, value: object | string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  const text = typeof value === "string" ? value : JSON.stringify(value);
  writeFileSync(join(folder, path), text);
}

async function open(value: object = {}): Promise<string> {
  const folder = await temporary("build");
  put(folder, "manifest.yaml", {
    name: "weather",
    tools: ["now", "later"],
    ...value,
  });
  return folder;
}

async function build(
  cwd: string,
  options: BuildOptions = {},
): Promise<BuildResult> {
  return runBuild({ cwd, ...options }, fakeStages());
}

function actions(result: BuildResult): { [path: string]: string } {
  return Object.fromEntries(
    result.files.map((file) => [file.path, file.action]),
  );
}

function codes(result: BuildResult): readonly string[] {
  return result.diagnostics.map((one) => one.code);
}

it("writes a tree, then has nothing to do", async () => {
  const folder = await open();
  const first = await build(folder);
  expect(first.diagnostics).toEqual([]);
  expect(actions(first)).toEqual({
    "handlers/weather/later.ts": "created",
    "handlers/weather/now.ts": "created",
    [lockName]: "created",
    "out/runtime/client.ts": "created",
    "out/weather/later.ts": "created",
    "out/weather/now.ts": "created",
  });
  const tree = readTree(folder);
  expect(Object.keys(tree)).toEqual([
    ...Object.keys(actions(first)).slice(0, 2),
    "manifest.yaml",
    ...Object.keys(actions(first)).slice(2),
  ]);

  const stages = fakeStages();
  const second = await runBuild({ cwd: folder }, stages);
  expect(stages.calls).toEqual([]);
  expect(new Set(Object.values(actions(second)))).toEqual(
    new Set(["kept", "unchanged"]),
  );
  expect(readTree(folder)).toEqual(tree);

  const forced = await build(folder, { force: true });
  expect(forced.files.filter(({ action }) => action === "updated")).toEqual([]);
  expect(readTree(folder)).toEqual(tree);
});

it("writes the same bytes from any folder", async () => {
  const [one, other] = [await open(), await open()];
  await build(one);
  const result = await build("/", {
    manifests: [join(other, "manifest.yaml")],
  });
  expect(result.files[0]?.path).toMatch(/\/handlers\/weather\/later.ts$/);
  expect(readTree(other)).toEqual(readTree(one));
});

describe("builds again", () => {
  it.each([
    [
      "when the manifest changed",
      (folder: string) =>
        put(folder, "manifest.yaml", {
          name: "weather",
          tools: ["later", "now"],
        }),
    ],
    [
      "when a generated file is gone",
      (folder: string) => rmSync(join(folder, "out/weather/now.ts")),
    ],
    [
      "when a handler is gone",
      (folder: string) => rmSync(join(folder, "handlers/weather/now.ts")),
    ],
    [
      "when the lock is gone",
      (folder: string) => rmSync(join(folder, lockName)),
    ],
  ])("%s", async (_name, change) => {
    const folder = await open();
    await build(folder);
    change(folder);
    const stages = fakeStages();
    const result = await runBuild({ cwd: folder }, stages);
    expect(stages.calls).toEqual(["load manifest.yaml", "generate weather"]);
    expect(codes(result)).toEqual([]);
  });

  it("when the generator changed, or cannot tell", async () => {
    const folder = await open();
    await build(folder);
    const newer = fakeStages("newer");
    await runBuild({ cwd: folder }, newer);
    expect(newer.calls).toHaveLength(2);
    const unsure = fakeStages("newer", false);
    await runBuild({ cwd: folder }, unsure);
    expect(unsure.calls).toHaveLength(2);
  });

  it("always when the manifest asks for the environment", async () => {
    const folder = await open({ says: "${env:HOME}" });
    await build(folder);
    const stages = fakeStages();
    await runBuild({ cwd: folder }, stages);
    expect(stages.calls).toHaveLength(2);
  });

  it("the shared files alone when only one of those is gone", async () => {
    const folder = await open();
    await build(folder);
    rmSync(join(folder, "out/runtime/client.ts"));
    const stages = fakeStages();
    const result = await runBuild({ cwd: folder }, stages);
    expect(stages.calls).toEqual([]);
    expect(actions(result)).toMatchObject({
      "out/runtime/client.ts": "created",
    });
  });

  it("once when a handler changed, and notes what it saw", async () => {
    const folder = await open();
    await build(folder);
    const text = "export const now = 2;\n";
    put(folder, "handlers/weather/now.ts", text);
    const checked = await build(folder, { mode: "check" });
    expect(checked.stale).toEqual([]);
    const first = fakeStages();
    const result = await runBuild({ cwd: folder }, first);
    expect(first.calls).toHaveLength(2);
    expect(actions(result)).toMatchObject({
      "handlers/weather/now.ts": "kept",
      [lockName]: "updated",
    });
    const second = fakeStages();
    await runBuild({ cwd: folder }, second);
    expect(second.calls).toEqual([]);
    expect(readTree(folder)["handlers/weather/now.ts"]).toBe(text);
  });

  it("not when line ends changed", async () => {
    const folder = await open();
    await build(folder);
    put(folder, "handlers/weather/now.ts", "export const now = 1;\r\n");
    put(folder, "out/weather/now.ts", "// now hello\r\n");
    const stages = fakeStages();
    await runBuild({ cwd: folder }, stages);
    expect(stages.calls).toEqual([]);
  });
});

it("deletes what is no longer wanted, never a handler", async () => {
  const folder = await open();
  await build(folder);
  put(folder, "manifest.yaml", { name: "weather", tools: ["now"] });
  const result = await build(folder);
  expect(actions(result)).toMatchObject({ "out/weather/later.ts": "deleted" });
  expect(result.diagnostics).toMatchObject([
    { code: "HANDLER_UNUSED", file: "handlers/weather/later.ts" },
  ]);
  const paths = Object.keys(readTree(folder));
  expect(paths).not.toContain("out/weather/later.ts");
  expect(paths).toContain("handlers/weather/later.ts");
  expect(readFileSync(join(folder, lockName), "utf8")).not.toContain(
    "later.ts",
  );
});

it("moves with out, and leaves no empty folder", async () => {
  const folder = await open();
  await build(folder);
  put(folder, "manifest.yaml", {
    name: "weather",
    tools: ["now"],
    out: "src/gen",
  });
  await build(folder);
  expect(Object.keys(readTree(folder))).toEqual([
    "handlers/weather/later.ts",
    "handlers/weather/now.ts",
    "manifest.yaml",
    lockName,
    "src/gen/runtime/client.ts",
    "src/gen/weather/now.ts",
  ]);
});

describe("check and dry-run", () => {
  it.each(["check", "dry-run"] as const)("%s writes nothing", async (mode) => {
    const folder = await open();
    const before = readTree(folder);
    const result = await build(folder, { mode });
    expect(result.stale).toContain("out/weather/now.ts");
    expect(result.stale).toContain("handlers/weather/now.ts");
    expect(readTree(folder)).toEqual(before);
    await build(folder);
    expect((await build(folder, { mode })).stale).toEqual([]);
  });
});

it("check takes away what a build left that died before it began", async () => {
  const folder = await open();
  await build(folder);
  const before = readTree(folder);
  const dead = { pid: 2 ** 22 + 1, host: hostname(), token: "0" };
  put(folder, buildLockName, dead);
  put(folder, `${buildLockName}.0123456789abcdef~`, "{");
  put(folder, `${journalName}~`, "{");
  expect((await build(folder, { mode: "check" })).diagnostics).toEqual([]);
  expect(readTree(folder)).toEqual(before);
});

describe("edited by hand", () => {
  it("stops the build, names the file and writes nothing", async () => {
    const folder = await open();
    await build(folder);
    put(folder, "out/weather/now.ts", "// mine\n");
    put(folder, "manifest.yaml", {
      name: "weather",
      tools: ["now", "later"],
      says: "bye",
    });
    const before = readTree(folder);
    const result = await build(folder);
    expect(result.diagnostics).toMatchObject([
      { code: "GENERATED_EDITED", file: "out/weather/now.ts" },
    ]);
    expect(result.files).toEqual([]);
    expect(readTree(folder)).toEqual(before);
  });

  it("is noticed although the manifest is as it was", async () => {
    const folder = await open();
    await build(folder);
    put(folder, "out/weather/now.ts", "// mine\n");
    expect(codes(await build(folder))).toEqual(["GENERATED_EDITED"]);
    expect(codes(await build(folder, { force: true }))).toEqual([]);
    expect(readTree(folder)["out/weather/now.ts"]).toBe("// now hello\n");
  });
});

describe("several manifests", () => {
  async function openTwo(other: object = {}): Promise<string> {
    const folder = await open({ runtime: ["client.ts"] });
    put(folder, "news.yaml", {
      name: "news",
      tools: ["top"],
      runtime: ["server.ts"],
      ...other,
    });
    return folder;
  }
  const both = { manifests: ["news.yaml", "manifest.yaml"] };

  it("share what both need, in whatever order they are built", async () => {
    const folder = await openTwo();
    await build(folder, both);
    const tree = readTree(folder);
    expect(Object.keys(tree)).toContain("out/runtime/client.ts");
    expect(Object.keys(tree)).toContain("out/runtime/server.ts");
    await build(folder, { force: true });
    expect(readTree(folder)).toEqual(tree);

    const apart = await openTwo();
    await build(apart, { manifests: ["manifest.yaml"] });
    await build(apart, { manifests: ["news.yaml"] });
    expect(readTree(apart)).toEqual(tree);
  });

  it("in folders of their own have locks of their own", async () => {
    const folder = await open();
    put(folder, "sub/manifest.yaml", { name: "news", tools: ["top"] });
    const result = await build(folder, {
      manifests: ["sub/manifest.yaml", "manifest.yaml"],
    });
    expect(codes(result)).toEqual([]);
    expect(Object.keys(readTree(folder))).toContain(`sub/${lockName}`);
    expect(Object.keys(actions(result))).toContain("sub/out/news/top.ts");
  });

  it("write nothing when one has an error", async () => {
    const folder = await openTwo();
    put(folder, "sub/manifest.yaml", { name: "news", tools: ["top"] });
    const before = readTree(folder);
    const manifests = [
      "manifest.yaml",
      "sub/manifest.yaml",
      "gone.yaml",
      "no/such.yaml",
    ];
    const result = await build(folder, { manifests });
    expect(codes(result)).toEqual(["MANIFEST_MISSING", "MANIFEST_MISSING"]);
    expect(readTree(folder)).toEqual(before);
  });

  it("may not have the same server", async () => {
    const folder = await openTwo({ name: "weather" });
    expect(codes(await build(folder, both))).toEqual(["SERVER_DUPLICATE"]);
    await build(folder);
    const later = await build(folder, { manifests: ["news.yaml"] });
    expect(codes(later)).toEqual(["SERVER_DUPLICATE"]);
  });

  it("may not import in different ways from one out", async () => {
    const folder = await openTwo({ importExtension: "ts" });
    expect(codes(await build(folder, both))).toEqual(["SHARED_IMPORTS"]);
    const apart = await openTwo({ importExtension: "ts", out: "gen" });
    expect(codes(await build(apart, both))).toEqual([]);
  });

  it("ask for --forget when one is gone, and forget it", async () => {
    const folder = await openTwo();
    await build(folder, both);
    rmSync(join(folder, "news.yaml"));
    put(folder, "manifest.yaml", { name: "weather", tools: ["now"] });
    const stopped = await build(folder);
    expect(stopped.diagnostics).toMatchObject([{ code: "SERVER_GONE" }]);
    expect(stopped.diagnostics[0]?.mend).toContain("--forget news");
    const result = await build(folder, { forget: ["news"] });
    expect(actions(result)).toMatchObject({
      "out/news/top.ts": "deleted",
      "out/runtime/server.ts": "deleted",
      "out/runtime/client.ts": "unchanged",
    });
    expect(Object.keys(readTree(folder))).toContain("handlers/news/top.ts");
    expect(codes(await build(folder, { forget: ["news"] }))).toEqual([
      "SERVER_UNKNOWN",
    ]);
  });

  it("can all be forgotten", async () => {
    const folder = await open();
    await build(folder);
    rmSync(join(folder, "manifest.yaml"));
    const result = await build(folder, { manifests: [], forget: ["weather"] });
    expect(new Set(codes(result))).toEqual(new Set(["HANDLER_UNUSED"]));
    expect(Object.keys(readTree(folder))).toEqual([
      "handlers/weather/later.ts",
      "handlers/weather/now.ts",
      lockName,
    ]);
  });
});

describe("renames", () => {
  it("of the manifest keep the server", async () => {
    const folder = await open();
    await build(folder);
    rmSync(join(folder, "manifest.yaml"));
    put(folder, "weather.yaml", { name: "weather", tools: ["now"] });
    const result = await build(folder, { manifests: ["weather.yaml"] });
    expect(codes(result)).toEqual(["HANDLER_UNUSED"]);
    // The fake keeps every identifier that it is given.
    expect(readFileSync(join(folder, lockName), "utf8")).toContain(
      '"later": "later"',
    );
  });

  it("of the server move its files and keep the identifiers", async () => {
    const folder = await open();
    await build(folder);
    put(folder, "manifest.yaml", { name: "climate", tools: ["now"] });
    const result = await build(folder);
    expect(actions(result)).toMatchObject({
      "out/climate/now.ts": "created",
      "out/weather/now.ts": "deleted",
    });
    expect(readFileSync(join(folder, lockName), "utf8")).toContain(
      '"later": "later"',
    );
  });
});

describe("what was left behind", () => {
  it("is a broken lock: nothing is written", async () => {
    const folder = await open();
    await build(folder);
    put(folder, lockName, "<<<<<<< ours\n");
    const before = readTree(folder);
    const result = await build(folder);
    expect(result.diagnostics).toMatchObject([
      { code: "LOCK_BROKEN", file: lockName, line: 1 },
    ]);
    expect(readTree(folder)).toEqual(before);
  });

  it.each(["write", "check", "dry-run"] as const)(
    "is a journal: %s ends it first",
    async (mode) => {
      const folder = await open();
      await build(folder);
      const before = readTree(folder);
      const step = {
        op: "create",
        path: "x",
        temporary: ".mcpgen-0123456789abcdef~",
        before: "",
        after: "",
      };
      put(folder, "out/.mcpgen-0123456789abcdef~", "half");
      put(folder, journalName, {
        state: "prepared",
        folders: [],
        steps: [{ ...step, path: "out/x" }],
      });
      const result = await build(folder, { mode });
      expect(codes(result)).toEqual(["BUILD_ROLLED_BACK"]);
      expect(readTree(folder)).toEqual(before);
    },
  );

  it("is another build at work: it is named", async () => {
    const folder = await open();
    put(folder, buildLockName, {
      pid: process.ppid,
      host: (await import("node:os")).hostname(),
      token: "",
    });
    const result = await build(folder);
    expect(codes(result)).toEqual(["BUILD_RUNNING"]);
    expect(result.diagnostics[0]?.what).toContain(String(process.ppid));
  });
});

describe("what is in the way", () => {
  it.each(["out", "handlers"])("is a file named %s", async (name) => {
    const folder = await open();
    put(folder, name, "mine\n");
    const { diagnostics } = await build(folder);
    expect(diagnostics.map(({ code }) => code)).toEqual(["PATH_BLOCKED"]);
    expect(readTree(folder)[name]).toBe("mine\n");
  });
});

describe("links", () => {
  it("that lead out of the folder are refused", async () => {
    const folder = await open();
    const elsewhere = await temporary("elsewhere");
    symlinkSync(elsewhere, join(folder, "out"));
    expect(codes(await build(folder))).toEqual(["PATH_LEADS_OUT"]);
    expect(readTree(elsewhere)).toEqual({});
  });

  it("that stay inside are followed", async () => {
    const folder = await open();
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "out"));
    expect(codes(await build(folder))).toEqual([]);
    expect(Object.keys(readTree(join(folder, "real")))).toContain(
      "weather/now.ts",
    );
  });
});
