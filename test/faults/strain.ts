import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "../../src/runtime/client-api.js";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import type { nodeHttp } from "../../src/runtime/node-http-client.js";
import type { stdio } from "../../src/runtime/stdio-client.js";
import type { ToolCall } from "../../src/runtime/tool-call.js";
import type { Transport } from "../../src/runtime/transport.js";
import { bundle, generate, load } from "../interop/generated.js";

type Call<Input> = ToolCall<Input, { readonly text: string }, object>;

/** The emitted client of the project below. */
export type StrainClient = Client & {
  readonly tools: {
    readonly echo: Call<{ text: string }>;
    readonly slow: Call<{ id: number }>;
    readonly hold: Call<object>;
    readonly dropped: Call<object>;
    readonly ripen: Call<object>;
    readonly pick: Call<object>;
    readonly pour: Call<object>;
    readonly memory: Call<object>;
    readonly process: Call<object>;
  };
};

export type Strain = {
  connectStrain(
    transport: Transport,
    options?: ConnectOptions,
  ): Promise<StrainClient>;
  readonly nodeHttp: typeof nodeHttp;
  readonly stdio: typeof stdio;
  /** The server, which takes the arguments of every emitted one. */
  readonly program: string;
};

const anything = { inputSchema: { type: "object" } };
const text = { type: "string" };
const integer = { type: "integer" };

const manifest = {
  server: { name: "strain", version: "1.0.0" },
  tools: {
    echo: {
      inputSchema: {
        type: "object",
        properties: { text },
        required: ["text"],
      },
    },
    slow: {
      inputSchema: {
        type: "object",
        properties: { id: integer },
        required: ["id"],
      },
    },
    hold: anything,
    dropped: anything,
    ripen: anything,
    pick: anything,
    pour: anything,
    memory: anything,
    process: anything,
  },
};

const handlers = {
  app: `import { EventEmitter, once } from "node:events";
export async function createApp() {
  const events = new EventEmitter();
  const dropped = once(events, "dropped");
  const picked = once(events, "picked");
  return { events, dropped, picked };
}`,
  echo: "export const echo = ({ text }) => text;",
  // What is taken is told at once, so that a test can tell what was lost.
  slow: `import { setTimeout } from "node:timers/promises";
export const slow = async ({ id }) => {
  process.stdout.write(\`took \${id}\\n\`);
  await setTimeout(20 + (id % 7) * 10);
  return String(id);
};`,
  hold: `import { once } from "node:events";
export const hold = async (_input, context) => {
  context.progress(1);
  await once(context.signal, "abort");
  context.app.events.emit("dropped");
  return "nobody hears this";
};`,
  dropped: `export const dropped = async (_input, { app }) => {
  await app.dropped;
  return "dropped";
};`,
  ripen: `export const ripen = async (_input, context) => {
  context.progress(1);
  await context.app.picked;
  return "ripe";
};`,
  pick: `export const pick = (_input, { app }) => {
  app.events.emit("picked");
  return "picked";
};`,
  pour: `import { setImmediate } from "node:timers/promises";
export const pour = async (_input, context) => {
  const message = "x".repeat(64 * 1024);
  for (let drop = 1; !context.signal.aborted; drop++) {
    context.progress(drop, undefined, message);
    await setImmediate();
  }
  context.app.events.emit("dropped");
  return "nobody hears this";
};`,
  memory: `export const memory = () => {
  globalThis.gc();
  return String(process.memoryUsage().heapUsed);
};`,
  process: "export const process = () => String(globalThis.process.pid);",
};

/** The emitted main, which may be told to keep fewer sessions than usual. */
const main = `import { createApp } from "./handlers/strain/app.js";
import { handlers } from "./out/strain/handlers.js";
import { createStrainServer } from "./out/strain/server.js";
import { serveHttp } from "./out/runtime/node-http-server.js";
import { serve } from "./out/runtime/node-main.js";
import { serveStdio } from "./out/runtime/stdio-server.js";

const app = await createApp();
const { MAX_SESSIONS: most } = process.env;
const sessions = { maxSessions: most === undefined ? undefined : Number(most) };
const server = createStrainServer({ handlers, app, sessions });
await serve(server, process.argv.slice(2), { serveStdio, serveHttp });
`;

/** Emits the project below a folder. */
export async function openStrain(folder: string): Promise<Strain> {
  await generate(folder, { "manifest.json": JSON.stringify(manifest) });
  for (const [file, code] of Object.entries(handlers))
    await writeFile(join(folder, "handlers/strain", `${file}.ts`), code);
  await writeFile(join(folder, "serve.ts"), main);
  const program = await bundle(
    join(folder, "serve.ts"),
    join(folder, "serve.mjs"),
  );
  const emitted = await load<Omit<Strain, "program">>(folder, {
    "strain/client": ["connectStrain"],
    "runtime/node-http-client": ["nodeHttp"],
    "runtime/stdio-client": ["stdio"],
  });
  return { ...emitted, program };
}
