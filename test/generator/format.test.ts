import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { format } from "../../src/generator/format.js";
import { temporary } from "../support/temporary.js";

describe("format", () => {
  it("follows the user's own prettier settings", async () => {
    const folder = await temporary();
    await writeFile(
      join(folder, ".prettierrc"),
      '{ "semi": false, "tabWidth": 4 }',
    );
    const text = "export const one = {\n  two: 2,\n};\n";
    const file = { path: "out/a.ts", text, owner: "generated" } as const;
    const formatted = await format([file], { folder, prefix: "" });
    expect(formatted.diagnostics).toEqual([]);
    expect(formatted.files).toEqual([
      { ...file, text: "export const one = {\n    two: 2,\n}\n" },
    ]);
  });

  it("says once that the settings are wrong", async () => {
    const folder = await temporary();
    await writeFile(join(folder, ".prettierrc"), '{ "semi": ');
    const files = ["a.ts", "b.ts"].map((path) => ({ path, text: "a;\n" }));
    const formatted = await format(files, { folder, prefix: "sub/" });
    expect(formatted.files).toEqual(files);
    expect(formatted.diagnostics).toMatchObject([
      { code: "FORMAT_FAILED", file: "sub/a.ts" },
    ]);
  });
});
