import { describe, expect, it, onTestFinished } from "vitest";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import {
  CreateMessageRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { sessions } from "../../../src/runtime/http-sessions.js";
import { sse } from "../../../src/runtime/http-sse.js";
import { asks } from "../../../src/runtime/server-asks.js";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import type { AuthRequest } from "../../../src/runtime/server-http.js";
import type { SampleContext } from "../../../src/runtime/server-asking.js";
import { makeServer, type Message, modern } from "../server/fixture.js";
import { type Fetch, hosts, signal } from "./hosts.js";

const headers = { "content-type": "application/json" };

/** A stream of HTTP+SSE, read by hand. */
async function open(
  send: Fetch,
  path = "/sse",
  more: Record<string, string> = {},
): Promise<{
  readonly endpoint: string;
  readonly next: () => Promise<string>;
  readonly close: () => Promise<void>;
}> {
  const response = await send(path, {
    headers: { accept: "text/event-stream", ...more },
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response
    .body!.pipeThrough(new TextDecoderStream())
    .getReader();
  let waiting = "";
  /** The next event, as its text. */
  const next = async (): Promise<string> => {
    while (!waiting.includes("\n\n")) {
      const { done, value } = await reader.read();
      if (done) return "";
      waiting += value;
    }
    const end = waiting.indexOf("\n\n");
    const event = waiting.slice(0, end);
    waiting = waiting.slice(end + 2);
    return event;
  };
  const first = await next();
  return {
    endpoint: /^event: endpoint\ndata: (\S+)$/.exec(first)?.[1] ?? first,
    next,
    close: () => reader.cancel(),
  };
}

const post = (
  send: Fetch,
  endpoint: string,
  message: object,
  more: Record<string, string> = {},
): Promise<Response> =>
  send(endpoint, {
    method: "POST",
    headers: { ...headers, ...more },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });

const initialize = {
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2024-11-05",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

describe.each(hosts)("HTTP+SSE over %s", (_, host) => {
  it("says where to POST, and answers on the stream", async () => {
    const send = await host(makeServer({}, { sse }));
    const stream = await open(send);
    expect(stream.endpoint).toMatch(/^\/sse\?sessionId=[0-9a-f-]{36}$/);
    const accepted = await post(send, stream.endpoint, initialize);
    expect([accepted.status, await accepted.text()]).toEqual([202, ""]);
    const [type, data] = (await stream.next()).split("\n");
    expect(type).toBe("event: message");
    const answer = JSON.parse(data?.slice("data: ".length) ?? "") as Message;
    expect(answer).toMatchObject({
      id: 1,
      result: { protocolVersion: "2024-11-05" },
    });
    await stream.close();
  });

  it("does not know the requests of the era without it", async () => {
    const send = await host(makeServer({}, { sse }));
    const stream = await open(send);
    const probe = { id: 1, method: "server/discover", params: modern() };
    await post(send, stream.endpoint, probe);
    const [, data] = (await stream.next()).split("\n");
    expect(JSON.parse(data?.slice("data: ".length) ?? "")).toMatchObject({
      id: 1,
      error: { code: -32601 },
    });
    await stream.close();
  });

  it("is served where the options say", async () => {
    const send = await host(makeServer({}, { sse }), { ssePath: "/old/sse" });
    const stream = await open(send, "/old/sse");
    expect(stream.endpoint).toMatch(/^\/old\/sse\?sessionId=/);
    const elsewhere = await send("/sse", { headers: {} });
    expect(elsewhere.status).toBe(405);
    await stream.close();
  });

  it("is not served by a server without it", async () => {
    const send = await host(makeServer({}, { sessions }));
    expect((await send("/sse", { headers: {} })).status).toBe(405);
  });

  it("leaves other POSTs to its path to Streamable HTTP", async () => {
    const send = await host(makeServer({}, { sse, sessions }));
    const response = await post(send, "/sse", initialize);
    expect(response.status).toBe(200);
    expect(response.headers.has("mcp-session-id")).toBe(true);
  });

  it("knows no other stream, and none that has ended", async () => {
    const send = await host(makeServer({}, { sse }));
    const stream = await open(send);
    const ping = { id: 1, method: "ping" };
    expect((await post(send, "/sse?sessionId=x", ping)).status).toBe(404);
    await stream.close();
    // The server sees the end of the connection at its own time.
    let { status } = await post(send, stream.endpoint, ping);
    while (status === 202)
      ({ status } = await post(send, stream.endpoint, ping));
    expect(status).toBe(404);
  });

  it("belongs to one principal", async () => {
    const auth = ({ header }: AuthRequest) => ({
      auth: {},
      principal: header("authorization"),
    });
    const send = await host(makeServer({ auth }, { sse }));
    const ada = { authorization: "ada" };
    const stream = await open(send, "/sse", ada);
    const ping = { id: 1, method: "ping" };
    const statuses = [];
    for (const authorization of ["bob", "ada"]) {
      const answer = await post(send, stream.endpoint, ping, { authorization });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([404, 202]);
    await stream.close();
  });

  it("refuses what is no JSON", async () => {
    const send = await host(makeServer({}, { sse }));
    const stream = await open(send);
    const response = await send(stream.endpoint, {
      method: "POST",
      headers,
      body: "{",
    });
    expect(response.status).toBe(400);
    await stream.close();
  });

  it("ends its streams when the server closes, after the calls in flight", async () => {
    const running = signal();
    const free = signal();
    const server = makeServer(
      {
        tools: {
          async act() {
            running.happen();
            await free.happened;
            return "done";
          },
        },
      },
      { sse },
    );
    const send = await host(server);
    const stream = await open(send);
    await post(send, stream.endpoint, initialize);
    await stream.next();
    await post(send, stream.endpoint, {
      id: 2,
      method: "tools/call",
      params: { name: "act", arguments: { what: "" } },
    });
    await running.happened;
    const closed = server.close();
    free.happen();
    expect(await stream.next()).toContain("done");
    expect(await stream.next()).toBe("");
    await closed;
  });
});

it("serves the official client of the first generation", async () => {
  const server = makeServer(
    {
      tools: {
        async act({ what }, context) {
          context.progress(1, 2);
          context.log("error", "careful");
          const asking = context as unknown as SampleContext;
          const { content } = await asking.sample("s", {
            messages: [],
            maxTokens: 1,
          });
          return `${what} ${JSON.stringify(content)}`;
        },
      },
    },
    { sse, sessions, asks },
  );
  const listener = await serveHttp(server, { port: 0 });
  onTestFinished(() => listener.close());
  const client = new Client(
    { name: "old", version: "1" },
    { capabilities: { sampling: {} } },
  );
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant",
    model: "parrot",
    content: { type: "text", text: "polly" },
  }));
  const heard: unknown[] = [];
  client.setNotificationHandler(
    LoggingMessageNotificationSchema,
    ({ params }) => void heard.push(params.data),
  );
  const changed = signal();
  client.setNotificationHandler(ToolListChangedNotificationSchema, () =>
    changed.happen(),
  );
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the transport is what is tested
  await client.connect(new SSEClientTransport(new URL("sse", listener.url)));
  onTestFinished(() => client.close());
  const steps: number[] = [];
  const result = await client.callTool(
    { name: "act", arguments: { what: "say" } },
    undefined,
    { onprogress: ({ progress }) => void steps.push(progress) },
  );
  expect(result["content"]).toEqual([
    { type: "text", text: 'say {"type":"text","text":"polly"}' },
  ]);
  expect([steps, heard]).toEqual([[1], ["careful"]]);
  server.changed("tools");
  await changed.happened;
});
