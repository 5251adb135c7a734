/**
 * `npm run bench:runtime`: what a call costs, over stdio and over HTTP, what it takes
 * to start, and what sessions keep; ours beside the official SDKs, light servers and a
 * raw peer that does only what the wire demands. Words choose scenarios and
 * contenders, none means all:
 *
 *     npm run bench:runtime -- stdio http mcpgen raw --quick
 *
 * `--quick` takes fewer turns; `--before FOLDER` races an earlier copy of this project
 * as well; `--profiles FOLDER` writes a CPU profile of every process.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { http, list, stdio } from "./runtime/calls.js";
import { start } from "./runtime/cold.js";
import { isInstalled, libraries, type Library } from "./runtime/contenders.js";
import { judge } from "./runtime/gates.js";
import { sessions } from "./runtime/memory.js";
import type { Scenario } from "./runtime/scenario.js";
import { printTable, type Table } from "./runtime/table.js";
import { Workspace } from "./runtime/workspace.js";

const scenarios: { readonly [name: string]: Scenario } = {
  stdio,
  http,
  list,
  start,
  sessions,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    before: { type: "string" },
    profiles: { type: "string" },
  },
});

const contenders: readonly Library[] = libraries.filter(
  (library) => library !== "before" || values.before !== undefined,
);
const known = [...Object.keys(scenarios), ...contenders];
const unknown = positionals.filter((word) => !known.includes(word));

/** Those that were named, or all. */
function chosen<Name extends string>(names: readonly Name[]): readonly Name[] {
  const named = names.filter((name) => positionals.includes(name));
  return named.length > 0 ? named : names;
}

async function main(): Promise<void> {
  const tables: Table[] = [];
  const workspace = new Workspace(values.before && resolve(values.before));
  const missing = chosen(contenders).filter((name) => !isInstalled(name));
  for (const name of missing)
    console.log(`${name}: not installed, npm run bench:peers does`);
  try {
    for (const name of chosen(Object.keys(scenarios)))
      await scenarios[name]!({
        workspace,
        libraries: chosen(contenders).filter(isInstalled),
        effort: { rounds: values.quick ? 5 : 20, scale: 1 },
        profiles: values.profiles && resolve(values.profiles),
        tell: (table) => {
          tables.push(table);
          console.log(printTable(table));
        },
      });
  } finally {
    workspace.close();
  }
  console.log(`\n${judge(tables).join("\n")}`);
}

if (unknown.length === 0) await main();
else {
  console.error(
    `Unknown: ${unknown.join(", ")}. Known are ${known.join(", ")}.`,
  );
  process.exitCode = 2;
}
