import fc from "fast-check";
import { expect } from "vitest";
import { isUserFile } from "../../src/generator/output-file.js";
import { extendFile } from "../../src/generator/user-files/extend-file.js";
import { emitValue } from "./emitted.js";
import { exportsOf, handlerFiles, isSubsequence } from "./handler-files.js";

const counted = { "\n": /(?<!\r)\n/g, "\r\n": /\r\n/g };

/** Holds made-up handler files against what a build promises of the user's files. */
export async function checkHandlerFiles(numRuns: number): Promise<void> {
  const { files } = await emitValue({
    protocol: { versions: ["2026-07-28"] },
    server: { name: "demo", version: "1.0.0" },
    tools: [{ name: "get_user", inputSchema: { type: "object" } }],
  });
  const path = "handlers/demo/getUser.ts";
  const wanted = files.filter(isUserFile).find((file) => file.path === path);
  if (!wanted) throw new Error(`nothing is wanted of ${path}`);
  const place = { path, folder: "/nowhere", prefix: "" };
  const extend = async (text: string) =>
    extendFile(Buffer.from(text), wanted.export, place);
  let extended = 0;
  await fc.assert(
    fc.asyncProperty(handlerFiles, async ({ text: before, head, eol }) => {
      const { text: after, isExtended, diagnostics } = await extend(before);
      expect(diagnostics.filter((one) => one.severity === "error")).toEqual([]);
      if (!isExtended) {
        expect(after).toBe(before);
        return;
      }
      extended += 1;
      expect(isSubsequence(before, after)).toBe(true);
      expect(after.startsWith(head)).toBe(true);
      expect(after.endsWith(eol)).toBe(
        before.endsWith(eol) || /^\ufeff?$/.test(before),
      );
      const other = eol === "\n" ? "\r\n" : "\n";
      expect(after.match(counted[other])).toEqual(before.match(counted[other]));
      expect(await exportsOf(after)).toContain("getUser");
      const again = await extend(after);
      expect(again).toEqual({
        text: after,
        isExtended: false,
        diagnostics: [],
      });
    }),
    { numRuns },
  );
  expect(extended).toBeGreaterThan(numRuns / 10);
}
