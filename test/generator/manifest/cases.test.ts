import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { entryDiagnostics } from "../../../src/generator/entry-diagnostics.js";
import { manifestDiagnostics } from "../../../src/generator/manifest-diagnostics.js";
import { parseManifest } from "../../../src/generator/manifest/parse-manifest.js";
import { readManifest } from "../../../src/generator/manifest/read-manifest.js";
import { printDiagnostic } from "../../../src/generator/print-diagnostic.js";
import { protocols } from "./protocols.js";

const folder = fileURLToPath(new URL("../../cases/manifest/", import.meta.url));
const cases = readdirSync(folder).sort();

/** Every diagnostic of a wrong manifest, as a user sees it; UPDATE_GOLDEN=1 writes the files anew. */
describe("wrong manifests", () => {
  test.each(cases)("%s", (name) => {
    const cwd = `${folder}${name}`;
    const json = existsSync(`${cwd}/manifest.json`);
    const read = readManifest(json ? "manifest.json" : "manifest.yaml", {
      cwd,
    });
    if (!read.source) throw new Error("the case has no manifest");
    const { diagnostics } = parseManifest(read.source, { protocols });
    const text = diagnostics.map((one) => `${printDiagnostic(one)}\n`).join("");
    const golden = `${cwd}/expected.txt`;
    if (process.env["UPDATE_GOLDEN"]) writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, "utf8"));
  });
});

test("every code of the manifest has a case", () => {
  const printed = cases
    .map((name) => readFileSync(`${folder}${name}/expected.txt`, "utf8"))
    .join("");
  // These two need no manifest: read-manifest.test.ts has them.
  const elsewhere = ["MANIFEST_MISSING", "MANIFEST_UNREADABLE"];
  const codes = Object.keys({ ...manifestDiagnostics, ...entryDiagnostics });
  const bare = codes.filter((code) => !printed.includes(` ${code}: `));
  expect(bare).toEqual(elsewhere);
});
