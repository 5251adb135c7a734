import { describe, expect, it } from "vitest";
import {
  emptyLock,
  printLock,
  type Lock,
  type LockedServer,
} from "../../src/generator/lock.js";
import { parseLock } from "../../src/generator/parse-lock.js";

const server: LockedServer = {
  manifest: "manifest.yaml",
  out: "out",
  importExtension: "js",
  runtime: ["client.ts", "stdio-client.ts"],
  inputHash: "abc",
  inputs: ["manifest.yaml"],
  identifiers: {
    tools: Object.fromEntries([
      ["b", "b"],
      ["__proto__", "proto"],
      ["10", "_10"],
      ["9", "_9"],
      ["a", "a"],
    ]),
  },
  files: new Map([
    ["out/weather/types.ts", "2"],
    ["out/weather/client.ts", "1"],
  ]),
  userFiles: new Map(),
};
const lock: Lock = {
  servers: new Map([["weather", server]]),
  shared: new Map([["out", new Map([["out/runtime/client.ts", "3"]])]]),
};

const text = `{
  "servers": {
    "weather": {
      "files": {
        "out/weather/client.ts": "1",
        "out/weather/types.ts": "2"
      },
      "identifiers": {
        "tools": {
          "10": "_10",
          "9": "_9",
          "__proto__": "proto",
          "a": "a",
          "b": "b"
        }
      },
      "importExtension": "js",
      "inputHash": "abc",
      "inputs": ["manifest.yaml"],
      "manifest": "manifest.yaml",
      "out": "out",
      "runtime": ["client.ts", "stdio-client.ts"],
      "userFiles": {}
    }
  },
  "shared": {
    "out": {
      "out/runtime/client.ts": "3"
    }
  },
  "version": 1
}
`;

it("prints one entry a line, sorted by code unit", () => {
  expect(printLock(lock)).toBe(text);
});

it("reads what it printed", () => {
  const parsed = parseLock(text, "mcpgen.lock.json");
  expect(parsed).toEqual({ lock });
  if (!("lock" in parsed)) return;
  expect(printLock(parsed.lock)).toBe(text);
});

it("reads a checkout with CRLF and an empty lock", () => {
  expect(parseLock(text.replaceAll("\n", "\r\n"), "l")).toEqual({ lock });
  expect(parseLock(printLock(emptyLock), "l")).toEqual({ lock: emptyLock });
});

/** The lock's text where one line is left with two sides, and with the base between them. */
function conflict(ours: string, theirs: string, base?: string): string {
  const middle = base === undefined ? "" : `||||||| base\n${base}\n`;
  const sides = `<<<<<<< HEAD\n${ours}\n${middle}=======\n${theirs}\n>>>>>>> other`;
  return text.replace(ours, () => sides);
}

describe("a lock that a merge left with two sides", () => {
  const file = '        "out/weather/types.ts": "2"';
  const hash = '      "inputHash": "abc",';

  it("has the entries of both, and the first hash of an entry of both", () => {
    const other =
      '        "out/weather/types.ts": "4",\n        "out/z.ts": "5"';
    expect(parseLock(conflict(file, other, file), "l")).toEqual({
      lock: {
        ...lock,
        servers: new Map([
          [
            "weather",
            { ...server, files: new Map([...server.files, ["out/z.ts", "5"]]) },
          ],
        ]),
      },
    });
  });

  it("has no hash of the inputs of a server that both built", () => {
    const merged = conflict(hash, '      "inputHash": "def",');
    for (const one of [merged, merged.replaceAll("\n", "\r\n")]) {
      expect(parseLock(one, "l")).toEqual({
        lock: {
          ...lock,
          servers: new Map([["weather", { ...server, inputHash: "" }]]),
        },
      });
    }
  });
});

describe("a broken lock", () => {
  it.each([
    [
      "merge of two identifiers for one name",
      conflict('          "a": "a",', '          "a": "other",'),
      13,
      "conflict",
    ],
    [
      "merge of what is no JSON",
      conflict('          "a": "a",', '          "a"'),
      13,
      "conflict",
    ],
    ["missing comma", text.replace('"1",', '"1"'), 6, "JSON"],
    ["stray word", text.replace('"1",', '"1", oops'), 5, "JSON"],
    ["cut short", text.slice(0, 130), 7, "JSON"],
    ["empty", "", 1, "JSON"],
    ["no object", "[]", 1, "object"],
    ["wrong type", text.replace('"abc"', "7"), 18, "inputHash"],
    ["hash of a file is a list", text.replace('"3"', "[]"), 28, "runtime"],
    [
      "path that leads out",
      text.replace("out/weather/types.ts", "../../etc/passwd"),
      6,
      "leads out",
    ],
    [
      "no version",
      text.replace('"version": 1', '"v": 1'),
      undefined,
      "version",
    ],
  ])("%s", (_name, broken, line, word) => {
    const parsed = parseLock(broken, "mcpgen.lock.json");
    if (!("problem" in parsed)) throw new Error("it was read");
    expect(parsed.problem).toMatchObject({
      code: "LOCK_BROKEN",
      file: "mcpgen.lock.json",
    });
    expect(parsed.problem.line).toBe(line);
    expect(parsed.problem.what).toContain(word);
  });

  it("of a newer version says so", () => {
    const newer = text.replace('"version": 1', '"version": 2');
    expect(parseLock(newer, "l")).toMatchObject({
      problem: { code: "LOCK_TOO_NEW" },
    });
  });
});
