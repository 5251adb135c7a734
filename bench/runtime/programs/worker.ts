import { report, type Report } from "./report.js";
import type { Era, Open, Session, Target } from "./session.js";

/*
 * A process with one client in it, which does what the process that started it asks,
 * one thing after another.
 */

/** How a turn loads the server. */
export type Load =
  | {
      readonly kind: "calls";
      readonly count: number;
      readonly inFlight: number;
      /** Length of the text that goes there and back. */
      readonly bytes: number;
    }
  | { readonly kind: "lists"; readonly count: number; readonly tools: number }
  | {
      readonly kind: "sessions";
      readonly count: number;
      /** Each calls once and is ended; else they stay open and idle. */
      readonly end: boolean;
    };

/** What a turn took. */
export type Turn = {
  /** Microseconds that the median call, listing or session took. */
  readonly median: number;
  readonly perSecond: number;
  /** Microseconds of CPU for each, of either process. */
  readonly clientCpu: number;
  readonly serverCpu: number;
};

/** Bytes of JavaScript values that are alive. */
export type Memory = { readonly client: number; readonly server: number };

export type Ask =
  | { readonly do: "open"; readonly target: Target; readonly era: Era }
  | { readonly do: "load"; readonly load: Load }
  | { readonly do: "memory" }
  | { readonly do: "close" };

/** Serves the asks of the starting process with one kind of client. */
export function work(open: Open): void {
  let opened: { session: Session; another: () => Promise<Session> } | undefined;
  const perform = async (ask: Ask): Promise<unknown> => {
    if (ask.do === "open") {
      const another = async () => open(ask.target, ask.era);
      opened = { session: await another(), another };
      return undefined;
    }
    const { session, another } = opened!;
    if (ask.do === "load") return turn(session, another, ask.load);
    if (ask.do === "memory") {
      const server = await reportOf(session, true);
      return { client: report(true).heap, server: server.heap };
    }
    return session.close();
  };
  process.once("disconnect", () => process.exit());
  process.on("message", (ask: Ask) => {
    perform(ask).then(
      (value) => process.send!({ value }),
      (error: unknown) => process.send!({ error: String(error) }),
    );
  });
}

async function reportOf(session: Session, collect: boolean): Promise<Report> {
  return JSON.parse(await session.call("report", { collect })) as Report;
}

async function turn(
  session: Session,
  another: () => Promise<Session>,
  load: Load,
): Promise<Turn> {
  const step = stepOf(session, another, load);
  const times = new Float64Array(load.count);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < load.count) {
      const index = next++;
      const start = performance.now();
      await step();
      times[index] = performance.now() - start;
    }
  };
  const server = await reportOf(session, false);
  const client = report(false);
  const start = performance.now();
  const inFlight = load.kind === "calls" ? load.inFlight : 1;
  await Promise.all(Array.from({ length: inFlight }, lane));
  const took = performance.now() - start;
  const clientCpu = report(false).cpu - client.cpu;
  const serverCpu = (await reportOf(session, false)).cpu - server.cpu;
  return {
    median: times.sort()[load.count >> 1]! * 1000,
    perSecond: (load.count / took) * 1000,
    clientCpu: clientCpu / load.count,
    serverCpu: serverCpu / load.count,
  };
}

/** One call, listing or session; throws where the answer is not the one expected. */
function stepOf(
  session: Session,
  another: () => Promise<Session>,
  load: Load,
): () => Promise<void> {
  if (load.kind === "calls") {
    const input = { text: "x".repeat(load.bytes) };
    return async () => {
      const text = await session.call("echo", input);
      expect(text.length, load.bytes);
    };
  }
  if (load.kind === "lists")
    return async () => expect(await session.list(), load.tools);
  return async () => {
    const short = await another();
    if (!load.end) return;
    expect((await short.call("echo", { text: "x" })).length, 1);
    await short.close();
  };
}

function expect(found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} instead of ${expected}`);
}
