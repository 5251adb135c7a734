import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { withFetch } from "../../../src/runtime/fetch-server.js";
import type { HttpOptions } from "../../../src/runtime/http-policy.js";
import {
  httpHandler,
  serveHttp,
} from "../../../src/runtime/node-http-server.js";
import type { Server } from "../../../src/runtime/server.js";
import {
  legacyProfiles,
  makeServer,
  type Message,
  modern,
  newestLegacy,
  newestModern,
  profilesOf,
} from "./fixture.js";

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};

type Ask = (
  body: unknown,
  headers?: Readonly<Record<string, string | undefined>>,
  more?: {
    readonly method?: string;
    readonly signal?: AbortSignal;
    readonly onText?: (text: string) => void;
  },
) => Promise<Answer>;

/** Serves over a socket, or through `fetch` without one. */
type Host = (server: Server, options?: HttpOptions) => Promise<Ask>;

const node: Host = async (server, options) => {
  const listener = await serveHttp(server, { port: 0, ...options });
  onTestFinished(() => listener.close());
  return (body, headers = {}, { method = "POST", signal, onText } = {}) =>
    new Promise((resolve, reject) => {
      const sent = Object.entries({
        "content-type": "application/json",
        ...headers,
      });
      const request = httpRequest(
        listener.url,
        {
          method,
          ...(signal === undefined ? {} : { signal }),
          headers: Object.fromEntries(
            sent.filter(([, value]) => value !== undefined),
          ),
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk;
            onText?.(text);
          });
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              body: text,
            }),
          );
          response.on("error", reject);
        },
      );
      request.on("error", reject);
      request.end(typeof body === "string" ? body : JSON.stringify(body));
    });
};

const web: Host = async (server, options) => {
  const { fetch } = withFetch(server, options);
  return async (
    body,
    headers = {},
    { method = "POST", signal, onText } = {},
  ) => {
    const sent = Object.entries({
      "content-type": "application/json",
      ...headers,
    });
    const controller = new AbortController();
    signal?.addEventListener("abort", () => controller.abort());
    const response = await fetch(
      new Request("http://localhost/mcp", {
        method,
        signal: controller.signal,
        headers: sent.filter(
          (pair): pair is [string, string] => pair[1] !== undefined,
        ),
        ...(method === "POST"
          ? { body: typeof body === "string" ? body : JSON.stringify(body) }
          : {}),
      }),
    );
    let text = "";
    const reader = response.body
      ?.pipeThrough(new TextDecoderStream())
      .getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value;
      onText?.(text);
    }
    signal?.throwIfAborted();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text,
    };
  };
};

const hosts: readonly (readonly [string, Host])[] = [
  ["node:http", node],
  ["fetch", web],
];

/** The headers that a modern request needs. */
function headersFor(method: string, name?: string): Record<string, string> {
  return {
    "mcp-protocol-version": newestModern,
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name }),
  };
}

function request(
  method: string,
  params: object = modern(),
  id: string | number = 1,
): object {
  return { jsonrpc: "2.0", id, method, params };
}

const call = (name: string, input: object, meta: object = {}): object =>
  request("tools/call", modern({ name, arguments: input }, meta));

function parsed(answer: Answer): Message {
  expect(answer.headers["content-type"]).toBe("application/json");
  return JSON.parse(answer.body) as Message;
}

/** The messages of an event stream. */
function events(body: string): Message[] {
  return body
    .split("\n\n")
    .filter((event) => event.startsWith("event: message\n"))
    .map(
      (event) =>
        JSON.parse(event.slice("event: message\ndata: ".length)) as Message,
    );
}

describe.each(hosts)("the modern era over %s", (_, host) => {
  it("answers with JSON", async () => {
    const ask = await host(makeServer());
    const answer = await ask(call("add", { a: 1, b: 2 }), {
      ...headersFor("tools/call", "add"),
      "mcp-param-first": "1",
    });
    expect(answer.status).toBe(200);
    expect(parsed(answer)).toMatchObject({
      id: 1,
      result: { structuredContent: { sum: 3 } },
    });
    expect(answer.headers).not.toHaveProperty("mcp-session-id");
  });

  it.each<[string, object, Record<string, string | undefined>, number, number]>(
    [
      [
        "no version header",
        call("act", { what: "" }),
        { "mcp-protocol-version": undefined },
        400,
        -32020,
      ],
      [
        "another version header",
        call("act", { what: "" }),
        { "mcp-protocol-version": newestLegacy },
        400,
        -32020,
      ],
      [
        "another version header above a version that nobody speaks",
        request(
          "server/discover",
          modern(
            {},
            { "io.modelcontextprotocol/protocolVersion": "2999-01-01" },
          ),
        ),
        { "mcp-method": "server/discover" },
        400,
        -32020,
      ],
      [
        "no method header",
        call("act", { what: "" }),
        { "mcp-method": undefined },
        400,
        -32020,
      ],
      [
        "another method header",
        call("act", { what: "" }),
        { "mcp-method": "Tools/Call" },
        400,
        -32020,
      ],
      [
        "no name header",
        call("act", { what: "" }),
        { "mcp-name": undefined },
        400,
        -32020,
      ],
      [
        "another name header",
        call("act", { what: "" }),
        { "mcp-name": "ACT" },
        400,
        -32020,
      ],
      [
        "a broken name header",
        call("act", { what: "" }),
        { "mcp-name": "=?base64?***?=" },
        400,
        -32020,
      ],
      [
        "a name header in Base64 without its padding",
        call("fast", {}),
        { "mcp-name": "=?base64?ZmFzdA?=" },
        400,
        -32020,
      ],
      [
        "no parameter header",
        call("add", { a: 1, b: 2 }),
        { "mcp-name": "add" },
        400,
        -32020,
      ],
      [
        "another parameter header",
        call("add", { a: 1, b: 2 }),
        { "mcp-name": "add", "mcp-param-first": "2" },
        400,
        -32020,
      ],
      [
        "a parameter header too many",
        call("add", { b: 2 }),
        { "mcp-name": "add", "mcp-param-first": "2" },
        400,
        -32020,
      ],
      [
        "an unknown method",
        request("no/such"),
        { "mcp-method": "no/such" },
        404,
        -32601,
      ],
      [
        "a claimed initialize",
        request("initialize"),
        { "mcp-method": "initialize" },
        404,
        -32601,
      ],
      [
        "a claimed ping",
        request("ping"),
        { "mcp-method": "ping" },
        404,
        -32601,
      ],
      [
        "no capabilities",
        request(
          "tools/list",
          modern(
            {},
            { "io.modelcontextprotocol/clientCapabilities": undefined },
          ),
        ),
        { "mcp-method": "tools/list" },
        400,
        -32602,
      ],
      [
        "no claim",
        request("tools/list", {}),
        { "mcp-method": "tools/list" },
        400,
        -32602,
      ],
      [
        "an unknown version",
        request(
          "tools/list",
          modern(
            {},
            { "io.modelcontextprotocol/protocolVersion": "1900-01-01" },
          ),
        ),
        { "mcp-method": "tools/list", "mcp-protocol-version": "1900-01-01" },
        400,
        -32022,
      ],
      ["an unknown tool", call("no", {}), { "mcp-name": "no" }, 200, -32602],
      ["a response", { jsonrpc: "2.0", id: 1, result: {} }, {}, 400, -32600],
      ["a list", [request("tools/list")], {}, 400, -32600],
      ["no message", {}, {}, 400, -32600],
    ],
  )("refuses %s", async (_name, body, headers, status, code) => {
    const ask = await host(makeServer());
    const answer = await ask(body, {
      ...headersFor("tools/call", "act"),
      ...headers,
    });
    expect([answer.status, parsed(answer)["error"]]).toMatchObject([
      status,
      { code },
    ]);
  });

  it.each([
    ["fast", "fast"],
    ["fast", "=?base64?ZmFzdA==?="],
    ["prüfen", "=?base64?cHLDvGZlbg==?="],
    [" pad ", "=?base64?IHBhZCA=?="],
    ["=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
  ])("reads the name %j from the header %j", async (name, header) => {
    const ask = await host(makeServer());
    const answer = await ask(call(name, {}), headersFor("tools/call", header));
    // The header passes, and then there is no such tool.
    expect(parsed(answer)).toMatchObject({ error: { code: -32602 } });
  });

  it("reads integers in headers as numbers", async () => {
    const ask = await host(makeServer());
    const answer = await ask(call("add", { a: 1, b: 2 }), {
      ...headersFor("tools/call", "add"),
      "mcp-param-first": "1.0",
    });
    expect(answer.status).toBe(200);
  });

  it("streams only when something comes before the answer", async () => {
    const server = makeServer({
      tools: {
        async act(_input, context) {
          context.progress(1, 2);
          context.log("error", "rain");
          return "done";
        },
      },
    });
    const ask = await host(server);
    const plain = await ask(
      call("act", { what: "" }),
      headersFor("tools/call", "act"),
    );
    expect(plain.headers["content-type"]).toBe("application/json");
    const meta = {
      progressToken: "p",
      "io.modelcontextprotocol/logLevel": "info",
    };
    const answer = await ask(
      call("act", { what: "" }, meta),
      headersFor("tools/call", "act"),
    );
    expect(answer.headers).toMatchObject({
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
    });
    expect(events(answer.body)).toMatchObject([
      {
        method: "notifications/progress",
        params: { progressToken: "p", progress: 1, total: 2 },
      },
      {
        method: "notifications/message",
        params: { level: "error", data: "rain" },
      },
      { id: 1, result: { content: [{ text: "done" }] } },
    ]);
  });

  it("takes a closed connection for a cancelled request", async () => {
    const controller = new AbortController();
    let started = (): void => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    let aborted = (): void => undefined;
    const cancelled = new Promise<void>((resolve) => (aborted = resolve));
    const server = makeServer({
      tools: {
        async act(_input, context) {
          context.signal.addEventListener("abort", aborted);
          context.progress(1);
          started();
          await cancelled;
          return "";
        },
      },
    });
    const ask = await host(server);
    const answer = ask(
      call("act", { what: "" }, { progressToken: 1 }),
      headersFor("tools/call", "act"),
      {
        signal: controller.signal,
      },
    );
    await running;
    controller.abort();
    await expect(answer).rejects.toThrow();
    await cancelled;
  });

  it("keeps subscriptions open until the server closes", async () => {
    const server = makeServer();
    const ask = await host(server, { keepAliveMs: 1 });
    let told = false;
    const body = request(
      "subscriptions/listen",
      modern({ notifications: { toolsListChanged: true } }),
      "s",
    );
    const answer = await ask(body, headersFor("subscriptions/listen"), {
      onText(text) {
        if (text.includes(": keep-alive\n\n") && !told) {
          told = true;
          server.changed("tools");
        } else if (text.includes("list_changed")) void server.close();
      },
    });
    expect(events(answer.body).map(({ method, id }) => method ?? id)).toEqual([
      "notifications/subscriptions/acknowledged",
      "notifications/tools/list_changed",
      "s",
    ]);
  });

  it("accepts notifications without a body", async () => {
    const ask = await host(makeServer());
    const answer = await ask(
      { jsonrpc: "2.0", method: "notifications/x", params: modern() },
      headersFor("notifications/x"),
    );
    expect([answer.status, answer.body]).toEqual([202, ""]);
  });

  it("is all that a modern server speaks", async () => {
    const ask = await host(makeServer({}, { profiles: profilesOf("modern") }));
    const hello = await ask(
      request("initialize", {
        protocolVersion: newestLegacy,
        capabilities: {},
        clientInfo: {},
      }),
    );
    expect([hello.status, parsed(hello)["error"]]).toMatchObject([
      400,
      { code: -32022, data: { supported: [newestModern] } },
    ]);
    const list = await ask(request("tools/list", {}));
    expect([list.status, parsed(list)["error"]]).toMatchObject([
      400,
      { code: -32602 },
    ]);
  });
});

describe.each(hosts)("the legacy era over %s", (_, host) => {
  it.each([
    [{ "mcp-protocol-version": "2025-11-25" }, "2025-06-18", "2025-06-18"],
    [{}, "2025-06-18", "2025-06-18"],
    [{}, "1999-01-01", newestLegacy],
    [{ "mcp-protocol-version": "1999-01-01" }, "2024-11-05", "2024-11-05"],
  ])(
    "agrees on a version in the body, whatever the header %j",
    async (headers, asked, given) => {
      const ask = await host(makeServer());
      const answer = await ask(
        request("initialize", {
          protocolVersion: asked,
          capabilities: {},
          clientInfo: {},
        }),
        headers,
      );
      expect([answer.status, parsed(answer)["result"]]).toMatchObject([
        200,
        { protocolVersion: given },
      ]);
    },
  );

  it("takes later versions from the header", async () => {
    const ask = await host(makeServer());
    for (const {
      version,
      structuredContent,
      versionHeader,
    } of legacyProfiles) {
      if (versionHeader === "never") continue;
      const answer = await ask(
        request("tools/call", { name: "words", arguments: { text: "a" } }),
        {
          "mcp-protocol-version": version,
        },
      );
      expect("structuredContent" in (parsed(answer)["result"] as object)).toBe(
        structuredContent !== "none",
      );
    }
    const assumed = await ask(
      request("tools/call", { name: "words", arguments: { text: "a" } }),
    );
    expect(parsed(assumed)["result"]).not.toHaveProperty("structuredContent");
    const unknown = await ask(request("tools/list", {}), {
      "mcp-protocol-version": "1999-01-01",
    });
    expect(unknown.status).toBe(400);
  });

  it("accepts notifications and responses", async () => {
    const ask = await host(makeServer());
    for (const body of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 1, result: {} },
    ]) {
      const answer = await ask(body, { "mcp-protocol-version": newestLegacy });
      expect([answer.status, answer.body]).toEqual([202, ""]);
    }
  });

  it("answers an unknown method and bad parameters in the body", async () => {
    const ask = await host(makeServer());
    const answer = await ask(request("no/such", {}));
    expect([answer.status, parsed(answer)["error"]]).toMatchObject([
      200,
      { code: -32601 },
    ]);
  });

  it("takes batches in the version that has them", async () => {
    const ask = await host(makeServer());
    const answer = await ask([
      request("ping", {}, "a"),
      { jsonrpc: "2.0", method: "notifications/x" },
      request("tools/call", { name: "add", arguments: { a: 1, b: 1 } }, "b"),
      {},
    ]);
    const texts = JSON.parse(answer.body) as Message[];
    expect(texts.map(({ id }) => id).sort()).toEqual([null, "a", "b"].sort());
    expect(
      (await ask([{ jsonrpc: "2.0", method: "notifications/x" }])).status,
    ).toBe(202);
    expect((await ask([])).status).toBe(400);
    expect(
      (
        await ask([request("ping", {})], {
          "mcp-protocol-version": newestLegacy,
        })
      ).status,
    ).toBe(400);
  });

  it.each(["GET", "DELETE", "PUT"])("serves no %s", async (method) => {
    const ask = await host(makeServer());
    const answer = await ask("", {}, { method });
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "POST"]);
  });
});

describe.each(hosts)("HTTP over %s", (_, host) => {
  it.each(["text/plain", undefined, "application/jsonx"])(
    "refuses the content type %j",
    async (type) => {
      const ask = await host(makeServer());
      expect((await ask("{}", { "content-type": type })).status).toBe(415);
    },
  );

  it("takes a content type with parameters", async () => {
    const ask = await host(makeServer());
    const answer = await ask(request("ping", {}), {
      "content-type": "Application/JSON; charset=utf-8",
    });
    expect(answer.status).toBe(200);
  });

  it("refuses what is no JSON", async () => {
    const ask = await host(makeServer());
    for (const body of ["{", ""]) {
      const answer = await ask(body);
      expect([answer.status, parsed(answer)]).toMatchObject([
        400,
        { id: null, error: { code: -32700 } },
      ]);
    }
  });

  it("refuses a body over its limit", async () => {
    const ask = await host(makeServer(), { maxBodyBytes: 1000 });
    expect((await ask(request("ping", { x: "y".repeat(2000) }))).status).toBe(
      413,
    );
    expect((await ask(request("ping", { x: "y".repeat(100) }))).status).toBe(
      200,
    );
  });

  it("refuses foreign origins", async () => {
    const ask = await host(makeServer(), {
      allowedOrigins: ["https://app.example"],
    });
    for (const origin of ["http://evil.example.com", "null"]) {
      expect((await ask(request("ping", {}), { origin })).status).toBe(403);
    }
    expect(
      (await ask(request("ping", {}), { origin: "https://app.example" }))
        .status,
    ).toBe(200);
  });

  it("asks auth before it reads a message", async () => {
    const server = makeServer({
      auth({ method, url, header }) {
        if (header("authorization") === "Bearer good")
          return { auth: { user: "ada", method, url } };
        return { status: 401, headers: { "WWW-Authenticate": "Bearer" } };
      },
      tools: { act: (_input, { auth }) => JSON.stringify(auth) },
    });
    const ask = await host(server);
    const refused = await ask("{");
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([
      401,
      "Bearer",
    ]);
    const answer = await ask(call("act", { what: "" }), {
      ...headersFor("tools/call", "act"),
      authorization: "Bearer good",
    });
    expect(answer.body).toContain("ada");
  });

  it("keeps a failing auth inside", async () => {
    const warnings: string[] = [];
    const server = makeServer({
      warnings,
      auth() {
        throw new Error("secret");
      },
    });
    const answer = await (await host(server))("{}");
    expect([answer.status, answer.body, warnings]).toEqual([
      500,
      "",
      ["auth failed"],
    ]);
  });

  it("serves many requests at once", async () => {
    const ask = await host(makeServer());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_one, at) =>
        ask(request("tools/list", modern(), at), headersFor("tools/list")),
      ),
    );
    expect(answers.map((answer) => parsed(answer)["id"])).toEqual(
      answers.map((_one, at) => at),
    );
  });
});

describe("node:http", () => {
  it.each([
    [{ host: "evil.example.com" }, 403],
    [{ host: "evil.example.com", origin: "http://evil.example.com" }, 403],
    [{ host: "localhost:1234" }, 200],
    [{ host: "[::1]:1234" }, 200],
    [{ origin: "http://localhost:5173" }, 200],
  ])("on a loopback address answers %j with %i", async (headers, status) => {
    const ask = await node(makeServer());
    expect((await ask(request("ping", {}), headers)).status).toBe(status);
  });

  it("mounts in a server of the user", async () => {
    const server = makeServer();
    const http = createServer(
      httpHandler(server, { allowedHosts: ["app.example"] }),
    );
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void http.close());
    const { port } = http.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/any/path`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request("ping", {})),
    });
    expect(answer.status).toBe(403);
  });

  it("finishes what is in flight before it closes", async () => {
    let finish = (): void => undefined;
    const free = new Promise<void>((resolve) => (finish = resolve));
    let started = (): void => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const server = makeServer({
      tools: {
        async act() {
          started();
          await free;
          return "done";
        },
      },
    });
    const ask = await node(server);
    const answer = ask(
      call("act", { what: "" }),
      headersFor("tools/call", "act"),
    );
    await running;
    const closed = server.close();
    finish();
    expect((await answer).status).toBe(200);
    await closed;
  });

  it("rejects an address that it cannot have", async () => {
    const first = await serveHttp(makeServer(), { port: 0 });
    onTestFinished(() => first.close());
    await expect(serveHttp(makeServer(), { port: first.port })).rejects.toThrow(
      "EADDRINUSE",
    );
  });
});
