import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, type ConnectOptions } from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { clientListen } from "../../../src/runtime/client-listen.js";
import { http } from "../../../src/runtime/http-client.js";
import { nodeHttp } from "../../../src/runtime/node-http-client.js";
import { features, weather } from "./features.js";

type Ask = { readonly id?: number; readonly method?: string };
type Attack = (
  message: Ask,
  response: ServerResponse,
  request: IncomingMessage,
) => void;

const input = { location: "x" };
const content = [{ type: "text", text: "ok" }];
const sse = { "Content-Type": "text/event-stream" };
const event = (id: number | undefined) =>
  `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content } })}\n\n`;
const modern = { versions: ["2026-07-28"] };
const legacy = { versions: ["2025-11-25"] };

/** Opens either era, and leaves the rest to the attack. */
async function attacking(attack: Attack): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const message = (body === "" ? {} : JSON.parse(body)) as Ask;
      const say = (result: object) =>
        response
          .writeHead(200, { "Content-Type": "application/json" })
          .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
      if (message.method === "server/discover")
        say({ supportedVersions: ["2026-07-28"], capabilities: {} });
      else if (message.method === "initialize") {
        response.setHeader("Mcp-Session-Id", "s");
        say({ protocolVersion: "2025-11-25", capabilities: {} });
      } else if (message.method === "notifications/initialized")
        response.writeHead(202).end();
      else attack(message, response, request);
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe.each([
  ["fetch", http],
  ["node:http", nodeHttp],
] as const)("a hostile server over HTTP by %s", (name, transport) => {
  const connected = async (url: string, options: ConnectOptions = modern) => {
    const client = await connect(
      transport({ url, headers: { "X-Key": "k" } }),
      {
        features: { ...features, listen: clientListen },
        ...options,
      },
    );
    onTestFinished(() => client.close());
    return client;
  };

  it.each(["http://[", "//", "file:///etc/passwd", "http://user@:80:80/"])(
    "redirects to what is no address: %s",
    async (location) => {
      const url = await attacking((_message, response) =>
        response.writeHead(307, { Location: location }).end(),
      );
      const client = await connected(url);
      await expect(call(client, weather, input)).rejects.toMatchObject({
        reason: "http",
        status: 307,
      });
    },
  );

  it("gets no request of ours sent to another origin", async () => {
    let reached = 0;
    const other = await attacking((_message, response) => {
      reached++;
      response.end();
    });
    const url = await attacking((_message, response) =>
      response.writeHead(308, { Location: other }).end(),
    );
    const client = await connected(url);
    await expect(call(client, weather, input)).rejects.toMatchObject({
      status: 308,
    });
    expect(reached).toBe(0);
  });

  it("redirects in a circle", async () => {
    let asked = 0;
    const url = await attacking((_message, response) => {
      asked++;
      response.writeHead(307, { Location: "/again" }).end();
    });
    const client = await connected(url);
    await expect(call(client, weather, input)).rejects.toMatchObject({
      status: 307,
    });
    expect(asked).toBe(6);
  });

  it("changes the protocol", async () => {
    const url = await attacking((_message, _response, { socket }) => {
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
      );
    });
    const client = await connected(url);
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "http",
    });
  });

  it("names an event as no header can", async () => {
    const url = await attacking((_message, response) =>
      response.writeHead(200, sse).end("id: \u2603\nretry: 0\ndata:\n\n"),
    );
    const client = await connected(url, legacy);
    // Nothing can be continued from there.
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "closed",
    });
  });

  it("leaves the stream open after the answer", async () => {
    let gone: Promise<void> | undefined;
    const url = await attacking(({ id }, response) => {
      gone = new Promise((resolve) => response.on("close", resolve));
      response.writeHead(200, sse).write(event(id));
    });
    const client = await connected(url);
    expect(await call(client, weather, input)).toEqual(content);
    // The client ends it, though it goes on living.
    await gone;
  });

  it.each([
    ["nothing", () => undefined],
    [
      "half an answer",
      (response: ServerResponse) =>
        void response
          .writeHead(200, { "Content-Type": "application/json" })
          .write('{"jsonrpc":'),
    ],
    [
      "half an event",
      (response: ServerResponse) =>
        void response.writeHead(200, sse).write("data: {"),
    ],
  ])("says %s and keeps the connection", async (_what, say) => {
    let gone: Promise<void> | undefined;
    const url = await attacking((_message, response) => {
      gone = new Promise((resolve) => response.on("close", resolve));
      say(response);
    });
    const client = await connected(url);
    await expect(
      call(client, weather, input, { timeoutMs: 100 }),
    ).rejects.toMatchObject({ reason: "timeout" });
    // The client has let go of it.
    await gone;
  });

  it("is asked for no stream after close", async () => {
    const methods: (string | undefined)[] = [];
    const url = await attacking((_message, response, request) => {
      methods.push(request.method);
      response.writeHead(405).end();
    });
    const client = await connected(url, legacy);
    await client.close();
    const { ready } = client.on("toolsListChanged", () => undefined);
    await expect(ready).rejects.toMatchObject({ reason: "closed" });
    await expect(client.subscribe("a:b")).rejects.toMatchObject({
      reason: "closed",
    });
    // Whatever had been sent by then would have come before this.
    await fetch(url, { method: "PUT" });
    expect(methods).toEqual(["DELETE", "PUT"]);
  });

  it("does not hear of credentials that are none", async () => {
    const url = await attacking(({ id }, response) => {
      response.writeHead(200, sse).end(event(id));
    });
    let headers: Record<string, string> = {};
    const client = await connected(url, {
      ...legacy,
      auth: { headers: () => headers },
    });
    headers = { Authorization: "Bearer a\nb" };
    await expect(call(client, weather, input)).rejects.toMatchObject({
      name: "ConnectionError",
      reason: "http",
    });
    await client.close();
  });

  it("is left without a goodbye where there are no credentials for it", async () => {
    const url = await attacking((_message, response) => response.end());
    let expired = false;
    const client = await connected(url, {
      ...legacy,
      auth: {
        headers() {
          if (expired) throw new Error("expired");
          return {};
        },
      },
    });
    expired = true;
    await client.close();
  });

  // only this transport takes a fetch of the user's
  it.runIf(name === "fetch")("may meet a fetch that throws", async () => {
    const client = connect(
      http({
        url: "http://127.0.0.1:1/",
        fetch: () => {
          throw new Error("no fetch today");
        },
      }),
      { features, ...modern },
    );
    await expect(client).rejects.toMatchObject({ reason: "http" });
  });
});
