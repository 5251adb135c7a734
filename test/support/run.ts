import { spawn } from "node:child_process";

export type RunOptions = {
  readonly cwd?: string;
  /** Laid over this process's environment; undefined takes a variable away. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** What the process reads on stdin; without it stdin is closed. */
  readonly input?: string;
  /** Kills the process; the promise then resolves with `signal` set. */
  readonly signal?: AbortSignal;
};

export type RunResult = {
  /** The exit code, or null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs a process to its end. Rejects only if it cannot be started; a failing exit code is a value. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => (stdout += text));
    child.stderr
      .setEncoding("utf8")
      .on("data", (text: string) => (stderr += text));
    // A process that ends without reading its input closes the pipe under us.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
    const kill = (): void => void child.kill("SIGKILL");
    options.signal?.addEventListener("abort", kill, { once: true });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      options.signal?.removeEventListener("abort", kill);
      resolve({ code, signal, stdout, stderr });
    });
  });
}

/** Runs this Node on a script. */
export async function runNode(
  args: readonly string[],
  options?: RunOptions,
): Promise<RunResult> {
  return run(process.execPath, args, options);
}
