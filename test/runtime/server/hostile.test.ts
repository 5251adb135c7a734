import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect as connectSocket } from "node:net";
import { PassThrough, Writable } from "node:stream";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ProtocolError } from "../../../src/runtime/errors.js";
import { withFetch } from "../../../src/runtime/fetch-server.js";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import { serveStdio } from "../../../src/runtime/stdio-server.js";
import {
  connectRaw,
  makeServer,
  modern,
  profilesOf,
  newestLegacy,
  newestModern,
  open,
} from "./fixture.js";

const depth = 100_000;
const deepText = "[".repeat(depth) + "]".repeat(depth);
const deep: unknown = JSON.parse(deepText);
const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

const json = { "content-type": "application/json" };
const act = modern({ name: "act", arguments: { what: "x" } });
const calling = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: act,
});
const headers = {
  ...json,
  "mcp-protocol-version": newestModern,
  "mcp-method": "tools/call",
  "mcp-name": "act",
};

/** A handler that ends with its signal alone, or never. */
function never() {
  const started: (() => void)[] = [];
  const aborted: unknown[] = [];
  return {
    aborted,
    started: new Promise<void>((resolve) => started.push(resolve)),
    act: (_input: unknown, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener("abort", () => aborted.push(signal.reason));
      for (const tell of started) tell();
      return new Promise<string>(() => undefined);
    },
  };
}

describe("what a handler throws", () => {
  const unreadable = new Error("x");
  Object.defineProperty(unreadable, "stack", {
    get() {
      throw new Error("no stack");
    },
  });
  const guarded = new Proxy(new Error("x"), {
    getPrototypeOf() {
      throw new Error("no prototype");
    },
  });
  const unseen = {
    [inspect.custom]() {
      throw new Error("no sight");
    },
  };
  it.each([
    ["an error without a readable stack", unreadable],
    ["an error without a readable prototype", guarded],
    ["an object that cannot be shown", unseen],
    ["nothing", undefined],
    ["an object without a prototype", Object.create(null)],
    ["a symbol", Symbol("x")],
    ["an error with cyclic data", new ProtocolError(1, "m", cyclic)],
    ["an error with a BigInt", new ProtocolError(1, "m", 1n)],
    ["an error with data too deep to send", new ProtocolError(1, "m", deep)],
    ["an error whose code is no integer", new ProtocolError(NaN, "m")],
  ])("may be %s: the request is answered", async (_name, thrown) => {
    const silent = vi.spyOn(console, "error").mockImplementation((...parts) => {
      inspect(parts[1]);
    });
    onTestFinished(() => silent.mockRestore());
    const server = makeServer({
      onWarning: undefined,
      resources: {
        motd: () => {
          throw thrown;
        },
      },
    });
    const raw = connectRaw(server);
    expect(
      await raw.ask("resources/read", modern({ uri: "test://motd" })),
    ).toMatchObject({ id: 1, error: { code: -32603 } });
    const slow = connectRaw(
      makeServer({
        onWarning: undefined,
        resources: { motd: () => Promise.reject(thrown as Error) },
      }),
    );
    expect(
      await slow.ask("resources/read", modern({ uri: "test://motd" })),
    ).toMatchObject({ id: 1, error: { code: -32603 } });
  });

  it("may be thrown by the promise that it returns", async () => {
    const odd = {
      get then(): never {
        throw new Error("no then");
      },
    };
    const raw = connectRaw(makeServer({ tools: { act: () => odd } }));
    expect(await raw.ask("tools/call", act)).toMatchObject({
      result: { isError: true },
    });
  });

  it("does not reach a warning that throws itself", async () => {
    const silent = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => silent.mockRestore());
    const raw = connectRaw(
      makeServer({
        onWarning: () => {
          throw new Error("no warning");
        },
        tools: { act: () => Promise.reject(new Error("x")) },
      }),
    );
    expect(await raw.ask("tools/call", act)).toMatchObject({
      result: { isError: true },
    });
    expect(silent).toHaveBeenCalledWith("act failed");
  });
});

describe("progress", () => {
  it("is a number that JSON has", async () => {
    const raw = connectRaw(
      makeServer({
        tools: {
          act: (_input, context) => {
            for (const value of [1, NaN, Infinity, 2, -Infinity])
              context.progress(value);
            return "done";
          },
        },
      }),
    );
    raw.send({
      ...calling(1),
      params: modern(
        { name: "act", arguments: { what: "x" } },
        { progressToken: "t" },
      ),
    });
    await raw.next();
    const told = raw.waiting.flatMap(({ params }) =>
      params === undefined ? [] : [(params as { progress: unknown }).progress],
    );
    expect(told).toEqual([2]);
  });
});

describe("a version that nests deeper than the stack", () => {
  it("is refused on every transport", async () => {
    const server = makeServer({}, { profiles: profilesOf("modern") });
    const text = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":${deepText}}}`;
    const refusal = {
      id: 1,
      error: { code: -32022, data: { supported: [newestModern] } },
    };
    const raw = connectRaw(server);
    raw.connection.receive(JSON.parse(text));
    expect(await raw.next()).toMatchObject(refusal);
    const { fetch: ask } = withFetch(server);
    const body = { method: "POST", headers: json, body: text };
    const answer = await ask(new Request("http://localhost/", body));
    expect(await answer.json()).toMatchObject(refusal);
    const listener = await serveHttp(server, { port: 0 });
    onTestFinished(() => listener.close());
    const sent = await fetch(listener.url, body);
    expect(sent.status).toBe(400);
    expect(await sent.json()).toMatchObject(refusal);
  });
});

describe("capabilities", () => {
  it("that are null are none", async () => {
    const raw = connectRaw(makeServer());
    const meta = { "io.modelcontextprotocol/clientCapabilities": null };
    expect(await raw.ask("tools/list", modern({}, meta))).toMatchObject({
      error: { code: -32602 },
    });
  });
});

describe("a header that mirrors a text", () => {
  it.each([
    ["9007199254740993", "9007199254740992"],
    ["7", "7.0"],
    ["007", "7"],
  ])("says %s and not %s", async (name, other) => {
    const { fetch: ask } = withFetch(makeServer());
    const send = async (header: string) => {
      const body = JSON.stringify({
        ...calling(1),
        params: modern({ name, arguments: {} }),
      });
      const answer = await ask(
        new Request("http://localhost/", {
          method: "POST",
          headers: { ...headers, "mcp-name": header },
          body,
        }),
      );
      return (await answer.json()) as { error: { code: number } };
    };
    expect((await send(name)).error.code).toBe(-32602);
    expect((await send(other)).error.code).toBe(-32020);
  });
});

describe("auth that forgets to answer", () => {
  it("lets nobody in", async () => {
    const server = makeServer({ auth: () => undefined as never });
    const init = {
      method: "POST",
      headers: json,
      body: `{"jsonrpc":"2.0","id":1,"method":"ping"}`,
    };
    const { fetch: ask } = withFetch(server);
    expect((await ask(new Request("http://localhost/", init))).status).toBe(
      500,
    );
    const listener = await serveHttp(server, { port: 0 });
    onTestFinished(() => listener.close());
    expect((await fetch(listener.url, init)).status).toBe(500);
  });
});

describe("fetch", () => {
  const streaming = (body: ReadableStream<Uint8Array>, signal?: AbortSignal) =>
    new Request("http://localhost/", {
      method: "POST",
      headers,
      body,
      duplex: "half",
      ...(signal === undefined ? {} : { signal }),
    } as RequestInit);

  it("answers a body that breaks off", async () => {
    const { fetch: ask } = withFetch(makeServer());
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("gone"));
      },
    });
    expect((await ask(streaming(body))).status).toBe(400);
  });

  it("answers a body that somebody has read", async () => {
    const { fetch: ask } = withFetch(makeServer());
    const request = new Request("http://localhost/", {
      method: "POST",
      headers,
      body: "{}",
    });
    await request.text();
    expect((await ask(request)).status).toBe(400);
  });

  it("ends when its client leaves, whenever that is", async () => {
    const before = never();
    const { fetch: ask } = withFetch(makeServer({ tools: before }));
    const abort = new AbortController();
    const body = new TextEncoder().encode(JSON.stringify(calling(1)));
    const late = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(body);
      },
      pull(controller) {
        // In the middle of the body.
        abort.abort();
        controller.close();
      },
    });
    const first = await ask(streaming(late, abort.signal));
    expect([400, 499]).toContain(first.status);
    const after = never();
    const again = new AbortController();
    const server = withFetch(makeServer({ tools: after }));
    const second = server.fetch(
      new Request("http://localhost/", {
        method: "POST",
        headers,
        body,
        signal: again.signal,
      }),
    );
    await after.started;
    again.abort();
    expect((await second).status).toBe(499);
    expect(after.aborted).toHaveLength(1);
    await server.close();
  });
});

describe("a body that is announced as too long", () => {
  it("is not waited for", async () => {
    const listener = await serveHttp(makeServer(), { port: 0 });
    onTestFinished(() => listener.close());
    const socket = connectSocket(listener.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{",
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});

describe("close", () => {
  it("gives up a handler that never ends, and says so to who waits", async () => {
    const forever = never();
    const server = makeServer({ graceMs: 1, tools: forever });
    const raw = connectRaw(server);
    raw.send(calling(1));
    await open(raw, newestLegacy);
    await server.close();
    expect(await raw.next()).toMatchObject({
      id: 1,
      error: { code: -32603, message: "The server is shutting down" },
    });
    expect(forever.aborted).toHaveLength(1);
  });

  it.each([
    ["modern", headers, act],
    ["legacy", json, { name: "act", arguments: { what: "x" } }],
  ])("ends %s requests over HTTP", async (_era, sent, params) => {
    const forever = never();
    const server = makeServer({ graceMs: 1, tools: forever });
    const listener = await serveHttp(server, { port: 0 });
    const answer = fetch(listener.url, {
      method: "POST",
      headers: sent,
      body: JSON.stringify({ ...calling(1), params }),
    });
    await forever.started;
    const closing = listener.close();
    expect((await answer).status).toBe(503);
    await closing;
  });

  it("does not wait for who left, sends slowly or does not read", async () => {
    const forever = never();
    const large = "x".repeat(32 * 1024 * 1024);
    const server = makeServer({
      graceMs: 1,
      tools: forever,
      resources: { motd: () => large },
    });
    const listener = await serveHttp(server, { port: 0 });
    const left = httpRequest(listener.url, { method: "POST", headers: json });
    left.on("error", () => undefined);
    left.end(
      JSON.stringify({
        ...calling(1),
        params: { name: "act", arguments: { what: "x" } },
      }),
    );
    await forever.started;
    left.destroy();
    const slow = connectSocket(listener.port, "127.0.0.1");
    slow.write(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    );
    const blind = connectSocket(listener.port, "127.0.0.1").pause();
    const read = `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"test://motd"}}`;
    blind.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${read.length}\r\n\r\n${read}`,
    );
    for (const socket of [slow, blind]) socket.on("error", () => undefined);
    await once(blind, "readable");
    await listener.close();
    slow.destroy();
    blind.destroy();
  });

  it("does not wait for a reader of stdout that has stopped", async () => {
    const input = new PassThrough();
    // Takes one write and never asks for more.
    const output = new Writable({ write: () => undefined, highWaterMark: 1 });
    const served = serveStdio(makeServer({ graceMs: 1 }), { input, output });
    input.end(`{"jsonrpc":"2.0","id":1,"method":"ping"}\n`);
    await served;
    expect(input.isPaused()).toBe(true);
  });
});
