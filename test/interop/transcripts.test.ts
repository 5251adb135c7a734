import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../src/runtime/client-api.js";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import type { Server } from "../../src/runtime/server.js";
import type { serveStdio } from "../../src/runtime/stdio-server.js";
import type { Transport } from "../../src/runtime/transport.js";
import { project } from "../support/project.js";
import { openTemporary } from "../support/temporary.js";
import { bare, type Exchange, exchanges, type Message } from "./exchanges.js";
import { generate, load } from "./generated.js";
import { ScriptedServer, speakLines } from "./scripted.js";

/** What is emitted for test/fixtures/example-server, as far as it is used here. */
type Emitted = {
  connectExampleServer(
    transport: Transport,
    options: ConnectOptions,
  ): Promise<ExampleClient>;
  createExampleServerServer(options: { handlers: object; app: object }): Server;
  serveStdio: typeof serveStdio;
};

type ExampleClient = Client & {
  readonly tools: {
    weatherCurrent(input: {
      location: string;
      units?: "metric" | "imperial" | "kelvin";
    }): Promise<readonly object[] & { readonly text: string }>;
  };
};

let emitted: Emitted;
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const folder = await openTemporary("example-server");
  remove = folder.remove;
  const manifest = project("test/fixtures/example-server/manifest.yaml");
  await generate(folder.path, {
    "manifest.yaml": readFileSync(manifest, "utf8"),
  });
  emitted = await load<Emitted>(folder.path, {
    "example-server/client": ["connectExampleServer"],
    "example-server/server": ["createExampleServerServer"],
    "runtime/stdio-server": ["serveStdio"],
  });
});

afterAll(async () => remove());

const handlers = {
  tools: {
    calculator_arithmetic: () => "14",
    weather_current: ({ location }: { location: string }) =>
      `Fog over ${location}`,
  },
  prompts: {},
  resources: { motd: () => "Mind the step" },
  resourceTemplates: {},
};

/** The last request of an exchange lists the tools again: the answer is the first list, under its id. */
function listedAgain({ steps }: Exchange, id: unknown): Message {
  const first = steps.find(
    ({ message }) =>
      message["result"] !== undefined &&
      "tools" in (message["result"] as Message),
  )!;
  return { ...first.message, id };
}

/** What a server says when it ends: a subscription is a request that is still open, and gets both signs of its end. */
function farewell({ steps }: Exchange): Message[] {
  const open = steps.find(
    ({ message }) => message["method"] === "subscriptions/listen",
  );
  if (open === undefined) return [];
  const id = open.message["id"];
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  return [
    { jsonrpc: "2.0", id, result: { resultType: "complete", _meta } },
    {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: id },
    },
  ];
}

const textOf = ({ steps }: Exchange): string =>
  steps.flatMap(({ message }) => {
    const { content = [] } = (message["result"] ?? {}) as {
      content?: { text: string }[];
    };
    return content.map(({ text }) => text);
  })[0]!;

describe("the emitted server says what the exchange has it say", () => {
  it.each(exchanges)("%s", async (_, exchange) => {
    const server = emitted.createExampleServerServer({ handlers, app: {} });
    const lines = speakLines((streams) => emitted.serveStdio(server, streams));
    for (const { from, message } of exchange.steps) {
      if (from === "client") {
        lines.say(message);
        continue;
      }
      if (message["method"] === "notifications/tools/list_changed")
        server.changed("tools");
      expect(bare(await lines.hear())).toEqual(bare(message));
    }
    const last = exchange.steps.at(-1)!.message;
    expect(bare(await lines.hear())).toEqual(
      bare(listedAgain(exchange, last["id"])),
    );
    expect(await lines.end()).toEqual(farewell(exchange));
  });
});

/** Which client says what the exchange has the client say. */
const options: { readonly [version: string]: ConnectOptions } = {
  "2024-11-05": { versions: ["2024-11-05"], onSample: () => ({}) },
  "2026-07-28": { onElicit: () => ({ action: "cancel" }) },
};

async function list(client: Client): Promise<unknown[]> {
  const tools: unknown[] = [];
  for await (const tool of client.listTools()) tools.push(tool);
  return tools;
}

describe("the emitted client says what the exchange has it say", () => {
  it.each(exchanges)("%s", async (_, exchange) => {
    const warnings: string[] = [];
    const server = new ScriptedServer(exchange.steps, ({ id }) =>
      listedAgain(exchange, id),
    );
    const client = await emitted.connectExampleServer(server, {
      ...options[exchange.version],
      info: { name: "example-client", version: "1.0.0" },
      onWarning: (text) => warnings.push(text),
    });
    expect(client.server).toEqual({
      info: { name: "example-server", version: "1.0.0" },
      capabilities: { tools: { listChanged: true }, resources: {} },
      instructions: undefined,
      version: exchange.version,
      era: exchange.version === "2024-11-05" ? "legacy" : "modern",
    });
    const tools = await list(client);
    const now = await client.tools.weatherCurrent({
      location: "San Francisco",
      units: "imperial",
    });
    expect(now).toHaveLength(1);
    expect(now.text).toBe(textOf(exchange));
    const again = new Promise<unknown[]>((resolve, reject) => {
      const listening = client.on("toolsListChanged", () => {
        list(client).then(resolve, reject);
      });
      listening.ready.catch(reject);
    });
    expect(await again).toEqual(tools);
    expect(server.left).toEqual([]);
    await client.close();
    expect(warnings).toEqual([]);
  });
});
