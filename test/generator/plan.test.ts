import { describe, expect, it } from "vitest";
import { hashBytes, hashText } from "../../src/generator/hash.js";
import type { OutputFile } from "../../src/generator/output-file.js";
import { plan, type PlanOptions } from "../../src/generator/plan.js";
import type { Snapshot, SnapshotEntry } from "../../src/generator/snapshot.js";

const options: PlanOptions = { force: false, prefix: "" };

function generated(path: string, text: string): OutputFile {
  return { path, text, owner: "generated" };
}

function user(path: string, text: string, extended?: string): OutputFile {
  const wanted = { name: "handle", declare: () => "" };
  const file = { path, text, owner: "user", export: wanted } as const;
  return extended === undefined ? file : { ...file, read: hashBytes(extended) };
}

function disk(files: { [path: string]: string | SnapshotEntry }): Snapshot {
  return new Map(
    Object.entries(files).map(([path, found]) => [
      path,
      typeof found === "string"
        ? { kind: "file", bytes: Buffer.from(found), outside: false }
        : found,
    ]),
  );
}

function recorded(files: { [path: string]: string }): Map<string, string> {
  return new Map(
    Object.entries(files).map(([path, text]) => [path, hashText(text)]),
  );
}

describe("one file", () => {
  const table: {
    name: string;
    wanted?: OutputFile;
    last?: string;
    found?: string;
    force?: boolean;
    action: string;
    edited?: boolean;
  }[] = [
    { name: "new", wanted: generated("a", "1\n"), action: "created" },
    {
      name: "lost and wanted again",
      wanted: generated("a", "1\n"),
      last: "1\n",
      action: "created",
    },
    {
      name: "as wanted",
      wanted: generated("a", "1\n"),
      last: "1\n",
      found: "1\n",
      action: "unchanged",
    },
    {
      name: "as wanted but for CRLF",
      wanted: generated("a", "1\n2\n"),
      last: "1\n2\n",
      found: "1\r\n2\r\n",
      action: "unchanged",
    },
    {
      name: "as wanted without a record",
      wanted: generated("a", "1\n"),
      found: "1\n",
      action: "unchanged",
    },
    {
      name: "as recorded",
      wanted: generated("a", "2\n"),
      last: "1\n",
      found: "1\n",
      action: "updated",
    },
    {
      name: "as recorded but for CRLF",
      wanted: generated("a", "2\n"),
      last: "1\n",
      found: "1\r\n",
      action: "updated",
    },
    {
      name: "edited",
      wanted: generated("a", "2\n"),
      last: "1\n",
      found: "mine\n",
      action: "updated",
      edited: true,
    },
    {
      name: "edited, with force",
      wanted: generated("a", "2\n"),
      last: "1\n",
      found: "mine\n",
      force: true,
      action: "updated",
    },
    {
      name: "someone else's",
      wanted: generated("a", "2\n"),
      found: "mine\n",
      action: "updated",
      edited: true,
    },
    { name: "unwanted", last: "1\n", found: "1\n", action: "deleted" },
    {
      name: "unwanted and edited",
      last: "1\n",
      found: "mine\n",
      action: "deleted",
      edited: true,
    },
    { name: "unwanted and gone", last: "1\n", action: "none" },
    { name: "the user's, new", wanted: user("a", "1\n"), action: "created" },
    {
      name: "the user's, there",
      wanted: user("a", "1\n"),
      found: "mine\n",
      action: "kept",
    },
    {
      name: "the user's, there, with force",
      wanted: user("a", "1\n"),
      found: "mine\n",
      force: true,
      action: "kept",
    },
    {
      name: "the user's, extended",
      wanted: user("a", "mine\nmore\n", "mine\n"),
      found: "mine\n",
      action: "updated",
    },
    {
      name: "the user's, extended, but changed since",
      wanted: user("a", "mine\nmore\n", "mine\n"),
      found: "mine, too\n",
      action: "kept",
    },
  ];
  it.each(table)("$name: $action", (row) => {
    const result = plan(
      row.wanted ? [row.wanted] : [],
      recorded(row.last === undefined ? {} : { a: row.last }),
      disk(row.found === undefined ? {} : { a: row.found }),
      { ...options, force: row.force ?? false },
    );
    expect(result.files[0]?.action ?? "none").toBe(row.action);
    expect(result.diagnostics.map((one) => one.code)).toEqual(
      row.edited ? ["GENERATED_EDITED"] : [],
    );
  });
});

it("names what a replaced file held, byte for byte", () => {
  const { files } = plan(
    [generated("a", "2\n")],
    recorded({ a: "1\n" }),
    disk({ a: "1\r\n" }),
    options,
  );
  expect(files[0]).toEqual({
    path: "a",
    owner: "generated",
    action: "updated",
    text: "2\n",
    before: hashBytes("1\r\n"),
  });
});

it("lists every edited file in one diagnostic, sorted by path", () => {
  const { files, diagnostics } = plan(
    [generated("out/b", "1\n"), generated("out/a", "1\n")],
    new Map(),
    disk({ "out/a": "mine", "out/b": "mine" }),
    { force: false, prefix: "sub/" },
  );
  expect(files.map((file) => file.path)).toEqual(["out/a", "out/b"]);
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({ file: "sub/out/a" });
  expect(diagnostics[0]?.what).toContain("sub/out/a, sub/out/b");
});

describe("paths", () => {
  it.each([
    ["../a", "PATH_LEADS_OUT"],
    ["out/../../a", "PATH_LEADS_OUT"],
    ["/etc/a", "PATH_LEADS_OUT"],
    ["C:/a", "PATH_LEADS_OUT"],
    ["a\\b", "PATH_LEADS_OUT"],
    ["", "PATH_LEADS_OUT"],
  ])("%j is refused: %s", (path, code) => {
    const { diagnostics, files } = plan(
      [generated(path, "")],
      new Map(),
      new Map(),
      options,
    );
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    expect(files).toEqual([]);
  });

  it.each([
    ["handlers/getUser.ts", "handlers/getuser.ts"],
    ["a/\u00e9.ts", "a/e\u0301.ts"],
    ["a.ts", "a.ts"],
  ])("%j and %j clash", (one, other) => {
    const { diagnostics } = plan(
      [user(one, ""), user(other, "")],
      new Map(),
      new Map(),
      options,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["PATH_CLASH"]);
  });

  const outside: SnapshotEntry = { kind: "missing", outside: true };
  const folder: SnapshotEntry = { kind: "other", outside: false };
  const closed: SnapshotEntry = { ...folder, refused: "EACCES" };
  it.each([
    ["a link that leads out", generated("a", ""), outside, "PATH_LEADS_OUT"],
    ["a link for the user's file", user("a", ""), outside, "PATH_LEADS_OUT"],
    ["a folder", generated("a", ""), folder, "PATH_BLOCKED"],
    ["a folder for the user's file", user("a", ""), folder, "PATH_BLOCKED"],
    ["what cannot be read", generated("a", ""), closed, "PATH_UNREADABLE"],
    ["a user's that cannot", user("a", ""), closed, "PATH_UNREADABLE"],
  ])("%s is refused", (_name, file, entry, code) => {
    const found = disk({ a: entry });
    const { diagnostics } = plan([file], new Map(), found, options);
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
  });

  it("leaves a user's file behind a link alone", () => {
    const bytes = Buffer.from("mine");
    const found = disk({ a: { kind: "file", bytes, outside: true } });
    const { diagnostics } = plan([user("a", "")], new Map(), found, options);
    expect(diagnostics).toEqual([]);
  });
});
