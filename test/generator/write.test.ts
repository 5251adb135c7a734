import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashBytes } from "../../src/generator/hash.js";
import { journalName } from "../../src/generator/journal.js";
import { lockName } from "../../src/generator/lock.js";
import type { PlannedFile } from "../../src/generator/plan.js";
import { recover, write } from "../../src/generator/write.js";
import { project } from "../support/project.js";
import { runNode } from "../support/run.js";
import { temporary } from "../support/temporary.js";
import { readTree } from "../support/tree.js";

/** One file of each action, and the lock. */
const files: readonly PlannedFile[] = [
  {
    path: lockName,
    owner: "generated",
    action: "updated",
    text: "new lock\n",
    before: hashBytes("old lock\n"),
  },
  {
    path: "out/a/changed.ts",
    owner: "generated",
    action: "updated",
    text: "new\n",
    before: hashBytes("old\n"),
  },
  { path: "out/a/same.ts", owner: "generated", action: "unchanged" },
  {
    path: "out/gone/lost.ts",
    owner: "generated",
    action: "deleted",
    before: hashBytes("lost\n"),
  },
  { path: "handlers/b/mine.ts", owner: "user", action: "kept" },
  {
    path: "handlers/b/new.ts",
    owner: "user",
    action: "created",
    text: "yours\n",
  },
  {
    path: "out/fresh/deep/new.ts",
    owner: "generated",
    action: "created",
    text: "fresh\n",
  },
];

const before = {
  "handlers/b/mine.ts": "mine\n",
  [lockName]: "old lock\n",
  "out/a/changed.ts": "old\n",
  "out/a/same.ts": "same\n",
  "out/gone/lost.ts": "lost\n",
};
const after = {
  "handlers/b/mine.ts": "mine\n",
  "handlers/b/new.ts": "yours\n",
  [lockName]: "new lock\n",
  "out/a/changed.ts": "new\n",
  "out/a/same.ts": "same\n",
  "out/fresh/deep/new.ts": "fresh\n",
};

function fill(folder: string): void {
  for (const [path, text] of Object.entries(before)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The names of the moves that carrying out `files` consists of. */
async function listMoves(): Promise<readonly string[]> {
  const folder = await temporary("write");
  fill(folder);
  const moves: string[] = [];
  write(folder, files, { prefix: "", step: (name) => moves.push(name) });
  return moves;
}

/** One file of JavaScript: it starts in a fraction of the time that a loader takes. */
async function bundle(path: string): Promise<string> {
  const outfile = join(await temporary("bundle"), "script.mjs");
  const { build } = await import("esbuild");
  await build({
    entryPoints: [project(path)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
  return outfile;
}

it("carries out a plan, the lock last, and leaves nothing else", async () => {
  const folder = await temporary("write");
  fill(folder);
  const moves: string[] = [];
  const step = (name: string): void => void moves.push(name);
  expect(write(folder, files, { prefix: "", step })).toEqual([]);
  expect(readTree(folder)).toEqual(after);
  expect(moves.slice(-2)).toEqual([`replace ${lockName}`, "finish"]);
});

it("touches nothing when nothing changed", async () => {
  const folder = await temporary("write");
  const moves: string[] = [];
  const step = (name: string): void => void moves.push(name);
  const still = files.filter(({ action }) => /unchanged|kept/.test(action));
  expect(write(folder, still, { prefix: "", step })).toEqual([]);
  expect(moves).toEqual([]);
});

it("keeps the permissions of a file that it replaces", async () => {
  const folder = await temporary("write");
  fill(folder);
  chmodSync(join(folder, "out/a/changed.ts"), 0o755);
  write(folder, files, { prefix: "" });
  expect(statSync(join(folder, "out/a/changed.ts")).mode & 0o777).toBe(0o755);
});

it("replaces a file instead of writing into it", async () => {
  const folder = await temporary("write");
  fill(folder);
  linkSync(join(folder, "out/a/changed.ts"), join(folder, "other"));
  write(folder, files, { prefix: "" });
  expect(readFileSync(join(folder, "other"), "utf8")).toBe("old\n");
});

it("after a kill at any move the tree is wholly old or wholly new", async () => {
  const moves = await listMoves();
  const script = await bundle("test/support/killed-write.ts");
  const ends = await Promise.all(
    moves.map(async (move) => {
      const folder = await temporary("kill");
      fill(folder);
      const input = JSON.stringify({ folder, files, move });
      const { signal, stderr } = await runNode([script], { input });
      expect(stderr).toBe("");
      expect(signal).toBe("SIGKILL");
      const notes = recover(folder, { prefix: "" }).map(({ code }) => code);
      const tree = readTree(folder);
      const isNew = existsSync(join(folder, "out/fresh/deep/new.ts"));
      expect(tree, move).toEqual(isNew ? after : before);
      expect(recover(folder, { prefix: "" })).toEqual([]);
      return `${move}: ${isNew ? "new" : "old"} ${notes.join()}`;
    }),
  );
  expect(ends).toEqual([
    "prepare: old ",
    "make out/fresh: old BUILD_ROLLED_BACK",
    "make out/fresh/deep: old BUILD_ROLLED_BACK",
    "stage out/a/changed.ts: old BUILD_ROLLED_BACK",
    "stage handlers/b/new.ts: old BUILD_ROLLED_BACK",
    "stage out/fresh/deep/new.ts: old BUILD_ROLLED_BACK",
    `stage ${lockName}: old BUILD_ROLLED_BACK`,
    "commit: old BUILD_ROLLED_BACK",
    "replace out/a/changed.ts: new BUILD_COMPLETED",
    "delete out/gone/lost.ts: new BUILD_COMPLETED",
    "create handlers/b/new.ts: new BUILD_COMPLETED",
    "create out/fresh/deep/new.ts: new BUILD_COMPLETED",
    `replace ${lockName}: new BUILD_COMPLETED`,
    "finish: new BUILD_COMPLETED",
  ]);
});

describe("someone else's change in the meantime", () => {
  it.each([
    ["out/a/changed.ts", "theirs\n"],
    ["out/gone/lost.ts", "theirs\n"],
    ["handlers/b/new.ts", "theirs\n"],
  ])("%s is left alone", async (path, text) => {
    const folder = await temporary("write");
    fill(folder);
    const step = (name: string): void => {
      if (name === "commit") writeFileSync(join(folder, path), text);
    };
    const diagnostics = write(folder, files, { prefix: "", step });
    expect(diagnostics).toMatchObject([{ code: "WRITE_SKIPPED", file: path }]);
    expect(readTree(folder)).toEqual({ ...after, [path]: text });
  });

  it("a link planted on the way is not followed", async () => {
    const folder = await temporary("write");
    const elsewhere = await temporary("elsewhere");
    fill(folder);
    const step = (name: string): void => {
      if (name === "prepare") symlinkSync(elsewhere, join(folder, "out/fresh"));
    };
    write(folder, files, { prefix: "", step });
    expect(readTree(elsewhere)).toEqual({});
  });
});

describe("a disk that refuses", () => {
  it("rolls back and says why", async () => {
    const folder = await temporary("write");
    fill(folder);
    const step = (name: string): void => {
      // A file where a folder is to be made.
      if (name === "make out/fresh")
        writeFileSync(join(folder, "out/fresh"), "");
    };
    const diagnostics = write(folder, files, { prefix: "", step });
    expect(diagnostics).toMatchObject([{ code: "WRITE_FAILED" }]);
    expect(readTree(folder)).toEqual({ ...before, "out/fresh": "" });
  });
});

describe("a journal that no build wrote", () => {
  const step = {
    op: "replace",
    path: "a",
    temporary: ".mcpgen-0123456789abcdef~",
    before: "",
    after: "",
  };
  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["a path that leads out", { steps: [{ ...step, path: "../a" }] }],
    [
      "another name for the new bytes",
      { steps: [{ ...step, temporary: "secrets" }] },
    ],
    ["a folder that leads out", { folders: ["../a"], steps: [] }],
    ["another state", { state: "open", steps: [] }],
  ])("is refused: %s", async (_name, journal) => {
    const folder = await temporary("journal");
    const whole = { state: "committed", folders: [], ...(journal as object) };
    const text = typeof journal === "string" ? journal : JSON.stringify(whole);
    writeFileSync(join(folder, journalName), text);
    expect(recover(folder, { prefix: "sub/" })).toMatchObject([
      { code: "JOURNAL_BROKEN", file: `sub/${journalName}` },
    ]);
    expect(existsSync(join(folder, journalName))).toBe(true);
  });
});
