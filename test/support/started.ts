import { spawn } from "node:child_process";
import { once } from "node:events";

/** A process that runs until it is stopped. */
export type Started = {
  /** What the pattern's first group matched. */
  readonly found: string;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
};

/** Starts a program and waits until it says, on either stream, that it is ready. */
export async function start(
  [command, ...args]: readonly [string, ...string[]],
  ready: RegExp,
  cwd?: string,
): Promise<Started> {
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let said = "";
  const found = new Promise<string>((resolve, reject) => {
    const hear = (text: string): void => {
      said += text;
      const match = ready.exec(said);
      if (match !== null) resolve(match[1] ?? "");
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    exited.then(
      () => reject(new Error(`${command} ended before it was ready:\n${said}`)),
      reject,
    );
  });
  return {
    found: await found,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
