import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { build, check, type BuildOptions } from "../../src/generator/index.js";
import { lockName } from "../../src/generator/lock.js";
import { temporary } from "../support/temporary.js";
import { readTree } from "../support/tree.js";

/** Two servers for one `out`, one of which needs more of the runtime. */
const manifests = {
  "files.yaml": {
    protocol: { versions: ["2026-07-28"] },
    server: { name: "files", version: "1.0.0" },
    features: ["elicitation"],
    transports: ["stdio"],
    tools: [{ name: "read", inputSchema: { type: "object" } }],
  },
  "weather.yaml": {
    protocol: { versions: ["2026-07-28"] },
    server: { name: "weather", version: "1.0.0" },
    transports: ["http"],
    tools: [{ name: "now", inputSchema: { type: "object" } }],
  },
};
const names = ["files.yaml", "weather.yaml"] as const;
type Name = (typeof names)[number];

async function open(...chosen: readonly Name[]): Promise<string> {
  const folder = await temporary("two");
  for (const name of chosen) {
    writeFileSync(join(folder, name), JSON.stringify(manifests[name]));
  }
  return folder;
}

async function succeed(cwd: string, options: BuildOptions): Promise<void> {
  const { diagnostics } = await build({ cwd, ...options });
  const wrong = diagnostics.filter((one) => one.code !== "HANDLER_UNUSED");
  expect(wrong).toEqual([]);
}

it("share one out with the same bytes in whatever order they come and go", async () => {
  const orders: readonly (readonly Name[])[][] = [
    [["files.yaml"], ["weather.yaml"]],
    [["weather.yaml"], ["files.yaml"]],
    [["weather.yaml", "files.yaml"]],
  ];
  const both: object[] = [];
  const left: object[] = [];
  for (const order of orders) {
    const folder = await open(...names);
    for (const chosen of order) await succeed(folder, { manifests: chosen });
    for (const chosen of [...order, names]) {
      const checked = await check({ cwd: folder, manifests: chosen });
      expect(checked.stale).toEqual([]);
    }
    both.push(readTree(folder));
    rmSync(join(folder, "files.yaml"));
    await succeed(folder, { manifests: ["weather.yaml"], forget: ["files"] });
    left.push(readTree(folder));
  }
  expect(both[1]).toEqual(both[0]);
  expect(both[2]).toEqual(both[0]);
  expect(left[1]).toEqual(left[0]);
  expect(left[2]).toEqual(left[0]);

  const alone = await open("weather.yaml");
  await succeed(alone, { manifests: ["weather.yaml"] });
  const own = Object.entries(left[0] as object).filter(
    ([path]) => !path.startsWith("handlers/files/"),
  );
  expect(Object.fromEntries(own)).toEqual(readTree(alone));
  expect(own.map(([path]) => path)).toContain(lockName);
});
