import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "../../../src/runtime/client-api.js";
import type { ConnectOptions } from "../../../src/runtime/client-options.js";
import type { nodeHttp } from "../../../src/runtime/node-http-client.js";
import type { stdio } from "../../../src/runtime/stdio-client.js";
import type { ToolCall } from "../../../src/runtime/tool-call.js";
import type { Transport } from "../../../src/runtime/transport.js";
import { profileOf } from "../../runtime/profiles.js";
import { project } from "../../support/project.js";
import { bundle, generate, load } from "../generated.js";

/** What the emitted client of the project below can do. */
export type PartyClient = Client & {
  readonly tools: {
    readonly count: ToolCall<{ to: number }, { text: string }, object>;
    readonly enough: ToolCall<object, { text: string }, object>;
    readonly wait: ToolCall<object, { text: string }, object>;
    readonly cancelled: ToolCall<object, { text: string }, object>;
    readonly ask: ToolCall<object, { text: string }, object>;
    readonly change: ToolCall<object, { text: string }, object>;
  };
  readonly prompts: { welcome(input: { name: string }): Promise<object> };
  readonly resources: { motd(): Promise<object> };
};

export type Party = {
  connectParty(
    transport: Transport,
    options: ConnectOptions,
  ): Promise<PartyClient>;
  readonly nodeHttp: typeof nodeHttp;
  readonly stdio: typeof stdio;
};

/** What every server of the matrix offers, whoever made it. */
const manifest = {
  server: { name: "party", version: "1.0.0" },
  listChanged: { tools: true },
  tools: {
    count: {
      inputSchema: {
        type: "object",
        properties: { to: { type: "integer" } },
        required: ["to"],
      },
    },
    enough: { inputSchema: { type: "object" } },
    wait: { inputSchema: { type: "object" } },
    cancelled: { inputSchema: { type: "object" } },
    ask: { inputSchema: { type: "object" } },
    change: { inputSchema: { type: "object" } },
  },
  resources: { motd: { uri: "party://motd" } },
  prompts: {
    welcome: { arguments: [{ name: "name", required: true }] },
  },
};

const handlers = {
  app: `import { once, EventEmitter } from "node:events";
export async function createApp() {
  const calls = new EventEmitter();
  const cancelled = once(calls, "cancelled");
  const enough = once(calls, "enough");
  return { calls, cancelled, enough, change: () => {} };
}`,
  count: `export const count = async ({ to }, context) => {
  for (let step = 1; step <= to; step++) context.progress(step, to);
  await context.app.enough;
  return \`counted to \${to}\`;
};`,
  enough: `export const enough = (_input, { app }) => {
  app.calls.emit("enough");
  return "enough";
};`,
  wait: `import { once } from "node:events";
export const wait = async (_input, context) => {
  context.progress(1);
  await once(context.signal, "abort");
  context.app.calls.emit("cancelled");
  return "nobody hears this";
};`,
  cancelled: `export const cancelled = async (_input, { app }) => {
  await app.cancelled;
  return "cancelled";
};`,
  ask: `export const ask = async (_input, context) => {
  const { action, content } = await context.elicit("name", {
    message: "Who are you?",
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
    },
  });
  return action === "accept" ? \`Hello, \${content.name}\` : action;
};`,
  change: `export const change = async (_input, { app }) => {
  app.change();
  return "changed";
};`,
  "prompts/welcome":
    "export const welcome = ({ name }) => `Welcome, ${name}`;\n",
  "resources/motd": 'export const motd = () => "Be kind";\n',
};

/** The emitted main, and a change that a handler can tell of. */
const main = `import { createApp } from "./handlers/party/app.js";
import { handlers } from "./out/party/handlers.js";
import { createPartyServer } from "./out/party/server.js";
import { serveHttp } from "./out/runtime/node-http-server.js";
import { serve } from "./out/runtime/node-main.js";
import { serveStdio } from "./out/runtime/stdio-server.js";

const app = await createApp();
const server = createPartyServer({ handlers, app });
app.change = () => server.changed("tools");
await serve(server, process.argv.slice(2), { serveStdio, serveHttp });
`;

/** Emits the project with these versions, and makes a program of its server. */
async function openProject(
  folder: string,
  versions: readonly string[],
): Promise<string> {
  const asks = versions.some(
    (version) => profileOf(version).elicitationModes.length > 0,
  );
  await generate(folder, {
    "manifest.json": JSON.stringify({
      ...manifest,
      features: asks ? ["elicitation"] : [],
      protocol: { versions },
    }),
  });
  for (const [file, code] of Object.entries(handlers))
    await writeFile(join(folder, "handlers/party", `${file}.ts`), code);
  await writeFile(join(folder, "serve.ts"), main);
  return bundle(join(folder, "serve.ts"), join(folder, "serve.mjs"));
}

/** The servers of the matrix as programs. */
export type Programs = {
  /** Ours with all versions, and with each alone. */
  readonly ours: { readonly [versions: string]: string };
  readonly first: string;
  readonly second: string;
};

/** Everything that the matrix needs, below a folder. */
export async function openParty(
  folder: string,
  versions: readonly string[],
): Promise<{ readonly party: Party; readonly programs: Programs }> {
  const ours: { [versions: string]: string } = {};
  for (const version of versions)
    ours[version] = await openProject(join(folder, version), [version]);
  ours["all"] = await openProject(join(folder, "all"), versions);
  const official = (name: string) =>
    bundle(
      project(`test/interop/matrix/${name}-server.ts`),
      join(folder, `${name}.mjs`),
    );
  const party = await load<Party>(join(folder, "all"), {
    "party/client": ["connectParty"],
    "runtime/node-http-client": ["nodeHttp"],
    "runtime/stdio-client": ["stdio"],
  });
  const first = await official("first");
  const second = await official("second");
  return { party, programs: { ours, first, second } };
}
