import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createServer } from "../../../src/runtime/server.js";
import {
  calculatorEntry,
  connectRaw,
  exampleContract,
  handlers,
  type Message,
  weatherEntry,
} from "./fixture.js";
import { shared } from "../../support/project.js";

type Step = { readonly from: "client" | "server"; readonly message: Message };

const client = (message: object): Step => ({
  from: "client",
  message: { jsonrpc: "2.0", ...message },
});
const server = (message: object): Step => ({
  from: "server",
  message: { jsonrpc: "2.0", ...message },
});

const capabilities = { tools: { listChanged: true }, resources: {} };
const serverInfo = { name: "example-server", version: "1.0.0" };
const clientInfo = { name: "example-client", version: "1.0.0" };
const call = {
  name: "weather_current",
  arguments: { location: "San Francisco", units: "imperial" },
};
const tools = [calculatorEntry, weatherEntry];
const content = [{ type: "text", text: "Mild" }];

const legacy: readonly Step[] = [
  client({
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2024-11-05",
      capabilities: { sampling: {} },
      clientInfo,
    },
  }),
  server({
    id: 1,
    result: { protocolVersion: "2024-11-05", capabilities, serverInfo },
  }),
  client({ method: "notifications/initialized" }),
  client({ id: 2, method: "tools/list" }),
  server({ id: 2, result: { tools } }),
  client({ id: 3, method: "tools/call", params: call }),
  server({ id: 3, result: { content } }),
  server({ method: "notifications/tools/list_changed" }),
  client({ id: 4, method: "tools/list" }),
];

const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};
const subscription = { "io.modelcontextprotocol/subscriptionId": 4 };
const notifications = { toolsListChanged: true };

const modern: readonly Step[] = [
  client({ id: 1, method: "server/discover", params: { _meta } }),
  server({
    id: 1,
    result: {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities,
      _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
      ttlMs: 3_600_000,
      cacheScope: "public",
    },
  }),
  client({ id: 2, method: "tools/list", params: { _meta } }),
  server({
    id: 2,
    result: {
      resultType: "complete",
      tools,
      ttlMs: 300_000,
      cacheScope: "public",
    },
  }),
  client({ id: 3, method: "tools/call", params: { ...call, _meta } }),
  server({ id: 3, result: { resultType: "complete", content } }),
  client({
    id: 4,
    method: "subscriptions/listen",
    params: { _meta, notifications },
  }),
  server({
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: subscription, notifications },
  }),
  server({
    method: "notifications/tools/list_changed",
    params: { _meta: subscription },
  }),
  client({ id: 5, method: "tools/list", params: { _meta } }),
];

/** Everything but what people write: titles, descriptions, texts. */
function bare(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      ["title", "description", "text"].includes(key) &&
      typeof member === "string"
        ? "…"
        : member,
    ),
  );
}

async function replay(steps: readonly Step[]): Promise<void> {
  const running = createServer(exampleContract, {
    handlers,
    app: { greeting: "" },
  });
  const raw = connectRaw(running);
  for (const { from, message } of steps) {
    if (from === "client") {
      raw.send(message);
      continue;
    }
    if (message["method"] === "notifications/tools/list_changed")
      running.changed("tools");
    expect(bare(await raw.next())).toEqual(bare(message));
  }
}

const exchanges = [
  ["2024-11-05", legacy],
  ["2026-07-28", modern],
] as const;

describe("the exchanges that the reference documents show", () => {
  it.each(exchanges)("%s", async (_version, steps) => {
    await replay(steps);
  });

  const folder = shared("transcripts");
  it.skipIf(folder === undefined).each(exchanges)(
    "%s, in the original words",
    async (version, steps) => {
      const file = join(folder ?? "", `${version}.json`);
      const { messages } = JSON.parse(readFileSync(file, "utf8")) as {
        messages: Step[];
      };
      expect(bare(messages)).toEqual(bare(steps));
      await replay(messages);
    },
  );
});
