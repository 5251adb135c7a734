import { serveHttp } from "./node-http-server.js";
import type { Server } from "./server.js";
import { serveStdio } from "./stdio-server.js";

const usage = `Usage: node main.js [--http [HOST:]PORT]

Serves the Model Context Protocol on standard input and output, or on HTTP.

  --http [HOST:]PORT  listen there, for example 127.0.0.1:3000
  --help              show this text
`;

type Wanted =
  | { readonly kind: "stdio" }
  | { readonly kind: "http"; readonly host: string; readonly port: number }
  | { readonly kind: "help" }
  | { readonly kind: "mistake"; readonly text: string };

/**
 * The command line of a server: stdio by default, `--http 127.0.0.1:3000` for
 * HTTP. Resolves when the server has ended and leaves the process; a mistake in
 * the arguments prints the usage and leaves with code 2. SIGINT and SIGTERM close
 * the server, a second one ends it at once.
 */
export async function serve(
  server: Server,
  argv: readonly string[],
): Promise<void> {
  const wanted = parse(argv);
  if (wanted.kind === "help") await leave(usage, 0);
  else if (wanted.kind === "mistake")
    await leave(`${wanted.text}\n\n${usage}`, 2);
  else await run(server, wanted);
}

async function run(
  server: Server,
  wanted: Extract<Wanted, { kind: "stdio" | "http" }>,
): Promise<void> {
  closeOnSignals(server);
  if (wanted.kind === "stdio") {
    await serveStdio(server);
    // The user's timers must not keep a process alive that nobody can speak to.
    process.exit();
  }
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

function parse(argv: readonly string[]): Wanted {
  const [flag, value, ...rest] = argv;
  if (flag === undefined) return { kind: "stdio" };
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
