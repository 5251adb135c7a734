import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpHandler } from "@modelcontextprotocol/server";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import { call, connect, type FormHandler } from "../../out/runtime/client.js";
import {
  answerElicitation,
  clientAnswers,
} from "../../src/runtime/client-answers.js";
import { http } from "../../out/runtime/http-client.js";
import { nodeHttp } from "../../out/runtime/node-http-client.js";
import { stdio } from "../../out/runtime/stdio-client.js";
import type { Transport } from "../../out/runtime/transport.js";
import {
  connectWeather,
  type WeatherClient,
} from "../../out/weather/client.js";
import { weatherCurrent } from "../../out/weather/descriptors.js";
import { features } from "../../out/weather/features.js";
import { firstWeather } from "../fixtures/peers/first-weather.js";
import { secondWeather } from "../fixtures/peers/second-weather.js";
import { clientProfiles } from "../runtime/profiles.js";
import { project } from "../support/project.js";
import { openTemporary } from "../support/temporary.js";
import { bundle } from "./generated.js";

/** The sample's emitted client on servers made with the official libraries of both generations. */
const versions = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
];
const newestLegacy = "2025-11-25";
const newest = "2026-07-28";

let folder = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  ({ path: folder, remove } = await openTemporary("peers"));
  for (const name of ["first", "second"])
    await bundle(
      project(`test/fixtures/peers/${name}-main.ts`),
      join(folder, `${name}.mjs`),
    );
});

afterAll(async () => remove());

const program = (name: "first" | "second") =>
  stdio({ command: process.execPath, args: [join(folder, `${name}.mjs`)] });

/** Listens on a free port until the test ends. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/mcp`;
}

/** A server of the first generation with one session. */
async function firstHttp(server = firstWeather()): Promise<string> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
  });
  await server.connect(transport);
  onTestFinished(() => server.close());
  return listen((request, response) => {
    void transport.handleRequest(request, response);
  });
}

async function secondHttp(
  made = createMcpHandler(secondWeather),
): Promise<string> {
  const handler = toNodeHandler(made);
  return listen((request, response) => {
    // Its types do not fit those of node:http under exactOptionalPropertyTypes.
    void handler(request as Parameters<typeof handler>[0], response);
  });
}

async function open(
  transport: Transport,
  offered?: readonly string[],
): Promise<WeatherClient> {
  const warnings: string[] = [];
  const client = await connectWeather(transport, {
    versions: offered,
    onWarning: (text) => warnings.push(text),
  });
  onTestFinished(async () => {
    await client.close();
    expect(warnings).toEqual([]);
  });
  return client;
}

/** The sample's features and what a manifest with elicitation adds to them. */
function connectAsking(transport: Transport, onElicit: FormHandler) {
  const answers = clientAnswers(answerElicitation);
  return connect(transport, {
    // The sample asks for no elicitation, so that its profiles say nothing of it.
    features: { ...features, profiles: clientProfiles, answers },
    onElicit,
  });
}

async function useAll(client: WeatherClient, version: string): Promise<void> {
  expect(client.server).toMatchObject({
    info: { name: "weather", version: "9.9.9" },
    version,
    era: version === newest ? "modern" : "legacy",
  });
  await useTools(client);
  expect(
    await client.prompts.forecast({ city: "Oslo", tone: "cheerful" }),
  ).toMatchObject({
    messages: [{ content: { text: "Oslo, in a cheerful tone" } }],
  });
  expect(await client.resources.stations()).toMatchObject({
    contents: [{ uri: "weather://stations", text: '["hel"]' }],
  });
  expect(await client.resources.station({ id: "a b" })).toMatchObject({
    contents: [{ uri: "weather://stations/a%20b" }],
  });
}

async function useTools(client: WeatherClient): Promise<void> {
  const names: string[] = [];
  for await (const { name } of client.listTools()) names.push(name);
  expect(names.sort()).toEqual(["calculator_arithmetic", "weather_current"]);
  const { tools } = client;
  expect(
    await tools.weatherCurrent({ location: "Oslo", units: "kelvin" }),
  ).toEqual({
    location: "Oslo",
    temperature: 12.5,
    units: "kelvin",
    conditions: "clear",
    humidity: 40,
  });
  const sum = await tools.calculatorArithmetic({ expression: "2 + 3 * 4" });
  expect(sum.text).toBe("2 + 3 * 4 = 14");
  expect(await tools.weatherCurrent.try({ location: "nowhere" })).toMatchObject(
    {
      ok: false,
      error: { code: "TOOL_FAILED", message: "there is no such place" },
    },
  );
}

describe("the official server, first generation", () => {
  it("over stdio", async () => {
    await useAll(await open(program("first")), newestLegacy);
  });

  it.each(versions.slice(0, -1))(
    "over stdio, pinned to %s",
    async (version) => {
      await useAll(await open(program("first"), [version]), version);
    },
  );

  it.each([
    ["fetch", http],
    ["node:http", nodeHttp],
  ])("over HTTP by %s", async (_, transport) => {
    const url = await firstHttp();
    await useAll(await open(transport({ url })), newestLegacy);
  });
});

describe("the official server, second generation", () => {
  it("over stdio", async () => {
    await useAll(await open(program("second")), newest);
  });

  it.each(versions)("over stdio, pinned to %s", async (version) => {
    await useAll(await open(program("second"), [version]), version);
  });

  it.each([
    ["fetch", http],
    ["node:http", nodeHttp],
  ])("over HTTP by %s", async (_, transport) => {
    const url = await secondHttp();
    await useAll(await open(transport({ url })), newest);
  });

  it("over HTTP, pinned to the newest version of the older era", async () => {
    const url = await secondHttp();
    await useAll(await open(nodeHttp({ url }), [newestLegacy]), newestLegacy);
  });
});

describe("a changed list is heard", () => {
  it("from the first generation, on the standing stream", async () => {
    const server = firstWeather();
    const client = await open(nodeHttp({ url: await firstHttp(server) }));
    const heard = new Promise<void>((resolve) => {
      client.on("toolsListChanged", () => resolve());
    });
    // The stream is open when the server can tell on it: until then it tells again.
    const tell = setInterval(() => server.sendToolListChanged(), 50);
    onTestFinished(() => clearInterval(tell));
    await heard;
  });

  it("from the second generation, on a subscription", async () => {
    const made = createMcpHandler(secondWeather);
    const client = await open(nodeHttp({ url: await secondHttp(made) }));
    const heard = new Promise<void>((resolve, reject) => {
      const listening = client.on("toolsListChanged", () => resolve());
      listening.ready.then(() => made.notify.toolsChanged(), reject);
    });
    await heard;
  });
});

describe("a server of the second generation that needs input", () => {
  it.each(["stdio", "http"])("is answered over %s", async (way) => {
    const transport =
      way === "stdio"
        ? program("second")
        : nodeHttp({ url: await secondHttp() });
    const asked: unknown[] = [];
    const client = await connectAsking(transport, (params) => {
      asked.push(params);
      return { action: "accept", content: { units: "kelvin" } };
    });
    onTestFinished(() => client.close());
    expect(
      await call(client, weatherCurrent, { location: "anywhere" }),
    ).toMatchObject({ location: "anywhere", units: "kelvin" });
    expect(asked).toMatchObject([{ message: "In which units?" }]);
  });
});
