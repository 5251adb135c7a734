import {
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import {
  build,
  check,
  type BuildResult,
} from "../../../src/generator/index.js";
import { lockName } from "../../../src/generator/lock.js";
import { project } from "../../support/project.js";
import { runNode } from "../../support/run.js";
import { temporary } from "../../support/temporary.js";
import { readTree } from "../../support/tree.js";

/** A project with the tools named, not built yet. */
async function open(...tools: readonly string[]): Promise<string> {
  const folder = await temporary("handlers");
  ask(folder, tools);
  return folder;
}

/** Makes the manifest ask for these tools; `more` adds to it. */
function ask(
  folder: string,
  tools: readonly string[],
  more: object = {},
): void {
  const manifest = {
    protocol: { versions: ["2026-07-28"] },
    server: { name: "demo", version: "1.0.0" },
    emit: ["server"],
    transports: ["stdio"],
    tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })),
    ...more,
  };
  put(folder, "manifest.yaml", JSON.stringify(manifest));
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function textOf(folder: string, path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

/** What became of the user's files, and what was said. */
function outcome({ files, diagnostics }: BuildResult): object {
  const own = files.filter(({ owner }) => owner === "user");
  return {
    ...Object.fromEntries(own.map(({ path, action }) => [path, action])),
    said: diagnostics.map(({ code, file }) => `${code} ${file}`),
  };
}

const app = "handlers/demo/app.ts";

describe("a handler's file that is there", () => {
  it("gets the export that it lacks, and is then left alone", async () => {
    const folder = await open("now", "later");
    const mine = "// mine\r\nexport const own = 1;\r\n";
    put(folder, "handlers/demo/now.ts", mine);
    const first = await build({ cwd: folder });
    expect(outcome(first)).toEqual({
      [app]: "created",
      "handlers/demo/later.ts": "created",
      "handlers/demo/now.ts": "updated",
      said: [],
    });
    const text = textOf(folder, "handlers/demo/now.ts");
    expect(text).toMatch(/^\/\/ mine\r\n|export const own = 1;\r\n/);
    expect(text).toContain('\r\nexport const now: Handler<"now"> = async (');

    const tree = readTree(folder);
    const second = await build({ cwd: folder });
    expect(second.files.filter(({ action }) => action === "updated")).toEqual(
      [],
    );
    expect(readTree(folder)).toEqual(tree);
  });

  it("gets it back after an edit that lost it", async () => {
    const folder = await open("now");
    await build({ cwd: folder });
    put(folder, "handlers/demo/now.ts", "export const own = 1;\n");
    const checked = await check({ cwd: folder });
    expect(checked.stale).toEqual(["handlers/demo/now.ts", lockName]);
    await build({ cwd: folder });
    expect(textOf(folder, "handlers/demo/now.ts")).toContain(
      "export const now: Handler",
    );
  });

  it("makes nothing stale by an edit that keeps it", async () => {
    const folder = await open("now");
    await build({ cwd: folder });
    put(folder, "handlers/demo/now.ts", "export const now = () => 'soon';\n");
    const before = readTree(folder);
    expect((await check({ cwd: folder })).stale).toEqual([]);
    const built = await build({ cwd: folder });
    expect(outcome(built)).toMatchObject({ "handlers/demo/now.ts": "kept" });
    const after = readTree(folder);
    expect({ ...after, [lockName]: "" }).toEqual({ ...before, [lockName]: "" });
    expect(after[lockName]).not.toBe(before[lockName]);
  });

  it("stops the build where it does not parse", async () => {
    const folder = await open("now");
    await build({ cwd: folder });
    ask(folder, ["now", "later"]);
    put(folder, "handlers/demo/now.ts", "export const now = ;\n");
    const before = readTree(folder);
    const { diagnostics } = await build({ cwd: folder });
    expect(diagnostics).toMatchObject([
      {
        code: "HANDLER_SYNTAX",
        file: "handlers/demo/now.ts",
        line: 1,
        column: 20,
      },
    ]);
    expect(readTree(folder)).toEqual(before);
  });

  it("is read again when its entry has a new name and its file the old one", async () => {
    const folder = await open();
    const tools = (as?: string) => [
      { name: "NOW", as: "now_", inputSchema: { type: "object" } },
      { name: "now", inputSchema: { type: "object" }, ...(as && { as }) },
    ];
    ask(folder, [], { tools: tools() });
    await build({ cwd: folder });
    ask(folder, [], { tools: tools("soon") });
    put(
      folder,
      "handlers/demo/soon.ts",
      textOf(folder, "handlers/demo/now.ts"),
    );
    await build({ cwd: folder });
    expect(textOf(folder, "handlers/demo/soon.ts")).toContain(
      'export const soon: Handler<"now"> = async (',
    );
  });
});

describe("a file that is no plain file", () => {
  it("is kept where a link leads to one with the export", async () => {
    const folder = await open("now");
    put(folder, "src/now.ts", "export const now = () => 'soon';\n");
    mkdirSync(join(folder, "handlers/demo"), { recursive: true });
    symlinkSync("../../src/now.ts", join(folder, "handlers/demo/now.ts"));
    expect(outcome(await build({ cwd: folder }))).toMatchObject({
      "handlers/demo/now.ts": "kept",
      said: [],
    });
  });

  const table: { name: string; make: (path: string) => void; code: string }[] =
    [
      {
        name: "a link to one without",
        make: (path) => {
          writeFileSync(`${path}.js`, "");
          symlinkSync("now.ts.js", path);
        },
        code: "HANDLER_LINK",
      },
      {
        name: "a folder",
        make: (path) => mkdirSync(path),
        code: "PATH_BLOCKED",
      },
      {
        name: "a link to nowhere",
        make: (path) => symlinkSync("nowhere", path),
        code: "PATH_LEADS_OUT",
      },
      {
        name: "a link to itself",
        make: (path) => symlinkSync("now.ts", path),
        code: "PATH_UNREADABLE",
      },
    ];
  it.each(table)("stops the build: $name", async ({ make, code }) => {
    const folder = await open("now");
    mkdirSync(join(folder, "handlers/demo"), { recursive: true });
    make(join(folder, "handlers/demo/now.ts"));
    const { diagnostics, files } = await build({ cwd: folder });
    expect(diagnostics).toMatchObject([{ code, file: "handlers/demo/now.ts" }]);
    expect(files).toEqual([]);
  });
});

it("asks for a rename where letter case alone differs", async () => {
  const folder = await open("now");
  put(folder, "handlers/demo/Now.ts", "export const now = 1;\n");
  const { diagnostics } = await build({ cwd: folder });
  expect(diagnostics).toMatchObject([
    {
      code: "HANDLER_CASE",
      file: "handlers/demo/Now.ts",
      mend: "rename it: git mv handlers/demo/Now.ts handlers/demo/now.ts",
    },
  ]);
  renameSync(
    join(folder, "handlers/demo/Now.ts"),
    join(folder, "handlers/demo/now.ts"),
  );
  expect((await build({ cwd: folder })).diagnostics).toEqual([]);
});

describe("a handler that nothing asks for any more", () => {
  const mine = "export const now = () => 'mine';\n";

  /** Builds, makes the handler of `now` the user's own, and builds what `change` made of it. */
  async function rebuild(
    tools: readonly string[],
    change: (folder: string) => void,
  ): Promise<BuildResult> {
    const folder = await open(...tools);
    await build({ cwd: folder });
    put(folder, "handlers/demo/now.ts", mine);
    change(folder);
    const result = await build({ cwd: folder });
    expect(textOf(folder, "handlers/demo/now.ts")).toBe(mine);
    expect((await build({ cwd: folder })).diagnostics).toEqual([]);
    // Whom a tool that went breaks is said of the contract.
    const own = result.diagnostics.filter(({ code }) =>
      code.startsWith("HANDLER_"),
    );
    return { ...result, diagnostics: own };
  }

  const said = (result: BuildResult) =>
    result.diagnostics.map(({ what, mend }) => [what, mend]);

  it("is named once when its tool is removed", async () => {
    const result = await rebuild(["now", "later"], (folder) =>
      ask(folder, ["later"]),
    );
    expect(outcome(result)).toMatchObject({
      said: ["HANDLER_UNUSED handlers/demo/now.ts"],
    });
  });

  it("is told where to go when one tool went and one came", async () => {
    const result = await rebuild(["now", "later"], (folder) =>
      ask(folder, ["later", "current_time"]),
    );
    expect(said(result)).toEqual([
      [
        'nothing asks for this file any more; if "now" is now "current_time", its handler belongs to handlers/demo/currentTime.ts',
        "move it: mv -f handlers/demo/now.ts handlers/demo/currentTime.ts, and rename its export now to currentTime",
      ],
    ]);
  });

  it("is told by its name when several went and came", async () => {
    const result = await rebuild(["now", "later"], (folder) =>
      ask(folder, ["now2", "weather"]),
    );
    expect(outcome(result)).toMatchObject({
      said: [
        "HANDLER_UNUSED handlers/demo/later.ts",
        "HANDLER_MOVED handlers/demo/now.ts",
      ],
    });
  });

  it("is told for certain when the folder, the server or `as` changed", async () => {
    const folders = await rebuild(["now"], (folder) =>
      ask(folder, ["now"], { handlers: "src" }),
    );
    const servers = await rebuild(["now"], (folder) =>
      ask(folder, ["now"], { server: { name: "other", version: "1.0.0" } }),
    );
    const names = await rebuild(["now"], (folder) => {
      const tool = { name: "now", as: "soon", inputSchema: { type: "object" } };
      ask(folder, [], { tools: [tool] });
    });
    const mends = (result: BuildResult) =>
      result.diagnostics
        .filter(({ file }) => file === "handlers/demo/now.ts")
        .map(({ mend }) => mend);
    expect([folders, servers, names].flatMap(mends)).toEqual([
      "move it: mv -f handlers/demo/now.ts src/now.ts",
      "move it: mv -f handlers/demo/now.ts handlers/other/now.ts",
      "move it: mv -f handlers/demo/now.ts handlers/demo/soon.ts, and rename its export now to soon",
    ]);
    const shared = folders.diagnostics.filter(
      ({ file }) => file === "handlers/demo/app.ts",
    );
    expect(shared.map(({ code, mend }) => [code, mend])).toEqual([
      ["HANDLER_MOVED", "move it: mv -f handlers/demo/app.ts src/app.ts"],
    ]);
  });
});

it("loads ts-morph only for a file that has to be read", async () => {
  const folder = await open("now");
  const module = (path: string) =>
    JSON.stringify(pathToFileURL(project(path)).href);
  const script = `
    const { build } = await import(${module("src/generator/index.ts")});
    const { createRequire } = await import("node:module");
    const { appendFileSync } = await import("node:fs");
    const { cache } = createRequire(${module("src/generator/index.ts")});
    const isLoaded = () =>
      Object.keys(cache).some((path) => /node_modules.ts-morph./.test(path));
    const file = "handlers/demo/now.ts";
    const loaded = [];
    for (const change of ["", "", "// more", ""]) {
      if (change !== "") appendFileSync(file, change);
      const { diagnostics } = await build();
      if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
      loaded.push(isLoaded());
    }
    console.log(loaded.join());`;
  const args = [
    "--import",
    import.meta.resolve("tsx"),
    "--input-type=module",
    "-e",
    script,
  ];
  const { stdout, stderr } = await runNode(args, { cwd: folder });
  expect(stderr).toBe("");
  expect(stdout.trim()).toBe("false,false,true,true");

  // A process of its own for the last one: what was read was noted.
  const last = script.replace('["", "", "// more", ""]', '[""]');
  const again = await runNode([...args.slice(0, -1), last], { cwd: folder });
  expect(again.stdout.trim()).toBe("false");
});
