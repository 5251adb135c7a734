import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Ask, Load, Memory, Turn } from "./programs/worker.js";
import type { Lane, Transport } from "./contenders.js";
import { leaveOutFailing, type Run } from "./scenario.js";

/** A lane whose processes run. */
export type Runner = {
  /** Of its lane. */
  readonly name: string;
  load(load: Load): Promise<Turn>;
  memory(): Promise<Memory>;
  /** Ends the processes. */
  stop(): Promise<void>;
};

/** How long a process is waited for that does not end by itself. */
const patienceMs = 5000;

/** What all lanes of a race have in common. */
export type Setting = {
  readonly transport: Transport;
  readonly tools: number;
};

/** Starts the processes of all lanes, uses them, and ends them whatever happens. */
export async function withRunners(
  run: Run,
  lanes: readonly Lane[],
  setting: Setting,
  use: (runners: readonly Runner[]) => Promise<void>,
): Promise<void> {
  const runners: Runner[] = [];
  try {
    await leaveOutFailing(lanes, async (lane) => {
      runners.push(await start(run, lane, setting));
    });
    await use(runners);
  } finally {
    for (const runner of runners) await runner.stop();
  }
}

/** Starts the two processes of a lane and connects them. */
async function start(
  { workspace, profiles }: Run,
  lane: Lane,
  { transport, tools }: Setting,
): Promise<Runner> {
  const flags =
    profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
  const server = await workspace.program(lane.server, "server", tools);
  const args = [transport, String(tools), lane.era];
  const worker = launch(flags, await workspace.program(lane.client, "worker"));
  const listener =
    transport === "http" ? launch(flags, server, args) : undefined;
  const stop = async (): Promise<void> => {
    await end(worker);
    if (listener !== undefined) await end(listener);
  };
  try {
    const target =
      listener === undefined
        ? ({ kind: "stdio", args: [...flags, server, ...args] } as const)
        : ({ kind: "http", url: await urlOf(listener) } as const);
    await ask(worker, { do: "open", target, era: lane.era });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name: lane.name,
    load: async (load) => ask(worker, { do: "load", load }) as Promise<Turn>,
    memory: async () => ask(worker, { do: "memory" }) as Promise<Memory>,
    stop: async () => {
      // A server on stdio is ended by its client alone, which may not get round to it.
      const kill = setTimeout(() => worker.kill("SIGKILL"), patienceMs);
      await ask(worker, { do: "close" }).catch(leftOpen);
      clearTimeout(kill);
      await stop();
    },
  };
}

function leftOpen(error: unknown): void {
  console.log(`a client did not close: ${String(error)}`);
}

function launch(
  flags: readonly string[],
  program: string,
  args: readonly string[] = [],
): ChildProcess {
  return fork(program, args, {
    execArgv: [...flags],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Lets go of a process, on which it ends by itself; one that does not is killed. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const kill = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  if (child.connected) child.disconnect();
  await once(child, "exit");
  clearTimeout(kill);
}

/** The next message of a process; rejects where it ends instead. */
async function heard(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void =>
      reject(new Error(`a process has ended with code ${code}`));
    child.once("exit", ended).once("message", (message) => {
      child.off("exit", ended);
      resolve(message);
    });
  });
}

async function urlOf(listener: ChildProcess): Promise<string> {
  return ((await heard(listener)) as { url: string }).url;
}

async function ask(worker: ChildProcess, question: Ask): Promise<unknown> {
  if (!worker.connected) throw new Error("the client's process has ended");
  worker.send(question);
  const answer = (await heard(worker)) as { value?: unknown; error?: string };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.value;
}
