import { fork, type ChildProcess } from "node:child_process";
import type { Verdict } from "./contender.js";

/** What a worker says: once that it is ready, or why it is not, then about each group that it is asked for. */
export type Answer = { readonly outcome: Outcome };

/** How to start a worker and how long to wait for it, in milliseconds. */
export type Worker = {
  readonly script: URL;
  readonly args: readonly string[];
  readonly openWithin: number;
  readonly answerWithin: number;
};

/** The verdicts on one group, or the reason why there are none. */
export type Outcome = readonly Verdict[] | string;

/**
 * The outcome of each of `count` groups. One on which the worker hangs or dies costs
 * that group alone: the next one gets a new worker.
 */
export async function askAll(
  worker: Worker,
  count: number,
): Promise<readonly Outcome[]> {
  const all: Outcome[] = [];
  let process: ChildProcess | undefined;
  try {
    while (all.length < count) {
      if (process === undefined) {
        process = start(worker);
        const ready = await answerOf(process, worker.openWithin);
        if (typeof ready === "string") {
          return Array.from({ length: count }, () => `not opened: ${ready}`);
        }
      }
      const answer = answerOf(process, worker.answerWithin);
      process.send(all.length);
      const outcome = await answer;
      all.push(outcome);
      if (typeof outcome !== "string") continue;
      process.kill("SIGKILL");
      process = undefined;
    }
  } finally {
    process?.kill("SIGKILL");
  }
  return all;
}

function start({ script, args }: Worker): ChildProcess {
  return fork(script, args, {
    execArgv: ["--import", import.meta.resolve("tsx")],
    // what peers print would hide the table
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

function answerOf(process: ChildProcess, within: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      process.off("message", onMessage).off("exit", onExit);
      resolve(outcome);
    };
    const onMessage = (message: unknown) => end((message as Answer).outcome);
    const onExit = () => end("its process ended");
    const late = () => end(`no answer within ${within / 1_000} s`);
    const timer = setTimeout(late, within);
    process.on("message", onMessage).on("exit", onExit);
  });
}
