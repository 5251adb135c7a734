import { createServer } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { withFetch } from "../../../src/runtime/fetch-server.js";
import { sessions } from "../../../src/runtime/http-sessions.js";
import { type Idle, IdleMap } from "../../../src/runtime/idle-map.js";
import {
  httpHandler,
  serveHttp,
} from "../../../src/runtime/node-http-server.js";
import type { SessionState } from "../../../src/runtime/server-http.js";
import { makeServer, modern, newestLegacy } from "../server/fixture.js";
import { hosts, LegacyClient, readStream, signal } from "./hosts.js";

type Named = Idle & { readonly name: string };

const named = (name: string): Named => ({ name, used: 0 });

describe("an idle map", () => {
  it("gives up what was not used for longest, beyond its number", () => {
    const given: string[] = [];
    const map = new IdleMap<Named>(2, 60_000, ({ name }) => given.push(name));
    map.set("a", named("A"));
    map.set("b", named("B"));
    map.get("a");
    map.set("c", named("C"));
    const kept = [...map.values()].map(({ name }) => name);
    expect([given, map.get("b"), kept]).toEqual([["B"], undefined, ["A", "C"]]);
  });

  it("gives up what is idle for too long, but not what is only looked at", () => {
    const map = new IdleMap<Named>(2, -1);
    map.set("a", named("A"));
    expect([map.peek("a"), map.get("a"), map.size]).toEqual([
      undefined,
      undefined,
      0,
    ]);
  });
});

describe.each(hosts)("sessions over %s", (_, host) => {
  it("end beyond their number, the longest unused first", async () => {
    const server = makeServer({ sessions: { maxSessions: 2 } }, { sessions });
    const send = await host(server);
    const clients = [0, 1, 2].map(() => new LegacyClient(send, newestLegacy));
    for (const client of clients) await client.open();
    const statuses = [];
    for (const client of clients)
      statuses.push((await client.send("ping")).status);
    expect(statuses).toEqual([404, 200, 200]);
  });

  it("end when nobody uses them", async () => {
    const server = makeServer({ sessions: { idleMs: 0 } }, { sessions });
    const client = new LegacyClient(await host(server), newestLegacy);
    await client.open();
    expect((await client.send("ping")).status).toBe(404);
  });

  it("are used as long as a stream is open", async () => {
    const states = new Map<string, SessionState>();
    const asked = signal();
    const store = {
      get(id: string) {
        if (states.size === 0) asked.happen();
        return states.get(id);
      },
      set: (id: string, state: SessionState) => void states.set(id, state),
      delete: (id: string) => void states.delete(id),
    };
    const server = makeServer({ sessions: { store } }, { sessions });
    const send = await host(server, { keepAliveMs: 1 });
    const client = new LegacyClient(send, newestLegacy);
    await client.open();
    const stream = await client.get();
    // As if it had run out, or had been ended elsewhere.
    states.clear();
    await asked.happened;
    expect(await stream.rest()).toEqual([]);
  });

  it("remember only so much of what a client says", async () => {
    const send = await host(makeServer({}, { sessions }));
    const client = new LegacyClient(send, newestLegacy);
    const long = "x".repeat(70_000);
    expect(await client.open({ [long]: {} })).toMatchObject({
      error: { code: -32602 },
    });
    expect(client.headers["mcp-session-id"]).toBe("");
    await client.open();
    expect(
      (await client.send("resources/subscribe", { uri: long })).status,
    ).toBe(400);
  });

  it("are refused while their store fails, and the server lives", async () => {
    const warnings: string[] = [];
    let fails: readonly string[] = ["set"];
    const states = new Map<string, SessionState>();
    const failing = async (name: string): Promise<void> => {
      await Promise.resolve();
      if (fails.includes(name)) throw new Error("no disk");
    };
    const store = {
      get: async (id: string) => (await failing("get"), states.get(id)),
      set: async (id: string, state: SessionState) => {
        await failing("set");
        states.set(id, state);
      },
      delete: async (id: string) => {
        await failing("delete");
        states.delete(id);
      },
    };
    const server = makeServer({ warnings, sessions: { store } }, { sessions });
    const client = new LegacyClient(await host(server), newestLegacy);
    expect(await client.open()).toMatchObject({ error: { code: -32603 } });
    fails = ["get"];
    await client.open().catch(() => undefined);
    fails = [];
    await client.open();
    fails = ["delete"];
    expect((await client.delete()).status).toBe(500);
    expect(new Set(warnings)).toEqual(
      new Set([
        "The session could not be stored",
        "The session could not be looked up",
      ]),
    );
  });
});

it("breaks off the stream of a client that does not read", async () => {
  const server = makeServer();
  const listener = await serveHttp(server, { port: 0, maxQueuedBytes: 1000 });
  onTestFinished(() => listener.close());
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: modern({ notifications: { toolsListChanged: true } }),
  });
  const socket = createConnection(listener.port, "127.0.0.1");
  const opened = signal();
  const closed = signal();
  socket.once("readable", () => opened.happen());
  socket.on("error", () => undefined).on("close", () => closed.happen());
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await opened.happened;
  // Nothing is read: the buffers of the system fill, then ours, then the connection goes.
  let gone = false;
  void closed.happened.then(() => (gone = true));
  const before = process.memoryUsage().rss;
  for (let at = 0; at < 400_000 && !gone; at += 1) {
    server.changed("tools");
    if (at % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  socket.resume();
  await closed.happened;
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

it("gives up a client that does not read its answer", async () => {
  const length = 50 * 1024 * 1024;
  const server = makeServer({ tools: { act: () => "x".repeat(length) } });
  const closed = signal();
  const handle = httpHandler(server, { writeTimeoutMs: 50 });
  const http = createServer((request, response) => {
    response.once("close", () => closed.happen());
    handle(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo;
  const socket = createConnection(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "act", arguments: { what: "" } },
  });
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  await closed.happened;
  let received = 0;
  const ended = signal();
  socket.on("data", (chunk) => (received += chunk.length));
  socket.on("error", () => undefined).on("close", () => ended.happen());
  await ended.happened;
  expect(received).toBeLessThan(length);
});

it("stops the comments of a stream whose client has left", async () => {
  let asked = 0;
  const states = new Map<string, SessionState>();
  const left = signal();
  const store = {
    get: (id: string) => ((asked += 1), states.get(id)),
    set: (id: string, state: SessionState) => void states.set(id, state),
    delete: (id: string) => void states.delete(id),
  };
  const server = makeServer(
    {
      sessions: { store },
      tools: {
        async act(_input, context) {
          context.progress(1);
          await left.happened;
          return "done";
        },
      },
    },
    { sessions },
  );
  const { fetch: send } = withFetch(server, { keepAliveMs: 1 });
  const client = new LegacyClient(
    (path, init) => send(new Request(new URL(path, "http://localhost"), init)),
    newestLegacy,
  );
  await client.open();
  const stream = readStream(
    await client.send("tools/call", {
      name: "act",
      arguments: { what: "" },
      _meta: { progressToken: 1 },
    }),
  );
  await stream.next();
  // Each comment asks the store whether the session lives.
  while (asked < 5) await stream.text();
  await stream.close();
  const then = asked;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(asked - then).toBeLessThanOrEqual(1);
  left.happen();
  await server.close();
});

describe.each(hosts)("a server that closes, over %s", (_, host) => {
  it("finishes what is in flight, and ends standing streams", async () => {
    const running = signal();
    const free = signal();
    const server = makeServer(
      {
        tools: {
          async act(_input, context) {
            context.progress(1);
            running.happen();
            await free.happened;
            return "done";
          },
        },
      },
      { sessions },
    );
    const client = new LegacyClient(await host(server), newestLegacy);
    await client.open();
    const standing = await client.get();
    const call = readStream(
      await client.send("tools/call", {
        name: "act",
        arguments: { what: "" },
        _meta: { progressToken: 1 },
      }),
    );
    await running.happened;
    const closed = server.close();
    expect(await standing.rest()).toEqual([]);
    free.happen();
    expect((await call.rest()).at(-1)).toMatchObject({
      result: { content: [{ text: "done" }] },
    });
    await closed;
  });
});
