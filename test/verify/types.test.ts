import { expect, test } from "vitest";
import { check } from "../../bench/types/check.js";
import { declarationsConfig, writeProject } from "../../bench/types/project.js";
import { compilers } from "../support/compilers.js";
import { temporary } from "../support/temporary.js";

/** Instantiations above an empty project with the same lib, for 200 tools each used once. */
const gates = { call: 1000, whole: 6000 };

test("types stay cheap for the compiler", async () => {
  const folder = await temporary("types");
  await writeProject(folder, 200);
  const compiler = compilers.find(({ version }) => version.startsWith("5.9."));
  if (compiler === undefined) throw new Error("TypeScript 5.9 is missing");
  const built = await compiler.tsc(["-p", declarationsConfig], folder);
  expect(built.stdout).toBe("");
  const empty = await check(compiler, folder, "tsconfig.empty.json");
  for (const [app, gate] of Object.entries(gates)) {
    const cost = await check(compiler, folder, `tsconfig.${app}.json`);
    const more = cost.instantiations - empty.instantiations;
    expect(more, app).toBeLessThanOrEqual(gate);
    // Each tool costs something: an app that is not checked would cost nothing.
    expect(more, app).toBeGreaterThan(200);
  }
});
