import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shared } from "../support/project.js";

export type Message = { readonly [key: string]: unknown };

export type Step = {
  readonly from: "client" | "server";
  readonly message: Message;
};

/** What client and server of the fixture say to each other, in order. */
export type Exchange = {
  readonly version: string;
  readonly steps: readonly Step[];
};

const client = (message: Message): Step => ({
  from: "client",
  message: { jsonrpc: "2.0", ...message },
});

const server = (message: Message): Step => ({
  from: "server",
  message: { jsonrpc: "2.0", ...message },
});

const clientInfo = { name: "example-client", version: "1.0.0" };
const serverInfo = { name: "example-server", version: "1.0.0" };
const capabilities = { tools: { listChanged: true }, resources: {} };

const tools = [
  {
    name: "calculator_arithmetic",
    title: "Sums",
    description: "Works out an arithmetic expression",
    inputSchema: {
      type: "object",
      properties: {
        expression: { type: "string", description: "What to work out" },
      },
      required: ["expression"],
    },
  },
  {
    name: "weather_current",
    title: "Weather",
    description: "Tells the weather of a place as it is now",
    inputSchema: {
      type: "object",
      properties: {
        location: { type: "string", description: "A place" },
        units: {
          type: "string",
          enum: ["metric", "imperial", "kelvin"],
          description: "Units of the answer",
          default: "metric",
        },
      },
      required: ["location"],
    },
  },
];

const call = {
  name: "weather_current",
  arguments: { location: "San Francisco", units: "imperial" },
};
const content = [{ type: "text", text: "Fog, and 61 °F below it" }];

const legacy: Exchange = {
  version: "2024-11-05",
  steps: [
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
  ],
};

const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": clientInfo,
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};
const resultType = "complete";
const subscription = { "io.modelcontextprotocol/subscriptionId": 4 };
const notifications = { toolsListChanged: true };

const modern: Exchange = {
  version: "2026-07-28",
  steps: [
    client({ id: 1, method: "server/discover", params: { _meta } }),
    server({
      id: 1,
      result: {
        resultType,
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
      result: { resultType, tools, ttlMs: 300_000, cacheScope: "public" },
    }),
    client({ id: 3, method: "tools/call", params: { ...call, _meta } }),
    server({ id: 3, result: { resultType, content } }),
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
  ],
};

/** The exchanges in our own words and, where they are at hand, in the words of the reference documents. */
export const exchanges: readonly (readonly [string, Exchange])[] = [
  legacy,
  modern,
].flatMap((own) => {
  const theirs = original(own.version);
  const name = `${own.version}, in the reference document's words`;
  return [
    [own.version, own] as const,
    ...(theirs === undefined ? [] : [[name, theirs] as const]),
  ];
});

function original(version: string): Exchange | undefined {
  const folder = shared("transcripts");
  const file = join(folder ?? "", `${version}.json`);
  if (folder === undefined || !existsSync(file)) return undefined;
  const { messages } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly messages: readonly Step[];
  };
  return { version, steps: messages };
}

/** A message without what people write in it: titles, descriptions, texts. All else stays. */
export function bare(message: unknown): unknown {
  const freeText = new Set(["title", "description", "text"]);
  return JSON.parse(
    JSON.stringify(message, (key, value: unknown) =>
      freeText.has(key) && typeof value === "string" ? "…" : value,
    ),
  );
}
