import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNode } from "../../test/support/run.js";
import { findingLanes, type Lane, lanesOf } from "./contenders.js";
import { importsOf } from "./imports.js";
import {
  leaveOutFailing,
  quantile,
  type Run,
  type Scenario,
} from "./scenario.js";
import type { Column, Row } from "./table.js";

export const startTitle = "start to first call, stdio";
export const importTitle = "import";

const startColumns: readonly Column[] = [
  { key: "wall", title: "ms", ratio: true },
  { key: "processes", title: "processes" },
];

const importColumns: readonly Column[] = [
  { key: "cpu", title: "CPU ms above empty", digits: 1 },
];

/** From nothing to the first completed call, and what it costs to import the code alone. */
export const start: Scenario = async (run) => {
  await coldStarts(run);
  await imports(run);
};

async function coldStarts(run: Run): Promise<void> {
  const lanes = [
    ...lanesOf(run.libraries, "stdio", "both"),
    ...findingLanes(run.libraries),
  ];
  const taken = new Map<string, { walls: number[]; processes: number }>();
  await leaveOutFailing(lanes, async (lane) => {
    const processes = await countProcesses(run, lane);
    taken.set(lane.name, { walls: [], processes });
  });
  const fit = lanes.filter(({ name }) => taken.has(name));
  for (let round = 0; round < run.effort.rounds; round++)
    await leaveOutFailing(fit, async (lane) => {
      taken.get(lane.name)!.walls.push(await firstCall(run, lane));
    });
  const rows = new Map<string, Row>();
  for (const [name, { walls, processes }] of taken)
    rows.set(name, { wall: quantile(walls, 0.2), processes });
  run.tell({ title: startTitle, columns: startColumns, rows });
}

/** Milliseconds from the start of the client's process until its first call is answered. */
async function firstCall(
  { workspace }: Run,
  lane: Lane,
  starts: readonly string[] = [],
): Promise<number> {
  const client = await workspace.program(lane.client, "start");
  const server = await workspace.program(lane.server, "server");
  const args = [client, lane.era, server, "stdio", "3", lane.era, ...starts];
  const begin = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let called: number | undefined;
  child.stdout.once("data", () => (called = performance.now() - begin));
  await ended;
  if (called === undefined) throw new Error("it ended before the first call");
  return called;
}

/** The client's process, and every start of a server. */
async function countProcesses(run: Run, lane: Lane): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "mcpgen-bench-"));
  try {
    const file = join(folder, "starts");
    writeFileSync(file, "");
    await firstCall(run, lane, [file]);
    return readFileSync(file, "utf8").split("\n").length;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function imports({ workspace, libraries, effort, tell }: Run) {
  const programs = new Map<string, string>();
  for (const { name, library, source } of importsOf(libraries))
    programs.set(name, await workspace.importing(library, name, source));
  const empty = await workspace.importing("raw", "empty", "");
  const spent = new Map(
    [...programs.keys()].map((name) => [name, [] as number[]]),
  );
  const idle: number[] = [];
  for (let round = 0; round < effort.rounds; round++) {
    idle.push(await cpuOf(empty));
    for (const [name, program] of programs)
      spent.get(name)!.push(await cpuOf(program));
  }
  const rows = new Map<string, Row>();
  for (const [name, all] of spent)
    rows.set(name, { cpu: quantile(all, 0.2) - quantile(idle, 0.2) });
  tell({ title: importTitle, columns: importColumns, rows });
}

/** Milliseconds of CPU that a program tells of itself. */
async function cpuOf(program: string): Promise<number> {
  const { code, stdout, stderr } = await runNode([program]);
  if (code !== 0) throw new Error(stderr);
  return Number(stdout) / 1000;
}
