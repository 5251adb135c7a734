import { describe, expect, it } from "vitest";
import type { Protocol } from "../../../out/weather/protocol.js";
import { call } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import type { Tool } from "../../../src/runtime/descriptor.js";
import { clientProfiles } from "../profiles.js";
import {
  ScriptedTransport,
  type Script,
  type Sent,
  server,
} from "../scripted-transport.js";
import { features } from "./features.js";

/** Requests that a modern server refuses unread, in the middle of a connection. */
const done = { resultType: "complete", content: [] };
const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

async function connected(script: Script, more: object = {}) {
  const warnings: string[] = [];
  const transport = new ScriptedTransport(server(script), "http");
  const client = await connect<Protocol>(transport, {
    features,
    onWarning: (text) => warnings.push(text),
    ...more,
  });
  return { client, transport, warnings };
}

const version = ({ params }: Sent): unknown =>
  (params!["_meta"] as { [key: string]: unknown })[
    "io.modelcontextprotocol/protocolVersion"
  ];

describe("a version that is refused later on (V4)", () => {
  const refuse = (supported: readonly string[]): Script => {
    let refused = false;
    return ({ id }, peer) => {
      if (refused) peer.result(id, done);
      else peer.error(id, -32022, "no", { supported, requested: "2026-07-28" });
      refused = true;
    };
  };

  it("is exchanged for another one, for the rest of the connection", async () => {
    const newest = clientProfiles.at(-1)!;
    // A version that does not exist yet, beside the newest one.
    const next = { ...newest, version: "2027-01-01" };
    const script: Script = (message, peer) => {
      if (version(message) === next.version)
        peer.error(message.id, -32022, "no", { supported: [newest.version] });
      else peer.result(message.id, done);
    };
    const transport = new ScriptedTransport((message, peer) => {
      if (message.method === "server/discover")
        peer.result(message.id, {
          ...complete,
          supportedVersions: [newest.version, next.version],
          capabilities: {},
        });
      else script(message, peer);
    }, "http");
    const client = await connect<Protocol>(transport, {
      features: { ...features, profiles: [newest, next] },
    });
    expect(client.server.version).toBe(next.version);
    await client.request("tools/call", { name: "t" });
    await client.request("tools/call", { name: "t" });
    const spoken = transport.sent.slice(1).map(version);
    expect(spoken).toEqual([next.version, newest.version, newest.version]);
    expect(transport.outgoing.at(-1)!.headers).toMatchObject({
      "MCP-Protocol-Version": newest.version,
    });
    expect(client.server.version).toBe(newest.version);
  });

  it("is sent once more where the server offers the same", async () => {
    const { client, transport } = await connected(refuse(["2026-07-28"]));
    await client.request("tools/call", { name: "t" });
    const ids = transport.sent.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it("is not sent for ever", async () => {
    const { client, transport } = await connected(({ id }, peer) =>
      peer.error(id, -32022, "never", { supported: ["2026-07-28"] }),
    );
    const failing = client.request("tools/call", { name: "t" });
    await expect(failing).rejects.toMatchObject({ code: -32022 });
    expect(transport.sent).toHaveLength(3);
  });

  it.each([[["1999-01-01"]], [["2025-11-25"]], [[]]])(
    "never leads back to initialize: %j",
    async (supported) => {
      const { client, transport } = await connected(refuse(supported));
      const failing = client.request("tools/call", { name: "t" });
      await expect(failing).rejects.toMatchObject({ code: -32022 });
      expect(transport.methods()).toEqual(["server/discover", "tools/call"]);
    },
  );
});

const marked = (properties: object) => ({
  name: "t",
  inputSchema: { type: "object", properties },
});

describe("headers that are refused (section 12.2, x-mcp-header)", () => {
  const region = { type: "string", "x-mcp-header": "Region" };
  const tool: Tool<{ region: string }, never> = {
    kind: "tool",
    name: "t",
    input: () => true,
  };

  /** Wants a header for the region, which the list of tools alone says, on its second page. */
  function choosy(asked: object[] = []): Script {
    return ({ id, method, params }, peer) => {
      const headers = transportOf(peer).outgoing.at(-1)!.headers!;
      if (method === "tools/list") {
        asked.push(params!);
        peer.result(
          id,
          params!["cursor"] === undefined
            ? { ...complete, tools: [], nextCursor: "" }
            : { ...complete, tools: [marked({ region })] },
        );
      } else if (headers["Mcp-Param-Region"] === "eu") peer.result(id, done);
      else peer.error(id, -32020, "Mcp-Param-Region is missing");
    };
  }
  let current: ScriptedTransport;
  const transportOf = (_peer: unknown) => current;

  async function choosyClient(asked?: object[]) {
    const made = await connected((message, peer) => script(message, peer));
    const script = choosy(asked);
    current = made.transport;
    return made;
  }

  it("make the client list the tools again and send the call once more", async () => {
    const asked: object[] = [];
    const { client, transport } = await choosyClient(asked);
    await call(client, tool, { region: "eu" });
    expect(transport.methods().slice(1)).toEqual([
      "tools/call",
      "tools/list",
      "tools/list",
      "tools/call",
    ]);
    expect(asked[1]).toMatchObject({ cursor: "" });
    // From here on they are known.
    await call(client, tool, { region: "eu" });
    expect(transport.methods()).toHaveLength(6);
  });

  it("are known beforehand once the tools were listed", async () => {
    const { client, transport } = await choosyClient();
    for await (const _tool of client.listTools());
    const params = { name: "t", arguments: { region: "eu" } };
    await client.request("tools/call", params);
    expect(transport.methods().slice(1)).toEqual([
      "tools/list",
      "tools/list",
      "tools/call",
    ]);
  });

  it("are an error the second time", async () => {
    const { client, transport } = await choosyClient();
    const failing = call(client, tool, { region: "us" });
    await expect(failing).rejects.toMatchObject({ code: -32020 });
    expect(transport.methods().slice(-1)).toEqual(["tools/call"]);
    expect(transport.methods()).toHaveLength(5);
  });

  it("are an error where the tools cannot be listed either", async () => {
    const { client, warnings } = await connected(({ id }, peer) =>
      peer.error(id, -32020, "no"),
    );
    const failing = call(client, tool, { region: "eu" });
    await expect(failing).rejects.toMatchObject({ code: -32020 });
    expect(warnings).toHaveLength(1);
  });
});

describe("a listed tool that breaks the rules for headers (section 12.2)", () => {
  const string = { type: "string" };
  const named = (name: unknown) => ({ ...string, "x-mcp-header": name });
  const broken: { [why: string]: object } = {
    "an empty name": { a: named("") },
    "no string": { a: named(5) },
    "a space": { a: named("My Region") },
    "a colon": { a: named("Region:x") },
    "another alphabet": { a: named("Région") },
    "a control character": { a: named("a\tb") },
    "one name twice": { a: named("R"), b: named("R") },
    "one name in two cases": { a: named("Region"), b: named("REGION") },
    "a number": { a: { type: "number", "x-mcp-header": "A" } },
    "an object": { a: { type: "object", "x-mcp-header": "A" } },
    "an array": { a: { type: "array", "x-mcp-header": "A" } },
    null: { a: { type: "null", "x-mcp-header": "A" } },
    "several types": { a: { type: ["string", "null"], "x-mcp-header": "A" } },
    "no type": { a: { "x-mcp-header": "A" } },
    "an item": { a: { type: "array", items: named("A") } },
    "an alternative": { a: { anyOf: [named("A")] } },
    "a pattern": { a: { patternProperties: { properties: named("A") } } },
    "a definition": { a: { $defs: { properties: { b: named("A") } } } },
  };
  it.each(Object.entries(broken))("is left out: %s", async (_why, parts) => {
    const { client, warnings } = await connected(({ id }, peer) =>
      peer.result(id, {
        ...complete,
        tools: [marked(parts), { ...marked({ a: string }), name: "good" }],
      }),
    );
    const names: unknown[] = [];
    for await (const tool of client.listTools())
      names.push((tool as { name: string }).name);
    expect(names).toEqual(["good"]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('The tool "t" is left out');
  });

  it.each<[string, object]>([
    ["a deep one", { a: { type: "object", properties: { b: named("B") } } }],
    ["a property of that name", { "x-mcp-header": string }],
    ["a default that looks like one", { a: { default: named("") } }],
    ["an integer", { a: { type: "integer", "x-mcp-header": "A" } }],
    [
      "a boolean",
      { a: { type: "boolean", "x-mcp-header": "!#$%&'*+-.^_`|~" } },
    ],
  ])("is no tool with %s", async (_what, parts) => {
    const { client, warnings } = await connected(({ id }, peer) =>
      peer.result(id, { ...complete, tools: [marked(parts)] }),
    );
    const names: unknown[] = [];
    for await (const tool of client.listTools()) names.push(tool);
    expect(names).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("is left out when its schema has no end", async () => {
    const depth = 50_000;
    const deep: unknown = JSON.parse(
      '{"a":'.repeat(depth) + "1" + "}".repeat(depth),
    );
    const { client, transport } = await connected(() => undefined);
    const listed = client.request("tools/list");
    const { id } = await transport.sending(
      ({ method }) => method === "tools/list",
    );
    const tools = [{ name: "t", inputSchema: deep }];
    transport.peer.receiver.message({
      jsonrpc: "2.0",
      id,
      result: { ...complete, tools },
    });
    expect(await listed).toMatchObject({ tools: [] });
  });
});
