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
      "8:15 SCHEMA_INVALID",
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
      `manifest.yaml:9:41 - warning SCHEMA_DOUBTFUL: form "order", requestedSchema at /properties/size/default: has the default "ten", which its own schema refuses; it is not filled in (SCHEMA_DEFAULT_INVALID)
  mend: correct the default or the schema`,
      `manifest.yaml:10:40 - error SCHEMA_INVALID: form "order", requestedSchema at /properties/code/pattern: has the pattern "(", which is no regular expression (SCHEMA_PATTERN_INVALID)
  mend: write an ECMAScript regular expression`,
    ]);
    expect(await readdir(folder)).toEqual(["manifest.yaml"]);
  });
});
