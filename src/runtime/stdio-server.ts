import type { Readable, Writable } from "node:stream";
import { inTime } from "./alarm.js";
import { LineReader, LineWriter } from "./lines.js";
import type { Server } from "./server.js";
import { ServerConnection } from "./server-connection.js";

/** The streams, for tests and for other channels that carry lines. */
export interface StdioOptions {
  /** Default `process.stdin`. */
  readonly input?: Readable | undefined;
  /** Default `process.stdout`; nothing else may write there. */
  readonly output?: Writable | undefined;
  /** The longest message, in bytes; default 64 MiB. */
  readonly maxLineBytes?: number | undefined;
}

/**
 * Serves one client over lines of JSON (basic/transports, stdio). Resolves when
 * the client has closed the input, or the server is closed, and everything is
 * written.
 */
export async function serveStdio(
  server: Server,
  options: StdioOptions = {},
): Promise<void> {
  const { input = process.stdin, output = process.stdout } = options;
  const writer = lineOutput(input, output);
  const onDrain = (): void => {
    input.resume();
    writer.drained();
  };
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
      output.off("drain", onDrain);
      // A client that does not read is not waited for.
      await inTime(written(writer, output), server.engine.graceMs);
      resolve();
    });
  });
  const onData = (chunk: Uint8Array): void => reader.push(chunk);
  const gone = (): void => {
    connection.close();
    void server.close();
  };
  input.on("data", onData);
  input.once("end", () => {
    reader.end();
    void server.close();
  });
  input.once("error", gone);
  output.on("drain", onDrain).on("error", gone);
  await closed;
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
      if (!room) input.pause();
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
