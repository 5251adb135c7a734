import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanJson } from "../../../src/generator/manifest/json-scan.js";
import { load } from "../../../src/generator/manifest/load.js";

describe("load", () => {
  test("places keys and values of JSON and of YAML", () => {
    const json = load(
      "a.json",
      '{\n  "tools": [\n    {"a": "b/c", "x/y": 1}\n  ]\n}',
    );
    expect(json.diagnostics).toEqual([]);
    expect(json.locate("/tools/0/a", "value")).toEqual({
      file: "a.json",
      line: 3,
      column: 11,
    });
    expect(json.locate("/tools/0/x~1y", "key")).toEqual({
      file: "a.json",
      line: 3,
      column: 18,
    });
    const yaml = load(
      "a.yaml",
      "tools:\n  a:\n    b: &b { c: 1 }\n    <<: *b\nempty:\n",
    );
    expect(yaml.locate("/tools/a/b", "key")).toEqual({
      file: "a.yaml",
      line: 3,
      column: 5,
    });
    expect(yaml.locate("/tools/a/c", "value")).toEqual({
      file: "a.yaml",
      line: 3,
      column: 16,
    });
    expect(yaml.locate("/empty", "value")).toEqual({
      file: "a.yaml",
      line: 5,
      column: 1,
    });
  });

  test("a pointer that leads nowhere has the place of its nearest ancestor", () => {
    const { locate } = load("a.yaml", "a: 1\nb:\n  c: { d: 1 }\n");
    expect(locate("/b/c/x/y", "value")).toEqual({
      file: "a.yaml",
      line: 3,
      column: 6,
    });
  });

  test("a byte order mark and Windows line ends change nothing", () => {
    const text = '\ufeff{\r\n  "a": 1,\r\n  "b": 2 }';
    const { value, locate } = load("a.json", text);
    expect(value).toEqual({ a: 1, b: 2 });
    expect(locate("/b", "key")).toMatchObject({ line: 3, column: 3 });
    expect(load("a.yaml", "\ufeffa: 1\r\nb: 2\r\n").value).toEqual({
      a: 1,
      b: 2,
    });
  });

  test("keys keep their spelling, and __proto__ is a key", () => {
    const { value } = load("a.yaml", "1.0: a\nyes: b\n__proto__: c\n");
    expect(Object.entries(value as object)).toEqual([
      ["1.0", "a"],
      ["yes", "b"],
      ["__proto__", "c"],
    ]);
  });

  test.each(["a.json", "a.yaml"])(
    "a bottomless %s is refused, not followed",
    (file) => {
      const { value, diagnostics } = load(
        file,
        "[".repeat(20_000) + "]".repeat(20_000),
      );
      expect(value).toBeUndefined();
      expect(diagnostics.map(({ code }) => code)).toContain("MANIFEST_SYNTAX");
    },
  );

  test.each(["a.json", "a.yaml"])(
    "a %s that git left in conflict says so once, at the first place",
    (file) => {
      const text =
        "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> left\n<<<<<<< HEAD\n";
      expect(load(file, text).diagnostics).toMatchObject([
        {
          code: "MANIFEST_SYNTAX",
          line: 2,
          column: 1,
          what: expect.stringContaining(
            "git left both sides of a conflict here",
          ) as string,
        },
      ]);
    },
  );

  test("a JSON manifest without mistakes does not load the YAML parser", () => {
    const module = new URL(
      "../../../src/generator/manifest/load.ts",
      import.meta.url,
    );
    const script = `
      const { load } = await import(${JSON.stringify(module.href)});
      const { createRequire } = await import("node:module");
      const isLoaded = () => Object.keys(createRequire(${JSON.stringify(module.href)}).cache).some((path) => /node_modules.yaml./.test(path));
      const { locate } = load("a.json", '{"a": 1}');
      const before = isLoaded();
      locate("/a", "value");
      console.log(before, isLoaded());`;
    const cwd = fileURLToPath(new URL("../../../", import.meta.url));
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    const output = execFileSync(process.execPath, args, {
      cwd,
      encoding: "utf8",
    });
    expect(output.trim()).toBe("false true");
  });
});

describe("scanJson", () => {
  test.each([
    ['{"a": [1,2,],}', 11, 'a value should stand here, not "]"'],
    ['{"a": 1} x', 9, 'the end should stand here, not "x"'],
    ["{'a': 1}", 1, `a key in double quotes should stand here, not "'"`],
    ['{"a" 1}', 5, '":" should stand here, not "1"'],
    ["[1 2]", 3, '"," or "]" should stand here, not "2"'],
    ['{"a": 01}', 6, 'a value should stand here, not "0"'],
    ["", 0, "it ends where a value should stand"],
    ['{"a": ', 6, "it ends where a value should stand"],
  ])("%s", (text, offset, reason) => {
    expect(scanJson(text).problem).toEqual({ offset, reason });
  });

  test("accepts what JSON.parse accepts, and nothing else", () => {
    const accepts = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"\\u00e9"',
      '"\\x"',
      "1",
      "-0.5e+3",
      "01",
      "true",
      "null",
      " ",
      "\n",
      "\u00a0",
    );
    const broken = fc
      .array(pieces, { maxLength: 9 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => {
        expect(scanJson(text).problem === undefined).toBe(accepts(text));
      }),
      { numRuns: 3000 },
    );
  });
});
