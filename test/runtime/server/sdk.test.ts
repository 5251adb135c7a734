import { fileURLToPath } from "node:url";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import { makeServer, newestLegacy, newestModern } from "./fixture.js";

/** The official clients as second opinions: each checks every message against its own schemas. */

const program = {
  command: process.execPath,
  args: [
    "--import",
    "tsx",
    fileURLToPath(new URL("stdio-main.ts", import.meta.url)),
  ],
};

async function address(): Promise<URL> {
  const listener = await serveHttp(makeServer(), { port: 0 });
  onTestFinished(() => listener.close());
  return new URL(listener.url);
}

/** What both generations of the client have in common, as far as it is used here. */
type Peer = {
  listTools(): Promise<{ tools: { name: string }[] }>;
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
  close(): Promise<void>;
};

async function useAll(peer: Peer): Promise<void> {
  onTestFinished(() => peer.close());
  expect(peer.getServerVersion()).toMatchObject({
    name: "full-server",
    version: "2.0.0",
  });
  const { tools } = await peer.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "calculator_arithmetic",
    "weather_current",
    "add",
    "words",
    "act",
  ]);
  expect(
    await peer.callTool({ name: "add", arguments: { a: 1, b: 2 } }),
  ).toMatchObject({
    structuredContent: { sum: 3 },
  });
  expect(
    await peer.callTool({ name: "words", arguments: { text: "a b" } }),
  ).toMatchObject({
    content: [{ text: '["a","b"]' }],
  });
  expect(
    await peer.callTool({ name: "add", arguments: { a: 1 } }),
  ).toMatchObject({ isError: true });
  await expect(peer.callTool({ name: "none", arguments: {} })).rejects.toThrow(
    "Unknown tool",
  );
  expect((await peer.listPrompts()).prompts).toHaveLength(1);
  expect(
    (await peer.getPrompt({ name: "greet", arguments: { name: "Ada" } }))
      .messages,
  ).toHaveLength(1);
  expect((await peer.listResources()).resources).toHaveLength(1);
  expect((await peer.listResourceTemplates()).resourceTemplates).toHaveLength(
    1,
  );
  expect(
    (await peer.readResource({ uri: "note://a/b" })).contents,
  ).toHaveLength(1);
  await expect(peer.readResource({ uri: "test://none" })).rejects.toThrow(
    "not found",
  );
}

const info = { name: "peer", version: "1.0.0" };

describe("the official client, first generation", () => {
  it("over stdio", async () => {
    const client = new OldClient(info);
    await client.connect(new OldStdio(program));
    await useAll(client);
  });

  it("over HTTP", async () => {
    const client = new OldClient(info);
    await client.connect(new OldHttp(await address()));
    await useAll(client);
  });
});

describe.each(["legacy", "auto", { pin: newestModern }] as const)(
  "the official client, second generation, mode %j",
  (mode) => {
    const version = mode === "legacy" ? newestLegacy : newestModern;
    const make = () => new Client(info, { versionNegotiation: { mode } });

    it("over stdio", async () => {
      const client = make();
      await client.connect(new StdioClientTransport(program));
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      await useAll(client);
    });

    it("over HTTP", async () => {
      const client = make();
      await client.connect(new StreamableHTTPClientTransport(await address()));
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      await useAll(client);
    });
  },
);
