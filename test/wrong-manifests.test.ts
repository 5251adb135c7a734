import { cp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { build, printDiagnostic } from "../src/generator/index.js";
import { temporary } from "./support/temporary.js";
import { readTree } from "./support/tree.js";

const cases = fileURLToPath(new URL("cases/manifest/", import.meta.url));

const names = await readdir(cases);

describe("a wrong manifest", () => {
  it.each(names)("%s: nothing is written", async (name) => {
    const folder = await temporary(name);
    await cp(join(cases, name), folder, { recursive: true });
    const before = readTree(folder);
    const file = Object.keys(before).find((path) =>
      /^manifest\.(yaml|json)$/.test(path),
    );
    expect(file).toBeDefined();
    const { diagnostics } = await build({
      cwd: folder,
      manifests: [file ?? ""],
    });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).not.toEqual([]);
    for (const error of errors) {
      // every mistake inside a file that was read has its place
      expect(printDiagnostic(error)).toMatch(
        /^[^ ]+:\d+:\d+ - error [A-Z_]+: /,
      );
    }
    expect(readTree(folder)).toEqual(before);
  });

  it("hears of every mistake in one run, in settings, entries and schemas", async () => {
    const folder = await temporary();
    await writeFile(
      join(folder, "manifest.yaml"),
      `server: { name: shop, version: 1.0.0 }
transport: [stdio]
tools:
  buy:
    inputSchema:
      type: object
      properties:
        what: { $ref: "#/$defs/nothing" }
  sell:
    inputSchema: { type: array }
`,
    );
    const { diagnostics } = await build({ cwd: folder });
    const places = diagnostics.map(
      ({ code, line, column }) => `${line ?? 0}:${column ?? 0} ${code}`,
    );
    expect(places).toEqual([
      "2:1 KEY_UNKNOWN",
      "8:23 SCHEMA_REF_DANGLING",
      "10:26 INPUT_SCHEMA_TYPE",
    ]);
    expect(await readdir(folder)).toEqual(["manifest.yaml"]);
  });

  it("hears of mistakes in the schema of a form", async () => {
    const folder = await temporary();
    await writeFile(
      join(folder, "manifest.yaml"),
      `server: { name: shop, version: 1.0.0 }
features: [elicitation]
elicitations:
  order:
    message: What shall it be?
    requestedSchema:
      type: object
      properties:
        size: { type: integer, default: ten }
        code: { type: string, pattern: "(" }
`,
    );
    const { diagnostics } = await build({ cwd: folder });
    expect(diagnostics.map(printDiagnostic)).toEqual([
      `manifest.yaml:9:41 - warning SCHEMA_DEFAULT_INVALID: form "order", requestedSchema at /properties/size/default: has the default "ten", which its own schema refuses; it is not filled in
  mend: correct the default or the schema`,
      `manifest.yaml:10:40 - error SCHEMA_PATTERN_INVALID: form "order", requestedSchema at /properties/code/pattern: has the pattern "(", which is no regular expression
  mend: write an ECMAScript regular expression`,
    ]);
    expect(await readdir(folder)).toEqual(["manifest.yaml"]);
  });

  it("hears of every mistake inside schemas, each at its line", async () => {
    const folder = await temporary();
    await writeFile(
      join(folder, "manifest.yaml"),
      `server: { name: weather, version: 1.0.0 }
tools:
  refused:
    inputSchema:
      type: object
      properties:
        city: { type: string, minLength: "5" }
        days: { type: integr }
      requried: [city]
  lost:
    inputSchema:
      type: object
      properties:
        shot: { $ref: "#/$defs/Shot" }
        list:
          type: array
          items:
            $ref: "#/$defs/A"
      $defs:
        A: { $ref: "#/$defs/B" }
        B: { $ref: "#/$defs/A" }
  old:
    inputSchema:
      $schema: http://json-schema.org/draft-04/schema#
      type: object
  slow:
    inputSchema:
      type: object
      properties:
        words: { type: string, pattern: "^([a-z]+-?)+$" }
        pair: { type: array, items: [{ type: number }, { type: number }] }
        name: { type: string, nullable: true }
  fine: { inputSchema: { type: object, x-order: 1 } }
`,
    );
    const { diagnostics } = await build({ cwd: folder });
    const told = diagnostics.map(
      ({ line, column, severity, code, what }) =>
        `${line ?? 0}:${column ?? 0} ${severity} ${code} ${what.split(": ", 1)[0] ?? ""}`,
    );
    expect(told).toEqual([
      '7:42 warning SCHEMA_KEYWORD_MALFORMED tool "refused", inputSchema at /properties/city/minLength',
      '8:23 warning SCHEMA_KEYWORD_MALFORMED tool "refused", inputSchema at /properties/days/type',
      '9:17 warning SCHEMA_KEYWORD_UNKNOWN tool "refused", inputSchema at /requried',
      '14:23 error SCHEMA_REF_DANGLING tool "lost", inputSchema at /properties/shot/$ref',
      '21:20 error SCHEMA_REF_LOOP tool "lost", inputSchema at /$defs/B/$ref',
      '24:16 error SCHEMA_DIALECT_UNKNOWN tool "old", inputSchema at /$schema',
      '30:41 warning SCHEMA_PATTERN_SLOW tool "slow", inputSchema at /properties/words/pattern',
      '31:37 warning SCHEMA_KEYWORD_FOREIGN tool "slow", inputSchema at /properties/pair/items',
      '32:41 warning SCHEMA_KEYWORD_FOREIGN tool "slow", inputSchema at /properties/name/nullable',
    ]);
    expect(await readdir(folder)).toEqual(["manifest.yaml"]);
  });
});
