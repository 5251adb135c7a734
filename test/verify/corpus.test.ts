import { readdirSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { beforeAll, describe, expect, test } from "vitest";
import { lower } from "../../src/generator/lower.js";
import { loadManifest } from "../../src/generator/pipeline.js";
import { readProtocols } from "../../src/generator/protocol/read-protocols.js";
import { emitFile, emitRuntime, type Emitted } from "../support/emitted.js";
import { shared } from "../support/project.js";
import { openTypeChecker } from "../support/type-check.js";

const folder = shared("corpus/servers");
const servers = folder === undefined ? [] : readdirSync(folder).sort();
const pathOf = (server: string): string => join(folder ?? "", server);

/** Tools whose schemas are wrong, by server: what the build says of each. None as yet. */
const wrong: { readonly [server: string]: readonly string[] } = {};

/** Tools whose types are longer than ten times their schemas, with the reason. */
const long: { readonly [tool: string]: string } = {};

/** Characters of source that one TypeScript program takes on. */
const programSize = 5_000_000;

/** Characters of one server's files that prettier gets to see: it is slow. */
const prettierSize = 500_000;

/** Thirty megabytes of source take their time, on a busy machine most of all. */
const patience = 900_000;

describe.skipIf(folder === undefined)("all captured servers", () => {
  const emitted: Emitted[] = [];

  beforeAll(async () => {
    for (const server of servers)
      emitted.push(await emitFile(pathOf(server), server));
  }, patience);

  test("build, and nothing above a warning is said of a sound tool", () => {
    const errors = emitted.flatMap(({ diagnostics }) =>
      diagnostics.filter(({ severity }) => severity === "error"),
    );
    const said = errors.map(({ file, what }) => `${file}: ${what}`);
    expect(said).toEqual(
      Object.entries(wrong).flatMap(([server, problems]) =>
        problems.map((problem) => `${server}: ${problem}`),
      ),
    );
    expect(emitted.every(({ files }) => files.length > 0)).toBe(true);
  });

  test("compile under every strict flag", { timeout: patience }, async () => {
    const runtime = await emitRuntime(emitted);
    const check = openTypeChecker(
      runtime.filter(({ path }) => path.endsWith(".ts")),
    );
    const errors = batches(emitted).flatMap((batch) =>
      check(batch.flatMap(({ files }) => files)),
    );
    expect(errors).toEqual([]);
  });

  test("are as prettier leaves them", { timeout: patience }, async () => {
    for (const { record, files } of emitted) {
      const size = files.reduce((sum, { text }) => sum + text.length, 0);
      if (size > prettierSize) continue;
      // Recorded contracts have a line for each entry, which prettier would break.
      const sources = files.filter(({ path }) => path.endsWith(".ts"));
      for (const { path, text } of sources) {
        const isTidy = (await format(text, { filepath: path })) === text;
        expect.soft(isTidy, `${record?.manifest}: ${path}`).toBe(true);
      }
    }
  });

  test(
    "get types in proportion to their schemas",
    { timeout: patience },
    () => {
      const { protocols } = readProtocols();
      const ratios = servers.flatMap((server) => {
        const { manifest, locate } = loadManifest(pathOf(server), server);
        if (manifest === undefined) return [];
        const { contract } = lower(manifest, protocols, {}, locate);
        return contract.tools.map(({ name, entry, input, output }) => {
          const types = input.types.length + (output?.types.length ?? 0);
          const { inputSchema, outputSchema } = entry;
          const schemas = JSON.stringify([inputSchema, outputSchema]).length;
          return { tool: `${server} ${name}`, types, schemas };
        });
      });
      console.info(`${ratios.length} tools of ${servers.length} servers`);
      const over = ratios.filter(
        ({ types, schemas }) => types >= 10 * schemas + 500,
      );
      expect(over.map(({ tool }) => tool)).toEqual(Object.keys(long));
    },
  );
});

/** Servers in groups that one program can hold. */
function batches(all: readonly Emitted[]): readonly (readonly Emitted[])[] {
  const groups: Emitted[][] = [[]];
  let size = 0;
  for (const one of all) {
    const own = one.files.reduce((sum, { text }) => sum + text.length, 0);
    if (size > 0 && size + own > programSize) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(one);
    size += own;
  }
  return groups;
}
