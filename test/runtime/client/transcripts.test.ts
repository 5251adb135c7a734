import { describe, expect, it } from "vitest";
import { call } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { ScriptedTransport, server } from "../scripted-transport.js";
import { features, weather } from "./features.js";

const info = { name: "example-client", version: "1.0.0" };
const text = [{ type: "text", text: "68°F" }];

describe("the messages of the legacy era", () => {
  it("are those of the specification's overview", async () => {
    const transport = new ScriptedTransport(
      server(({ id, method }, peer) => {
        if (method === "tools/list")
          peer.result(id, { tools: [{ name: "a" }] });
        if (method === "tools/call") peer.result(id, { content: text });
      }),
    );
    const client = await connect(transport, {
      features,
      info,
      versions: ["2024-11-05"],
      onSample: () => ({}),
    });
    for await (const _ of client.listTools());
    const content = await call(client, weather, {
      location: "San Francisco",
      units: "imperial",
    });
    expect(content).toEqual(text);
    expect(transport.sent).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2024-11-05",
          capabilities: { sampling: {} },
          clientInfo: info,
        },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      {
        jsonrpc: "2.0",
        id: 3,
        method: "tools/call",
        params: {
          name: "weather_current",
          arguments: { location: "San Francisco", units: "imperial" },
        },
      },
    ]);
    expect(client.server).toEqual({
      info: { name: "example-server", version: "1.0.0" },
      capabilities: { tools: {} },
      instructions: undefined,
      version: "2024-11-05",
      era: "legacy",
    });
  });
});

describe("the messages of the modern era", () => {
  it("are those of the specification's overview", async () => {
    const transport = new ScriptedTransport(
      server(({ id, method }, peer) => {
        if (method === "tools/list")
          peer.result(id, { resultType: "complete", tools: [{ name: "a" }] });
        if (method === "tools/call")
          peer.result(id, { resultType: "complete", content: text });
      }),
    );
    const client = await connect(transport, {
      features,
      info,
      onElicit: () => ({ action: "cancel" }),
    });
    for await (const _ of client.listTools());
    await call(client, weather, { location: "San Francisco" });
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": info,
      "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
    };
    expect(transport.sent).toEqual([
      { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta } },
      { jsonrpc: "2.0", id: 2, method: "tools/list", params: { _meta } },
      {
        jsonrpc: "2.0",
        id: 3,
        method: "tools/call",
        params: {
          name: "weather_current",
          arguments: { location: "San Francisco" },
          _meta,
        },
      },
    ]);
    expect(client.server.version).toBe("2026-07-28");
  });
});
