import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { format } from "prettier";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { printDiagnostic } from "../src/generator/print-diagnostic.js";
import { emitFile, emitRuntime, type Emitted } from "./support/emitted.js";
import { project } from "./support/project.js";
import { readTree } from "./support/tree.js";
import { openTypeChecker, strictest } from "./support/type-check.js";

const folder = project("test/cases/build");
const cases = readdirSync(folder).sort();
const emitted = new Map<string, Emitted>();

const emittedBy = (name: string): Emitted => {
  const found = emitted.get(name);
  if (found === undefined) throw new Error(`${name} was not emitted`);
  return found;
};

beforeAll(async () => {
  for (const name of cases) {
    const path = join(folder, name, "manifest.yaml");
    emitted.set(name, await emitFile(path, "manifest.yaml"));
  }
});

/**
 * What a case shows: every file of its server. `protocol.ts` is left to the cases
 * of one version, and to out/, which has it for all versions. The recorded contract
 * is the manifest over again.
 */
function shownBy(name: string): { [path: string]: string } {
  const { files, diagnostics } = emittedBy(name);
  const shown = files
    .filter(
      ({ path }) =>
        (name.startsWith("version-") || !path.endsWith("/protocol.ts")) &&
        !path.endsWith(".contract.json"),
    )
    .map(({ path, text }) => [path, text] as const);
  const said = diagnostics.map((one) => `${printDiagnostic(one)}\n`).join("");
  const all =
    said === "" ? shown : [...shown, ["diagnostics.txt", said] as const];
  return Object.fromEntries(all);
}

describe("a manifest becomes the files beside it", () => {
  test.each(cases)("%s", (name) => {
    const golden = join(folder, name, "expected");
    const shown = shownBy(name);
    if (process.env["UPDATE_GOLDEN"]) writeTree(golden, shown);
    const expected = existsSync(golden) ? readTree(golden) : {};
    expect(Object.keys(shown).sort()).toEqual(Object.keys(expected).sort());
    expect(shown).toEqual(expected);
  });
});

describe("every expected file", () => {
  // The cases share one tree and so one runtime: each has its server's name for itself.
  const isBundled = (name: string): boolean =>
    emittedBy(name).record?.importExtension === "none";

  test("has a folder of its own", () => {
    for (const name of cases) {
      const elsewhere = emittedBy(name)
        .files.filter(({ owner }) => owner === "generated")
        .map(({ path }) => path)
        .filter((path) => !path.includes(`/${name}/`));
      expect(elsewhere).toEqual([`${name}.contract.json`]);
    }
  });

  test.each([
    { resolution: "NodeNext", bundled: false, options: strictest },
    {
      resolution: "Bundler",
      bundled: true,
      options: {
        ...strictest,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
      },
    },
  ])("compiles under every strict flag with $resolution", async (row) => {
    const chosen = cases.filter((name) => isBundled(name) === row.bundled);
    const servers = chosen.map(emittedBy);
    expect(servers.length).toBeGreaterThan(0);
    const runtime = await emitRuntime(servers);
    const files = [...runtime, ...servers.flatMap((one) => one.files)];
    const sources = files.filter(({ path }) => path.endsWith(".ts"));
    expect(openTypeChecker([], row.options)(sources)).toEqual([]);
  });

  test("is as prettier leaves it", async () => {
    const files = cases.flatMap((name) =>
      emittedBy(name).files.map((file) => ({ ...file, name })),
    );
    for (const { name, path, text } of files) {
      const tidy = await format(text, { filepath: path });
      expect.soft(text, `${name}: ${path}`).toBe(tidy);
    }
  });
});

describe("out/", () => {
  test("is what the sample's manifest builds to", async () => {
    const sample = await emitFile(project("manifest.yaml"), "manifest.yaml");
    const own = sample.files.filter(({ owner }) => owner === "generated");
    const files = [...own, ...(await emitRuntime([sample]))];
    const built = files.map(({ path, text }) => [path, text] as const);
    const committed = Object.entries(readTree(project("out"))).map(
      ([path, text]): [string, string] => [`out/${path}`, text],
    );
    const contract = "weather.contract.json";
    committed.push([contract, readFileSync(project(contract), "utf8")]);
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(built));
  });
});

function writeTree(root: string, files: { [path: string]: string }): void {
  rmSync(root, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
