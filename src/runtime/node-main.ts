import type { serveHttp } from "./node-http-server.js";
import type { Server } from "./server.js";
import type { serveStdio } from "./stdio-server.js";

/** The ways to serve that a program has; a transport that it lacks is in no bundle. */
export type Ways = {
  readonly serveStdio?: typeof serveStdio;
  readonly serveHttp?: typeof serveHttp;
};

const httpUsage = `  --http [HOST:]PORT  serve HTTP there, for example 127.0.0.1:3000\n`;
const helpUsage = `  --help              show this text\n`;

function usage({ serveStdio, serveHttp }: Ways): string {
  const otherwise =
    serveStdio === undefined
      ? "HTTP on 127.0.0.1:3000"
      : "standard input and output";
  const flags = (serveHttp === undefined ? "" : httpUsage) + helpUsage;
  return `Serves the Model Context Protocol; without arguments on ${otherwise}.\n\nArguments:\n${flags}`;
}

type Wanted =
  | { readonly kind: "stdio" }
  | { readonly kind: "http"; readonly host: string; readonly port: number }
  | { readonly kind: "help" }
  | { readonly kind: "mistake"; readonly text: string };

/**
 * The command line of a server: stdio by default, `--http 127.0.0.1:3000` for
 * HTTP, which is what a bare command line means where there is no stdio. Resolves
 * when the server has ended and leaves the process; a mistake in the arguments
 * prints the usage and leaves with code 2. SIGINT and SIGTERM close the server, a
 * second one ends it at once.
 */
export async function serve(
  server: Server,
  argv: readonly string[],
  ways: Ways,
): Promise<void> {
  const wanted = parse(argv, ways.serveStdio !== undefined);
  if (wanted.kind === "help") await leave(usage(ways), 0);
  else if (wanted.kind === "mistake")
    await leave(`${wanted.text}\n\n${usage(ways)}`, 2);
  else await run(server, wanted, ways);
}

async function run(
  server: Server,
  wanted: Extract<Wanted, { kind: "stdio" | "http" }>,
  { serveStdio, serveHttp }: Ways,
): Promise<void> {
  closeOnSignals(server);
  if (wanted.kind === "stdio") {
    await serveStdio?.(server);
    // The user's timers must not keep a process alive that nobody can speak to.
    process.exit();
  }
  if (serveHttp === undefined)
    return leave("This server speaks on standard input and output alone.\n", 2);
  try {
    const { url } = await serveHttp(server, wanted);
    process.stderr.write(`Listening on ${url}\n`);
  } catch (error) {
    await leave(
      `${error instanceof Error ? error.message : String(error)}\n`,
      1,
    );
  }
  await new Promise<void>((resolve) => server.engine.onClose(resolve));
}

/** Says a last word and ends the process once it is out. */
async function leave(text: string, code: number): Promise<void> {
  await new Promise<void>((resolve) =>
    process.stderr.write(text, () => resolve()),
  );
  process.exit(code);
}

function parse(argv: readonly string[], hasStdio: boolean): Wanted {
  const [flag, value, ...rest] = argv;
  if (flag === undefined)
    return hasStdio
      ? { kind: "stdio" }
      : { kind: "http", host: "127.0.0.1", port: 3000 };
  if (flag === "--help" || flag === "-h") return { kind: "help" };
  const inline = /^--http=(.*)$/.exec(flag)?.[1];
  const address = inline ?? (flag === "--http" ? value : undefined);
  const extra = inline === undefined ? rest : argv.slice(1);
  if (flag !== "--http" && inline === undefined)
    return { kind: "mistake", text: `Unknown argument: ${flag}` };
  if (extra.length > 0)
    return { kind: "mistake", text: `Unknown argument: ${extra.join(" ")}` };
  const parts = /^(?:(\[[0-9a-fA-F:.]+\]|[^:[\]]+):)?(\d{1,5})$/.exec(
    address ?? "",
  );
  const port = Number(parts?.[2]);
  if (parts === null || port > 65535)
    return {
      kind: "mistake",
      text: "--http needs an address such as 127.0.0.1:3000",
    };
  const host = (parts[1] ?? "127.0.0.1").replace(/^\[|\]$/g, "");
  return { kind: "http", host, port };
}

function closeOnSignals(server: Server): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close().then(() => process.exit()));
  }
}
