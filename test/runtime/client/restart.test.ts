import { describe, expect, it } from "vitest";
import type { Protocol } from "../../../out/weather/protocol.js";
import { connect } from "../../support/whole-client.js";
import { clientListen } from "../../../src/runtime/client-listen.js";
import { ConnectionError } from "../../../src/runtime/errors.js";
import { stdio } from "../../../src/runtime/stdio-client.js";
import {
  ScriptedTransport,
  type Script,
  type Sent,
  server,
} from "../scripted-transport.js";
import { features } from "./features.js";

/** A server over stdio that ends by itself in the middle of a connection (section 11). */
const modern = { versions: ["2026-07-28"] };
const call = { name: "t", arguments: {} };
const died = new ConnectionError("closed", "server ended with code 1");

async function started(script: Script, more: object = {}) {
  const warnings: string[] = [];
  const transport = new ScriptedTransport(server(script));
  const client = await connect<Protocol>(transport, {
    features: { ...features, listen: clientListen },
    onWarning: (text) => warnings.push(text),
    ...more,
  });
  return { client, transport, warnings };
}

const silent: Script = () => undefined;
const is =
  (wanted: string) =>
  ({ method }: Sent) =>
    method === wanted;

describe("a stateless server that ends by itself", () => {
  it("is started again with the next request", async () => {
    const { client, transport, warnings } = await started(({ id }, peer) =>
      peer.result(id, { resultType: "complete", content: [] }),
    );
    transport.peer.receiver.closed(died);
    expect(transport.restarts).toBe(0);
    const all = [1, 2, 3].map(() => client.request("tools/call", call));
    await Promise.all(all);
    expect(transport.restarts).toBe(1);
    expect(warnings).toEqual([died.message]);
  });

  it("is asked again what only asks, and not called again", async () => {
    let answers = false;
    const { client, transport } = await started(({ id }, peer) => {
      if (answers) peer.result(id, { resultType: "complete", tools: [] });
    });
    const listing = client.request("tools/list");
    const calling = client.request("tools/call", call);
    await transport.sending(is("tools/call"));
    answers = true;
    transport.peer.receiver.closed(died);
    await expect(calling).rejects.toBe(died);
    expect(await listing).toMatchObject({ tools: [] });
    expect(transport.restarts).toBe(1);
    const methods = transport.methods().slice(1);
    expect(methods).toEqual(["tools/list", "tools/call", "tools/list"]);
  });

  it("is listened to again", async () => {
    const { client, transport } = await started(({ id, method }, peer) => {
      const _meta = { "io.modelcontextprotocol/subscriptionId": id };
      const notifications = { toolsListChanged: true };
      if (method === "subscriptions/listen")
        peer.notify("notifications/subscriptions/acknowledged", {
          _meta,
          notifications,
        });
    });
    const heard = new Promise<void>((resolve) => {
      client.on("toolsListChanged", () => resolve());
    });
    const { id } = await transport.sending(is("subscriptions/listen"));
    transport.peer.receiver.closed(died);
    await transport.sending(
      (sent) => sent.method === "subscriptions/listen" && sent.id !== id,
    );
    transport.peer.notify("notifications/tools/list_changed");
    await heard;
    await client.close();
  });

  it("is not started for ever by one request that ends it", async () => {
    const { client, transport } = await started((_message, peer) =>
      peer.receiver.closed(died),
    );
    await expect(client.request("tools/list")).rejects.toBe(died);
    expect(transport.restarts).toBe(1);
  });

  it("stays ended after close", async () => {
    const { client, transport } = await started(silent);
    const listing = client.request("tools/list");
    transport.peer.receiver.closed(died);
    await client.close();
    await expect(listing).rejects.toMatchObject({ reason: "closed" });
    await expect(client.request("tools/list")).rejects.toMatchObject({
      reason: "closed",
      message: "The client was closed",
    });
    expect(transport.closes).toBe(1);
  });

  it("that cannot be started again is reported", async () => {
    const script = `
      process.stdin.once("data", (line) => {
        const { id } = JSON.parse(line);
        const result = { resultType: "complete", supportedVersions: ["2026-07-28"], capabilities: {}, ttlMs: 0, cacheScope: "private" };
        process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
        process.stdin.once("data", () => process.exit(1));
      });`;
    const options = { command: process.execPath, args: ["-e", script] };
    const client = await connect<Protocol>(stdio(options), {
      features,
      ...modern,
    });
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      reason: "closed",
    });
    options.command = "/nowhere/to/be/found";
    await expect(client.request("tools/call", call)).rejects.toMatchObject({
      reason: "spawn",
    });
    await client.close();
  });
});

describe("a server with a session that ends by itself", () => {
  it("takes the session with it", async () => {
    const { client, transport } = await started(silent, {
      versions: ["2025-11-25"],
    });
    transport.peer.receiver.closed(died);
    await expect(client.request("tools/list")).rejects.toBe(died);
    expect(transport.restarts).toBe(0);
  });
});
