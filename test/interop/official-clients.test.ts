import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import { project } from "../support/project.js";
import { runNode } from "../support/run.js";
import { openTemporary } from "../support/temporary.js";
import { bundle } from "./generated.js";

/** The emitted sample as a program of its own, used by the official clients of both generations. */
let program = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const folder = await openTemporary("sample");
  remove = folder.remove;
  program = await bundle(
    project("out/weather/main.ts"),
    join(folder.path, "main.mjs"),
  );
});

afterAll(async () => remove());

const stdio = () => ({ command: process.execPath, args: [program] });

type Listener = { readonly url: URL; stop(): Promise<number | null> };

/** Starts the program on a free port, which it prints. */
async function listenHttp(): Promise<Listener> {
  const child: ChildProcess = spawn(
    process.execPath,
    [program, "--http", "127.0.0.1:0"],
    { stdio: ["ignore", "inherit", "pipe"] },
  );
  const exited = once(child, "exit") as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const lines = createInterface({ input: child.stderr! });
  const [line] = (await once(lines, "line")) as [string];
  const url = new URL(/^Listening on (\S+)$/.exec(line)![1]!);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      const [code] = await exited;
      return code;
    },
  };
}

/** What both generations of the client have in common, as far as it is used here. */
type Peer = {
  listTools(): Promise<{
    tools: {
      name: string;
      title?: string | undefined;
      outputSchema?: object | undefined;
    }[];
  }>;
  callTool(params: {
    name: string;
    arguments: Record<string, unknown>;
  }): Promise<object>;
  listPrompts(): Promise<{ prompts: object[] }>;
  getPrompt(params: {
    name: string;
    arguments: Record<string, string>;
  }): Promise<{ messages: object[] }>;
  listResources(): Promise<{ resources: object[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: object[] }>;
  readResource(params: { uri: string }): Promise<{ contents: object[] }>;
  getServerVersion(): object | undefined;
  getServerCapabilities(): object | undefined;
  getInstructions(): string | undefined;
  close(): Promise<void>;
};

async function useAll(peer: Peer): Promise<void> {
  expect(peer.getServerVersion()).toMatchObject({
    name: "weather",
    version: "1.0.0",
    title: "Weather and sums",
  });
  expect(peer.getServerCapabilities()).toMatchObject({
    tools: { listChanged: true },
    resources: {},
    prompts: {},
  });
  expect(peer.getInstructions()).toMatch(/^Ask weather_current/);
  await useTools(peer);
  await usePrompts(peer);
  await useResources(peer);
}

async function useTools(peer: Peer): Promise<void> {
  const { tools } = await peer.listTools();
  expect(
    tools.map(({ name, title, outputSchema }) => [
      name,
      title,
      outputSchema !== undefined,
    ]),
  ).toEqual([
    ["calculator_arithmetic", "Calculator", false],
    ["weather_current", "Weather", true],
  ]);
  const call = (name: string, input: Record<string, unknown>) =>
    peer.callTool({ name, arguments: input });
  const weather = (input: Record<string, unknown>) =>
    call("weather_current", input);
  expect(
    await call("calculator_arithmetic", { expression: "2 + 3 * 4" }),
  ).toMatchObject({ content: [{ type: "text", text: "14" }] });
  expect(
    await call("calculator_arithmetic", { expression: "2 +" }),
  ).toMatchObject({ isError: true });
  const metric = await weather({ location: "Helsinki" });
  expect(metric).toMatchObject({
    structuredContent: { location: "Helsinki", units: "metric" },
  });
  expect(await weather({ location: "Helsinki", units: "metric" })).toEqual(
    metric,
  );
  expect(await weather({ location: "Helsinki", units: "roman" })).toMatchObject(
    { isError: true },
  );
  await expect(call("none", {})).rejects.toThrow("none");
}

async function usePrompts(peer: Peer): Promise<void> {
  expect((await peer.listPrompts()).prompts).toMatchObject([
    {
      name: "forecast",
      arguments: [{ name: "city", required: true }, { name: "tone" }],
    },
  ]);
  const prompt = { name: "forecast", arguments: { city: "Nairobi" } };
  expect((await peer.getPrompt(prompt)).messages).toEqual([
    {
      role: "user",
      content: {
        type: "text",
        text: "Look up the weather of Nairobi with weather_current and report it.",
      },
    },
  ]);
  await expect(
    peer.getPrompt({ name: "forecast", arguments: {} }),
  ).rejects.toThrow("city");
}

async function useResources(peer: Peer): Promise<void> {
  expect((await peer.listResources()).resources).toMatchObject([
    { uri: "weather://stations", name: "stations" },
  ]);
  expect((await peer.listResourceTemplates()).resourceTemplates).toMatchObject([
    { uriTemplate: "weather://stations/{id}", name: "station" },
  ]);
  const read = async (uri: string): Promise<unknown> => {
    const { contents } = await peer.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: "application/json" }]);
    const [first] = contents as [{ text: string }];
    return JSON.parse(first.text);
  };
  expect(await read("weather://stations")).toHaveLength(3);
  expect(await read("weather://stations/sfo")).toMatchObject({
    city: "San Francisco",
  });
  await expect(
    peer.readResource({ uri: "weather://stations/none" }),
  ).rejects.toThrow("not found");
}

const info = { name: "peer", version: "1.0.0" };

describe("the official client, first generation, uses the emitted sample", () => {
  it("over stdio", async () => {
    const client = new FirstClient(info);
    onTestFinished(() => client.close());
    await client.connect(new FirstStdio(stdio()));
    await useAll(client);
  });

  it("over HTTP", async () => {
    const { url, stop } = await listenHttp();
    const client = new FirstClient(info);
    const transport = new FirstHttp(url);
    await client.connect(transport);
    expect(transport.protocolVersion).toBe("2025-11-25");
    await useAll(client);
    await client.close();
    expect(await stop()).toBe(0);
  });
});

describe.each([
  ["legacy", "2025-11-25"],
  ["auto", "2026-07-28"],
  [{ pin: "2026-07-28" }, "2026-07-28"],
] as const)(
  "the official client, second generation, mode %j, uses the emitted sample",
  (mode, version) => {
    const make = () =>
      mode === "legacy"
        ? new Client(info)
        : new Client(info, { versionNegotiation: { mode } });

    it("over stdio", async () => {
      const client = make();
      onTestFinished(() => client.close());
      await client.connect(new StdioClientTransport(stdio()));
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      await useAll(client);
    });

    it("over HTTP", async () => {
      const { url, stop } = await listenHttp();
      const client = make();
      await client.connect(new StreamableHTTPClientTransport(url));
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      await useAll(client);
      await client.close();
      expect(await stop()).toBe(0);
    });
  },
);

describe("the emitted program", () => {
  it("ends on SIGTERM while clients are connected and listen", async () => {
    const { url, stop } = await listenHttp();
    const first = new FirstClient(info);
    onTestFinished(() => first.close());
    await first.connect(new FirstHttp(url));
    await first.listTools();
    const second = new Client(info, {
      versionNegotiation: { mode: "auto" },
      listChanged: { tools: { onChanged: () => undefined } },
    });
    onTestFinished(() => second.close());
    await second.connect(new StreamableHTTPClientTransport(url));
    await second.listTools();
    expect(await stop()).toBe(0);
  });

  it("shows its usage", async () => {
    const { code, stdout, stderr } = await runNode([program, "--help"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/^Serves the Model Context Protocol;/);
    expect(stderr).toContain("--http [HOST:]PORT");
  });

  it("refuses what it does not know, and says what it does", async () => {
    const { code, stdout, stderr } = await runNode([program, "--port", "1"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^Unknown argument: --port\n\nServes the Model Context Protocol;/,
    );
  });
});
