import type { Readable, Writable } from "node:stream";
import { LineReader, LineWriter } from "./lines.js";
import type { Server } from "./server.js";
import { ServerConnection } from "./server-connection.js";

/** The streams, for tests and for other channels that carry lines; and how long the end may take. */
export interface StdioOptions {
  /** Default `process.stdin`. */
  readonly input?: Readable | undefined;
  /** Default `process.stdout`; nothing else may write there. */
  readonly output?: Writable | undefined;
  /** Milliseconds that calls in flight have to finish once the input ended; default 10,000. */
  readonly graceMs?: number | undefined;
  /** The longest message, in bytes; default 64 MiB. */
  readonly maxLineBytes?: number | undefined;
}

const defaultGraceMs = 10_000;

/**
 * Serves one client over lines of JSON (basic/transports, stdio). Resolves when
 * the client has closed the input, or the server is closed, and everything is
 * written.
 */
export async function serveStdio(
  server: Server,
  options: StdioOptions = {},
): Promise<void> {
  const {
    input = process.stdin,
    output = process.stdout,
    graceMs = defaultGraceMs,
  } = options;
  const writer = lineOutput(input, output);
  const connection = new ServerConnection(server.engine, (text) =>
    writer.push(text),
  );
  const reader = new LineReader(
    (text) => receive(connection, text),
    () => connection.receiveNoise(),
    options.maxLineBytes,
  );
  const closed = new Promise<void>((resolve) => {
    server.engine.onClose(async () => {
      connection.close();
      input.off("data", onData).pause();
      await written(writer, output);
      resolve();
    });
  });
  const onData = (chunk: Uint8Array): void => reader.push(chunk);
  let grace: ReturnType<typeof setTimeout> | undefined;
  const finish = (): void => {
    // After this time a handler that does not end is given up, so that no process stays behind.
    grace ??= setTimeout(() => connection.close(), graceMs);
    void server.close();
  };
  const gone = (): void => {
    connection.close();
    finish();
  };
  input.on("data", onData);
  input.once("end", () => {
    reader.end();
    finish();
  });
  input.once("error", gone);
  output.on("error", gone);
  await closed;
  clearTimeout(grace);
}

function receive(connection: ServerConnection, text: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    connection.receiveNoise();
    return;
  }
  connection.receive(value);
}

/** Writes the lines of a turn at once, and stops reading while the other end is slow to take them. */
function lineOutput(input: Readable, output: Writable): LineWriter {
  const writer = new LineWriter(
    (text) => {
      if (output.destroyed) return true;
      const room = output.write(text);
      if (!room) {
        input.pause();
        output.once("drain", () => {
          input.resume();
          writer.drained();
        });
      }
      return room;
    },
    (run) => process.nextTick(run),
  );
  return writer;
}

/** Resolves when everything is handed to the operating system, or cannot be any more. */
function written(writer: LineWriter, output: Writable): Promise<void> {
  writer.flush();
  return new Promise((resolve) => {
    if (output.destroyed) resolve();
    else output.write("", () => resolve());
  });
}
