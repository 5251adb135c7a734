/**
 * `npm run bench:generate`: CPU time and peak memory of builds beside other generators,
 * each in a process of its own; they take turns within one run. Numbers as arguments
 * are the sizes of the made-up servers, `--rounds=3` says how often each builds.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import {
  emptyNode,
  mcpgenTasks,
  openApiTask,
  perToolTask,
  type Task,
} from "./generate/contenders.js";
import { cache, installMcpgen } from "./generate/installation.js";
import { measure, type Cost } from "./generate/measure.js";
import { workloads, type Workload } from "./generate/workload.js";

const args = process.argv.slice(2);
const asked = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
const sizes = asked.length > 0 ? asked : [1, 100, 1000, 10_000];
const given = args.find((arg) => arg.startsWith("--rounds="));
const rounds = Number(given?.slice("--rounds=".length) ?? 5);

/** Time gates carry 30 % slack, since machines and their neighbours differ. */
const slack = 1.3;

/** What a task may cost: CPU milliseconds, multiples of an empty Node, MiB. */
type Gate = {
  readonly cpu?: number;
  readonly ofNode?: number;
  readonly peak?: number;
};
const gates: { readonly [row: string]: Gate } = {
  "1,000 tools: mcpgen, json, cold": { cpu: 1500, peak: 150 },
  "1,000 tools: mcpgen, yaml, cold": { cpu: 3000, peak: 150 },
  "1,000 tools: mcpgen, json, unchanged": { ofNode: 4 },
  "1,000 tools: mcpgen, yaml, unchanged": { ofNode: 4 },
};

/** The costs of each task, round by round. */
async function race(
  { tools }: Workload,
  tasks: readonly Task[],
): Promise<ReadonlyMap<Task, readonly Cost[]>> {
  const folder = mkdtempSync(join(tmpdir(), "mcpgen-bench-"));
  const costs = new Map(tasks.map((task) => [task, [] as Cost[]]));
  // ten times the tools take ten times as long
  const turns = tools.length > 1000 ? 1 : rounds;
  for (let round = 0; round < turns; round++) {
    for (const [task, found] of costs) {
      const place = join(folder, task.name.split(",").slice(0, 2).join(""));
      mkdirSync(place, { recursive: true });
      task.prepare(place, tools);
      const cost = await measure(task.args, place);
      if (typeof cost !== "string") found.push(cost);
      else if (!task.isPeer) throw new Error(`${task.name}: ${cost}`);
    }
  }
  rmSync(folder, { recursive: true });
  return costs;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** Which bounds of its gate a row breaks. */
function verdict(gate: Gate | undefined, cost: Cost, node: number): string {
  if (gate === undefined) return "";
  const { cpu = Infinity, ofNode = Infinity, peak = Infinity } = gate;
  const most = Math.min(cpu, ofNode * node);
  const holds = cost.cpu <= most * slack && cost.peak <= peak;
  if (!holds) process.exitCode = 1;
  return holds ? "holds" : "MISSED";
}

function print(cells: readonly string[]): void {
  const [name = "", ...others] = cells;
  console.log(
    name.padEnd(48) + others.map((cell) => cell.padStart(12)).join(""),
  );
}

const peers = [await perToolTask(), openApiTask()].flatMap((task) => {
  if (task) return [task];
  console.log("a peer is not installed: npm run bench:peers does");
  return [];
});
mkdirSync(cache, { recursive: true });
const all = [emptyNode, ...mcpgenTasks(await installMcpgen()), ...peers];
print(["", "CPU ms", "of node", "peak MiB", "gate"]);
for (const workload of workloads(sizes)) {
  const tasks = all.filter(
    ({ most = Infinity }) => workload.tools.length <= most,
  );
  report(workload, await race(workload, tasks));
}

/** Prints a row for each task. */
function report(
  workload: Workload,
  costs: ReadonlyMap<Task, readonly Cost[]>,
): void {
  const node = median((costs.get(emptyNode) ?? []).map(({ cpu }) => cpu));
  for (const [task, found] of costs) {
    if (found.length === 0) {
      print([`${workload.name}: ${task.name}`, "failed"]);
      continue;
    }
    const cpu = median(found.map((one) => one.cpu));
    const peak = Math.max(...found.map((one) => one.peak));
    const row = `${workload.name}: ${task.name}`;
    const said = verdict(gates[row], { cpu, peak }, node);
    const ratio = (cpu / node).toFixed(1);
    print([row, cpu.toFixed(0), ratio, peak.toFixed(0), said]);
  }
}
