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
    const [formatted] = await format([file], folder);
    expect(formatted).toEqual({
      ...file,
      text: "export const one = {\n    two: 2,\n}\n",
    });
  });
});
