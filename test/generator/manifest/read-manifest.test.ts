import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readManifest } from "../../../src/generator/manifest/read-manifest.js";

const cwd = mkdtempSync(join(tmpdir(), "mcpgen-"));
afterAll(() => {
  rmSync(cwd, { recursive: true });
});

test("reads a manifest and what it refers to, transitively and in order", () => {
  mkdirSync(join(cwd, "dir/lib"), { recursive: true });
  const write = (path: string, text: string): void => {
    writeFileSync(join(cwd, "dir", path), text);
  };
  write(
    "m.yaml",
    "server: {}\ntools: { a: { inputSchema: { $ref: lib/b.json, x: { $ref: lib/a%20b.yaml } } } }",
  );
  write(
    "lib/a b.yaml",
    "$ref: ../m.yaml\nx: { $ref: 'https://example.com/x' }\ny: { $ref: gone.yaml }",
  );
  write("lib/b.json", '{"$ref": "a%20b.yaml#/x"}');
  const { source, files, diagnostics } = readManifest("dir/m.yaml", { cwd });
  expect(diagnostics).toEqual([]);
  expect(source?.file).toBe("dir/m.yaml");
  expect([...(source?.files.keys() ?? [])]).toEqual([
    "lib/a b.yaml",
    "lib/b.json",
    "m.yaml",
  ]);
  expect(files[0]).toBe(join(cwd, "dir/m.yaml"));
  expect(
    readManifest(join(cwd, "dir/m.yaml"), { cwd: "/", label: "m" }).source
      ?.files,
  ).toEqual(source?.files);
});

test("a captured list makes nothing be read", () => {
  writeFileSync(join(cwd, "secret.json"), "{}");
  writeFileSync(
    join(cwd, "list.json"),
    '{"tools": [{"name": "a", "inputSchema": {"$ref": "secret.json"}}]}',
  );
  expect(readManifest("list.json", { cwd }).source?.files.size).toBe(0);
});

test("a manifest that is missing, or a folder, is a diagnostic", () => {
  expect(readManifest("gone.yaml", { cwd }).diagnostics).toMatchObject([
    { code: "MANIFEST_MISSING", file: "gone.yaml" },
  ]);
  mkdirSync(join(cwd, "folder.yaml"));
  expect(readManifest("folder.yaml", { cwd }).diagnostics).toMatchObject([
    {
      code: "MANIFEST_UNREADABLE",
      what: "the file cannot be read: it is a folder",
    },
  ]);
});
