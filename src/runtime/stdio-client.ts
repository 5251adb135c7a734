import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { ConnectionError } from "./errors.js";
import { defaultMaxLineBytes, LineReader, LineWriter } from "./lines.js";
import type { Channel, Outgoing, Receiver, Transport } from "./transport.js";

export type StdioOptions = {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Added to the few variables that a program needs to run; secrets are passed on purpose only. */
  readonly env?: { readonly [name: string]: string | undefined } | undefined;
  /** Default: the working directory of this process. */
  readonly cwd?: string | undefined;
  /** Gets what the server writes to stderr, as it comes; it is never taken for a failure. */
  readonly onStderr?: ((text: string) => void) | undefined;
  /** Longer lines of the server are dropped with a warning; default 64 MiB. */
  readonly maxLineBytes?: number | undefined;
  /** How long `close` waits for the server to end by itself, and again after SIGTERM; default 2,000. */
  readonly closeTimeoutMs?: number | undefined;
  /**
   * Runs the server in a process group of its own and ends the whole group with it, so
   * that nothing stays behind which a launcher such as npx started; Ctrl-C does not
   * reach it then. Default false; Windows has no such groups.
   */
  readonly ownGroup?: boolean | undefined;
};

/** What every program may see of this process's environment. */
const inherited = [
  "HOME",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "USER",
  "LANG",
  "TZ",
  "TMPDIR",
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATHEXT",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

/** How long the output of an ended server may still come. */
const grandchildMs = 500;

/** How much of stderr an error message repeats. */
const keptStderr = 2000;

/**
 * Starts a server as a child process and speaks to it over its standard streams
 * (basic/transports/stdio). `open` rejects with reason "spawn" where it cannot start.
 */
export function stdio(options: StdioOptions): Transport {
  return {
    kind: "stream",
    async open(receiver) {
      const channel = new StdioChannel(options, receiver);
      await channel.started;
      return channel;
    },
  };
}

class StdioChannel implements Channel {
  readonly #options: StdioOptions;
  readonly #receiver: Receiver;
  readonly restarts = true;
  #server: ServerProcess;

  constructor(options: StdioOptions, receiver: Receiver) {
    this.#options = options;
    this.#receiver = receiver;
    this.#server = new ServerProcess(options, receiver);
  }

  get started(): Promise<void> {
    return this.#server.started;
  }

  send(message: Outgoing): void {
    if (this.#server.ended) {
      this.#server = new ServerProcess(this.#options, this.#receiver);
      this.#server.started.catch((error: unknown) =>
        this.#receiver.closed(error as ConnectionError),
      );
    }
    this.#server.send(message.text);
    message.taken?.();
  }

  abandon(): void {
    // All requests share one stream; the era has told the server already.
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}

class ServerProcess {
  readonly started: Promise<void>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #receiver: Receiver;
  readonly #writer: LineWriter;
  readonly #closeTimeoutMs: number;
  readonly #ownGroup: boolean;
  readonly #exited: Promise<void>;
  /** It ended by itself. */
  ended = false;
  #stderr = "";
  #closing = false;

  constructor(options: StdioOptions, receiver: Receiver) {
    const { command, args = [], cwd } = options;
    this.#ownGroup = options.ownGroup === true && process.platform !== "win32";
    const child = spawn(command, args, {
      cwd,
      env: environment(options.env),
      windowsHide: true,
      detached: this.#ownGroup,
    });
    this.#child = child;
    this.#receiver = receiver;
    this.#closeTimeoutMs = options.closeTimeoutMs ?? 2000;
    this.started = new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (cause) => {
        this.#closing = true;
        this.ended = true;
        const message = `${command} cannot be started: ${cause.message}`;
        reject(new ConnectionError("spawn", message, { cause }));
      });
    });
    this.#exited = new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    const write = (text: string) => child.stdin.write(text);
    this.#writer = new LineWriter(write, (run) => process.nextTick(run));
    child.stdin.on("drain", () => this.#writer.drained());
    // Writing to a server that is ending fails; that it ended is reported by itself.
    child.stdin.on("error", () => undefined);
    this.#readOutput(options.maxLineBytes ?? defaultMaxLineBytes);
    this.#readErrors(options.onStderr);
    this.#reportEnd(command);
  }

  send(text: string): void {
    this.#writer.push(text);
  }

  /** Asks politely before it insists (basic/lifecycle, Shutdown). */
  async close(): Promise<void> {
    this.#closing = true;
    this.#writer.flush();
    this.#child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await this.#exitsInTime()) break;
      this.#kill(signal);
    }
    await this.#exited;
    if (this.#ownGroup) this.#kill("SIGKILL");
    // A grandchild may still hold the pipes; nobody reads them any more.
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  #kill(signal: "SIGTERM" | "SIGKILL"): void {
    const { pid } = this.#child;
    if (!this.#ownGroup || pid === undefined) {
      this.#child.kill(signal);
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // Nobody of the group is left.
    }
  }

  async #exitsInTime(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, this.#closeTimeoutMs, false);
    });
    const inTime = await Promise.race([this.#exited.then(() => true), late]);
    clearTimeout(timer);
    return inTime;
  }

  #readOutput(maxLineBytes: number): void {
    const receiver = this.#receiver;
    const reader = new LineReader(
      (line) => {
        let message: unknown;
        try {
          message = JSON.parse(line);
        } catch {
          const start = line.slice(0, 200);
          receiver.warning(`The server wrote a line that is no JSON: ${start}`);
          return;
        }
        receiver.message(message);
      },
      (bytes) =>
        receiver.warning(
          `The server wrote a line of more than ${bytes} bytes, which was dropped`,
        ),
      maxLineBytes,
    );
    this.#child.stdout.on("data", (chunk: Buffer) => reader.push(chunk));
    this.#child.stdout.on("end", () => reader.end());
  }

  /** Read all the time, or a server that says much would stop at a full pipe. */
  #readErrors(onStderr: StdioOptions["onStderr"]): void {
    this.#child.stderr.setEncoding("utf8");
    this.#child.stderr.on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptStderr);
      onStderr?.(text);
    });
  }

  #reportEnd(command: string): void {
    const report = (code: number | null, signal: string | null) => {
      clearTimeout(timer);
      if (this.#closing || this.ended) return;
      this.ended = true;
      const how = signal === null ? `with code ${code}` : `by ${signal}`;
      const stderr = this.#stderr.trim();
      const last = stderr === "" ? "" : `; its last words:\n${stderr}`;
      this.#receiver.closed(
        new ConnectionError("closed", `${command} ended ${how}${last}`),
      );
    };
    let timer: NodeJS.Timeout | undefined;
    // "close" waits for what is left in the pipes, but never comes while a grandchild holds them.
    this.#child.once("exit", (code, signal) => {
      timer = setTimeout(report, grandchildMs, code, signal);
    });
    this.#child.once("close", report);
  }
}

function environment(added: StdioOptions["env"]): NodeJS.ProcessEnv {
  const some = inherited.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(some), ...added };
}
