import { lanesOf } from "./contenders.js";
import { type Runner, withRunners } from "./processes.js";
import type { Load } from "./programs/worker.js";
import {
  leaveOutFailing,
  type Run,
  type Scenario,
  scaled,
} from "./scenario.js";
import type { Column, Row } from "./table.js";

export const memoryTitles = {
  idle: "idle sessions over HTTP",
  ended: "sessions over HTTP, opened, called and ended one after another",
  lists: "repeated tools/list",
};

const growth: readonly Column[] = [
  { key: "client", title: "client B each" },
  { key: "server", title: "server B each" },
];

const server: readonly Column[] = [
  { key: "server", title: "server B each" },
  { key: "serverCpu", title: "server CPU µs", ratio: true },
];

/** What servers keep of sessions, and both sides of listings. */
export const sessions: Scenario = async (run) => {
  await measure(run, {
    title: memoryTitles.idle,
    columns: server,
    side: "server",
    before: { kind: "sessions", count: 200, end: false },
    load: { kind: "sessions", count: 2000, end: false },
  });
  await measure(run, {
    title: memoryTitles.ended,
    columns: server,
    side: "server",
    before: { kind: "sessions", count: 5000, end: true },
    load: { kind: "sessions", count: 5000, end: true },
  });
  await measure(run, {
    title: memoryTitles.lists,
    columns: growth,
    side: "both",
    before: { kind: "lists", count: 500, tools: 3 },
    load: { kind: "lists", count: 1500, tools: 3 },
  });
};

type Measurement = {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly side: "server" | "both";
  /** Fills what is filled only once. */
  readonly before: Load;
  readonly load: Load;
};

/** How much more is alive after a load than before it. Newer clients have no sessions. */
async function measure(
  run: Run,
  { title, columns, side, before, load }: Measurement,
): Promise<void> {
  const lanes = lanesOf(run.libraries, "http", side).filter(
    ({ era }) => side === "both" || era === "legacy",
  );
  const setting = { transport: "http", tools: 3 } as const;
  const rows = new Map<string, Row>();
  await withRunners(run, lanes, setting, async (runners) =>
    leaveOutFailing(runners, async (runner) => {
      rows.set(runner.name, await grown(runner, run, before, load));
    }),
  );
  run.tell({ title, columns, rows });
}

async function grown(
  runner: Runner,
  { effort }: Run,
  before: Load,
  load: Load,
): Promise<Row> {
  await runner.load({ ...before, count: scaled(before.count, effort) });
  const count = scaled(load.count, effort);
  const first = await runner.memory();
  const { serverCpu } = await runner.load({ ...load, count });
  const last = await runner.memory();
  return {
    client: (last.client - first.client) / count,
    server: (last.server - first.server) / count,
    serverCpu,
  };
}
