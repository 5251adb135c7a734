import type { Lane } from "./contenders.js";
import { type Runner, type Setting, withRunners } from "./processes.js";
import type { Load, Turn } from "./programs/worker.js";
import { leaveOutFailing, quantile, type Run, scaled } from "./scenario.js";
import type { Column, Row } from "./table.js";

export type Race = {
  readonly lanes: readonly Lane[];
  readonly setting: Setting;
  /** By the titles of their tables. */
  readonly loads: { readonly [title: string]: Load };
};

const columns: readonly Column[] = [
  { key: "median", title: "p50 µs", ratio: true },
  { key: "perSecond", title: "per s", ratio: true },
  { key: "clientCpu", title: "client CPU µs", ratio: true },
  { key: "serverCpu", title: "server CPU µs", ratio: true },
];

/**
 * Runs every load on every lane, the lanes in turns (A B C A B C), after a turn of each
 * that does not count.
 */
export async function race(
  run: Run,
  { lanes, setting, loads }: Race,
): Promise<void> {
  await withRunners(run, lanes, setting, async (runners) => {
    for (const [title, load] of Object.entries(loads)) {
      const rows = await takeTurns(runners, run, load);
      run.tell({ title, columns, rows });
    }
  });
}

async function takeTurns(
  runners: readonly Runner[],
  { effort }: Run,
  load: Load,
): Promise<ReadonlyMap<string, Row>> {
  const count = scaled(load.count, effort);
  const fit: Runner[] = [];
  await leaveOutFailing(runners, async (runner) => {
    await runner.load({ ...load, count });
    fit.push(runner);
  });
  const turns = new Map(fit.map(({ name }) => [name, [] as Turn[]]));
  for (let round = 0; round < effort.rounds; round++)
    await leaveOutFailing(fit, async (runner) => {
      turns.get(runner.name)!.push(await runner.load({ ...load, count }));
    });
  return new Map([...turns].map(([name, all]) => [name, summary(all)]));
}

/** The quiet rounds: what else the machine does only ever makes a turn slower. */
function summary(turns: readonly Turn[]): Row {
  const pick = (share: number, figure: (turn: Turn) => number): number =>
    quantile(turns.map(figure), share);
  return {
    median: pick(0.1, ({ median }) => median),
    perSecond: pick(0.9, ({ perSecond }) => perSecond),
    clientCpu: pick(0.2, ({ clientCpu }) => clientCpu),
    serverCpu: pick(0.2, ({ serverCpu }) => serverCpu),
    cpu: pick(0.2, ({ clientCpu, serverCpu }) => clientCpu + serverCpu),
  };
}
