import { describe, expect, it, onTestFinished } from "vitest";
import type { Protocol } from "../../out/weather/protocol.js";
import type { ConnectOptions } from "../../src/runtime/client.js";
import { connect } from "../support/whole-client.js";
import { clientListen } from "../../src/runtime/client-listen.js";
import { http } from "../../src/runtime/http-client.js";
import type { HttpOptions } from "../../src/runtime/http-policy.js";
import { sessions } from "../../src/runtime/http-sessions.js";
import { sse } from "../../src/runtime/http-sse.js";
import { nodeHttp } from "../../src/runtime/node-http-client.js";
import { serveHttp } from "../../src/runtime/node-http-server.js";
import type { Server } from "../../src/runtime/server.js";
import { features } from "../runtime/client/features.js";
import { makeServer } from "../runtime/server/fixture.js";

/** The client on our own server, where one of the two loses what they share. */
const versions = ["2025-03-26", "2025-06-18", "2025-11-25"];

type Options = Parameters<typeof makeServer>[0];

function make(options?: Options): Server {
  return makeServer(options, { sessions, sse });
}

async function serve(
  server: Server,
  options: HttpOptions & { port?: number } = {},
) {
  const listener = await serveHttp(server, { port: 0, ...options });
  let closed = false;
  const close = async () => {
    if (!closed) await listener.close();
    closed = true;
  };
  onTestFinished(close);
  return { url: listener.url, port: Number(new URL(listener.url).port), close };
}

describe.each([
  ["fetch", http],
  ["node:http", nodeHttp],
] as const)("over HTTP by %s", (_name, transport) => {
  async function open(url: string, options: ConnectOptions<Protocol> = {}) {
    const client = await connect<Protocol>(transport({ url }), {
      features: { ...features, listen: clientListen },
      ...options,
    });
    onTestFinished(() => client.close());
    return client;
  }
  const words = { name: "words", arguments: { text: "a b" } };

  it.each(versions)(
    "a server that was started again finds its client again: %s",
    async (version) => {
      const first = await serve(make());
      const client = await open(first.url, { versions: [version] });
      const updates: string[] = [];
      let wake: () => void = () => undefined;
      const listening = client.on("resourceUpdated", ({ uri }) => {
        updates.push(uri);
        wake();
      });
      await listening.ready;
      await client.subscribe("test://motd");
      await first.close();
      const again = make();
      await serve(again, { port: first.port });
      // What only asks may be sent again over a connection that turns out to be closed.
      await client.request("tools/list");
      // The new session follows what the old one did, as soon as the server has been told.
      const tell = setInterval(() => again.updated("test://motd"), 50);
      onTestFinished(() => clearInterval(tell));
      await new Promise<void>((resolve) => (wake = resolve));
      expect(updates[0]).toBe("test://motd");
    },
  );

  it("is heard once the listener is ready, at once", async () => {
    const server = make();
    const { url } = await serve(server);
    const client = await open(url, { versions: ["2025-11-25"] });
    const heard = new Promise<void>((resolve, reject) => {
      const { ready } = client.on("toolsListChanged", () => resolve());
      ready.then(() => server.changed("tools"), reject);
    });
    await heard;
  });

  it("a call goes on when the server lets go of its connection", async () => {
    const server = make({
      tools: {
        act: ({ what }, context) => {
          context.releaseConnection(100);
          return `did ${what}`;
        },
      },
    });
    const { url } = await serve(server);
    const client = await open(url, { versions: ["2025-11-25"] });
    const act = { name: "act", arguments: { what: "it" } };
    expect(await client.request("tools/call", act)).toMatchObject({
      content: [{ text: "did it" }],
    });
  });

  it("HTTP+SSE is spoken where the server has nothing else", async () => {
    const server = make();
    const { url } = await serve(server);
    // The address of the event stream alone, as an old configuration has it.
    const old = new URL("/sse", url).href;
    const client = await open(old, { versions: ["2024-11-05"] });
    expect(client.server.version).toBe("2024-11-05");
    expect(await client.request("tools/call", words)).toMatchObject({
      content: [{ type: "text" }],
    });
    const heard = new Promise<void>((resolve, reject) => {
      const { ready } = client.on("toolsListChanged", () => resolve());
      ready.then(() => server.changed("tools"), reject);
    });
    await heard;
  });
});
