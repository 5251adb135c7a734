import { readFileSync, statSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { isJsonObject } from "../src/generator/json.js";
import { build } from "../src/generator/index.js";
import { emitText } from "./support/emitted.js";
import { project } from "./support/project.js";
import { runNode } from "./support/run.js";
import { temporary } from "./support/temporary.js";
import { readTree } from "./support/tree.js";

const sample = readFileSync(project("manifest.yaml"), "utf8");

async function filesOf(text: string): Promise<readonly string[][]> {
  const { files, diagnostics } = await emitText(text);
  expect(diagnostics).toEqual([]);
  return files.map(({ path, text: written }) => [path, written]);
}

/** The value with the keys of every map but a schema's in the opposite order. */
function reversed(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .reverse()
    .map(([key, member]) => [
      key,
      // What stands in a schema is shown to clients as its author ordered it.
      key.endsWith("Schema") ? member : reversed(member),
    ]);
  return Object.fromEntries(entries) as unknown;
}

describe("what is emitted depends on nothing but the manifest's meaning", () => {
  test("not on line ends", async () => {
    const windows = sample.replaceAll("\n", "\r\n");
    expect(await filesOf(windows)).toEqual(await filesOf(sample));
  });

  test("not on a byte order mark", async () => {
    expect(await filesOf(`\ufeff${sample}`)).toEqual(await filesOf(sample));
  });

  test("not on the order of a map's keys", async () => {
    const shuffled = stringify(reversed(parse(sample)));
    expect(shuffled).not.toBe(stringify(parse(sample)));
    expect(await filesOf(shuffled)).toEqual(await filesOf(sample));
  });

  test("not on comments and quotes", async () => {
    const plain = JSON.stringify(parse(sample));
    expect(await filesOf(plain)).toEqual(await filesOf(sample));
  });

  test("not on folder, time zone and language", async () => {
    const script = `
      import { isJsonObject } from "../src/generator/json.js";
import { build } from ${JSON.stringify(project("src/generator/index.ts"))};
      const [cwd, manifest] = process.argv.slice(-2);
      const { diagnostics } = await build({ cwd, manifests: [manifest] });
      if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
    `;
    const trees: { [path: string]: string }[] = [];
    for (const place of [
      { cwd: ".", TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", locale: "tr" },
      { cwd: "..", TZ: "America/St_Johns", LANG: "C", locale: "sv" },
    ]) {
      const folder = join(await temporary(), "project");
      await mkdir(folder);
      await writeFile(join(folder, "manifest.yaml"), sample);
      await writeFile(join(folder, "build.mts"), script);
      const cwd = join(folder, place.cwd);
      const manifest = join(folder, "manifest.yaml");
      const tsx = project("node_modules/tsx/dist/cli.mjs");
      const { TZ, LANG, locale } = place;
      const { code, stderr } = await runNode(
        [tsx, join(folder, "build.mts"), cwd, manifest],
        { cwd, env: { TZ, LANG, LC_ALL: LANG, LANGUAGE: locale } },
      );
      expect(stderr).toBe("");
      expect(code).toBe(0);
      trees.push(readTree(folder));
    }
    expect(Object.keys(trees[0]!).length).toBeGreaterThan(50);
    expect(trees[1]).toEqual(trees[0]);
  });
});

test("a second build writes nothing", async () => {
  const cwd = await temporary();
  await cp(project("manifest.yaml"), join(cwd, "manifest.yaml"));
  const first = await build({ cwd });
  expect(first.diagnostics).toEqual([]);
  const times = () =>
    Object.fromEntries(
      Object.keys(readTree(cwd)).map((path) => [
        path,
        statSync(join(cwd, path), { bigint: true }).mtimeNs,
      ]),
    );
  const before = times();
  const second = await build({ cwd });
  expect(second.diagnostics).toEqual([]);
  expect(times()).toEqual(before);
  const actions = new Set(second.files.map(({ action }) => action));
  expect([...actions].sort()).toEqual(["kept", "unchanged"]);
  expect((await build({ cwd, force: true })).diagnostics).toEqual([]);
  expect(times()).toEqual(before);
});
