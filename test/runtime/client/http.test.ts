import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  call,
  type Client,
  type ConnectOptions,
} from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { clientListen } from "../../../src/runtime/client-listen.js";
import type { Tool } from "../../../src/runtime/descriptor.js";
import { ConnectionError } from "../../../src/runtime/errors.js";
import { http } from "../../../src/runtime/http-client.js";
import { nodeHttp } from "../../../src/runtime/node-http-client.js";
import { features, weather } from "./features.js";

type Request = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly message: {
    readonly id?: number;
    readonly method?: string;
    readonly params?: { readonly [key: string]: unknown };
    readonly result?: unknown;
  };
  /** Settles when the client has closed the connection of this request. */
  readonly gone: Promise<void>;
};

type Handler = (request: Request, response: ServerResponse) => void;

const servers: Server[] = [];
const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const done = {
  resultType: "complete",
  content: [{ type: "text", text: "ok" }],
};
const input = { location: "x" };

function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  type = "application/json",
) {
  response.writeHead(status, { "Content-Type": type });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const answer = (
  response: ServerResponse,
  { message }: Request,
  result: object,
) => json(response, { jsonrpc: "2.0", id: message.id, result });

const event = (message: object, more = "") =>
  `${more}event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;

const sse = { "Content-Type": "Text/Event-Stream;charset=UTF-8" };

/** Answers discovery and initialize, and 202 to notifications. */
async function serving(handle: Handler, session?: () => string) {
  const requests: Request[] = [];
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => {
      const request: Request = {
        method: incoming.method!,
        url: incoming.url!,
        headers: incoming.headers,
        message: body === "" ? {} : (JSON.parse(body) as Request["message"]),
        gone: new Promise((resolve) => response.on("close", resolve)),
      };
      requests.push(request);
      const { method, id } = request.message;
      if (method === "server/discover")
        answer(response, request, {
          supportedVersions: ["2026-07-28"],
          capabilities: {},
        });
      else if (method === "initialize") {
        if (session !== undefined)
          response.setHeader("Mcp-Session-Id", session());
        answer(response, request, {
          protocolVersion: request.message.params!["protocolVersion"],
          capabilities: {},
          serverInfo: { name: "n", version: "1" },
        });
      } else if (request.method === "POST" && id === undefined)
        response.writeHead(202).end();
      else handle(request, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { url, requests };
}

const legacy = { versions: ["2025-11-25"] };

describe.each([
  ["fetch", http],
  ["node:http", nodeHttp],
] as const)("HTTP by %s", (_name, transport) => {
  async function connected(
    handle: Handler,
    options: ConnectOptions & { headers?: Record<string, string> } = {},
    session?: () => string,
  ) {
    const { url, requests } = await serving(handle, session);
    const { headers, ...more } = options;
    const client = await connect(transport({ url, headers }), {
      features: { ...features, listen: clientListen },
      ...more,
    });
    clients.push(client);
    return { client, requests, url };
  }

  it("names an address that is none", () => {
    expect(() => transport({ url: "nonsense" })).toThrow(
      'url must be an absolute address such as http://127.0.0.1:3000/, not "nonsense"',
    );
  });

  it("sends a request with the headers that mirror it", async () => {
    const { client, requests } = await connected(
      (request, response) => answer(response, request, done),
      { headers: { "X-Own": "own" } },
    );
    expect(await call(client, weather, input)).toEqual(done.content);
    expect(requests.at(-1)!.headers).toMatchObject({
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "weather_current",
      "x-own": "own",
    });
    expect(requests.at(-1)!.headers).not.toHaveProperty("mcp-session-id");
  });

  it.each([
    ["fast", "fast"],
    ["prüfen", "=?base64?cHLDvGZlbg==?="],
    [" pad ", "=?base64?IHBhZCA=?="],
    ["=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
  ])("names %j as %s", async (name, header) => {
    const { client, requests } = await connected((request, response) =>
      answer(response, request, done),
    );
    await call(client, { ...weather, name }, input);
    expect(requests.at(-1)!.headers["mcp-name"]).toBe(header);
  });

  it("carries marked arguments as headers too", async () => {
    const tool: Tool<object, unknown> = {
      kind: "tool",
      name: "t",
      input: () => true,
      headers: [
        { path: ["region"], name: "Region" },
        { path: ["deep", "n"], name: "N" },
        { path: ["deep", "b"], name: "B" },
        { path: ["absent"], name: "Absent" },
        { path: ["none"], name: "None" },
        { path: ["deep"], name: "Deep" },
      ],
    };
    const { client, requests } = await connected((request, response) =>
      answer(response, request, done),
    );
    await call(client, tool, {
      region: "ü",
      deep: { n: 5, b: false },
      none: null,
    });
    const { headers } = requests.at(-1)!;
    expect(headers).toMatchObject({
      "mcp-param-region": "=?base64?w7w=?=",
      "mcp-param-n": "5",
      "mcp-param-b": "false",
    });
    expect(headers).not.toHaveProperty("mcp-param-absent");
    expect(headers).not.toHaveProperty("mcp-param-none");
    // a server expects a header of scalars alone
    expect(headers).not.toHaveProperty("mcp-param-deep");
  });

  it("reads an answer as JSON whatever the media type's spelling", async () => {
    const { client } = await connected(({ message: { id } }, response) =>
      json(
        response,
        { jsonrpc: "2.0", id, result: done },
        200,
        "application/json; charset=utf-8",
      ),
    );
    expect(await call(client, weather, input)).toEqual(done.content);
  });

  it("reads a stream of events, cut anywhere", async () => {
    const progress: number[] = [];
    const { client } = await connected(({ message: { id } }, response) => {
      response.writeHead(200, sse);
      const report = { progressToken: id, progress: 1 };
      const bytes = Buffer.from(
        `: hello\r\n\r\n${event({ method: "notifications/progress", params: report })}event: ping\ndata: x\n\n` +
          event({
            id,
            result: { content: [{ type: "text", text: "舊金山" }] },
          }),
      );
      let at = 0;
      const next = () => {
        if (at < bytes.length)
          response.write(bytes.subarray(at, (at += 7)), next);
        else response.end();
      };
      next();
    });
    const content = await call(client, weather, input, {
      onProgress: ({ progress: value }) => void progress.push(value),
    });
    expect(content).toEqual([{ type: "text", text: "舊金山" }]);
    expect(progress).toEqual([1]);
  });

  it("rejects when the stream ends without the answer", async () => {
    const { client } = await connected((_request, response) =>
      response.writeHead(200, sse).end(": nothing\n\n"),
    );
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "closed",
    });
  });

  it("rejects when the connection breaks", async () => {
    const { client } = await connected((_request, response) =>
      response.destroy(),
    );
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "http",
    });
  });

  it.each([
    [500, "oops"],
    [503, ""],
    [429, ""],
    [403, "no"],
    [404, "<html>"],
    [200, ""],
    [200, "<html>"],
    [200, "42"],
    [200, '[{"jsonrpc":"2.0","id":2,"result":{"content":[]}}]'],
    [202, ""],
    [500, '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"x"}}'],
  ])(
    "rejects at status %i with %j, and sends it once",
    async (status, body) => {
      const { client, requests } = await connected((_request, response) =>
        json(response, body, status, "text/plain"),
      );
      const promise = call(client, weather, input);
      await expect(promise).rejects.toMatchObject({
        reason: "http",
        status,
        body,
      });
      expect(requests).toHaveLength(2);
    },
  );

  it.each([200, 400, 404])(
    "takes a JSON-RPC error at status %i",
    async (status) => {
      const { client } = await connected((_request, response) =>
        json(
          response,
          { jsonrpc: "2.0", id: null, error: { code: -32601, message: "no" } },
          status,
        ),
      );
      await expect(call(client, weather, input)).rejects.toMatchObject({
        code: -32601,
      });
    },
  );

  it("closes the response to cancel a modern request", async () => {
    const controller = new AbortController();
    let arrived: (request: Request) => void;
    const arriving = new Promise<Request>((resolve) => (arrived = resolve));
    const { client, requests } = await connected((request, response) => {
      response.writeHead(200, sse).write(": wait\n\n");
      arrived(request);
    });
    const promise = call(client, weather, input, { signal: controller.signal });
    const { gone } = await arriving;
    controller.abort();
    await expect(promise).rejects.toMatchObject({ reason: "aborted" });
    await gone;
    expect(requests).toHaveLength(2);
  });

  it("keeps and ends the session of a legacy server", async () => {
    const { client, requests } = await connected(
      (request, response) => {
        if (request.method === "DELETE") response.writeHead(405).end();
        else answer(response, request, done);
      },
      legacy,
      () => "s1",
    );
    await call(client, weather, input);
    await client.close();
    expect(
      requests.map(({ method, headers }) => [
        method,
        headers["mcp-session-id"],
      ]),
    ).toEqual([
      ["POST", undefined],
      ["POST", "s1"],
      ["POST", "s1"],
      ["DELETE", "s1"],
    ]);
    expect(requests[0]!.headers).not.toHaveProperty("mcp-protocol-version");
    for (const { headers } of requests.slice(1))
      expect(headers["mcp-protocol-version"]).toBe("2025-11-25");
  });

  it("opens a forgotten session again, once", async () => {
    let sessions = 0;
    const { client, requests } = await connected(
      (request, response) => {
        if (request.headers["mcp-session-id"] === "s2")
          answer(response, request, done);
        else response.writeHead(404).end();
      },
      legacy,
      () => `s${++sessions}`,
    );
    const both = await Promise.all([
      call(client, weather, input),
      call(client, weather, input),
    ]);
    expect(both).toEqual([done.content, done.content]);
    expect(sessions).toBe(2);
    expect(
      requests.filter(({ message }) => message.method === "initialize"),
    ).toHaveLength(2);
  });

  it("does not open a session for ever", async () => {
    const { client, requests } = await connected(
      (_request, response) => response.writeHead(404).end(),
      legacy,
      () => "s",
    );
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "session",
    });
    expect(
      requests.filter(({ message }) => message.method === "initialize"),
    ).toHaveLength(2);
  });

  it("answers a legacy server's request by a POST of its own", async () => {
    let finish: () => void = () => undefined;
    const { url, requests } = await serving((request, response) => {
      if (request.message.result !== undefined) {
        response.writeHead(202).end();
        finish();
        return;
      }
      response.writeHead(200, sse);
      response.write(event({ id: 99, method: "ping" }));
      finish = () =>
        response.end(event({ id: request.message.id, result: done }));
    });
    const client = await connect(transport({ url }), { features, ...legacy });
    clients.push(client);
    expect(await call(client, weather, input)).toEqual(done.content);
    expect(requests.at(-1)!.message).toMatchObject({ id: 99, result: {} });
  });

  it("goes on with a stream that a legacy server closed early", async () => {
    const { client, requests } = await connected((request, response) => {
      response.writeHead(200, sse);
      if (request.method === "POST")
        response.end("id: e1\nretry: 1\ndata:\n\n");
      else response.end(event({ id: 2, result: done }, "id: e2\n"));
    }, legacy);
    expect(await call(client, weather, input)).toEqual(done.content);
    expect(requests.at(-1)).toMatchObject({
      method: "GET",
      headers: { "last-event-id": "e1", accept: "text/event-stream" },
    });
  });

  it("opens the standing stream of a legacy server when somebody listens", async () => {
    const { client, requests } = await connected((_request, response) => {
      response.writeHead(200, sse);
      response.write(event({ method: "notifications/tools/list_changed" }));
    }, legacy);
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
    await new Promise<void>((resolve) => {
      client.on("toolsListChanged", () => resolve());
      client.on("promptsListChanged", () => undefined);
    });
    expect(requests.map(({ method }) => method)).toEqual([
      "POST",
      "POST",
      "GET",
    ]);
  });

  it.each([
    [405, ""],
    [200, "{}"],
  ])("takes GET status %i with %j for no stream", async (status, body) => {
    const { client, requests } = await connected((request, response) => {
      if (request.method === "GET") json(response, body, status);
      else answer(response, request, done);
    }, legacy);
    client.on("toolsListChanged", () => undefined);
    await call(client, weather, input);
    await call(client, weather, input);
    expect(requests.filter(({ method }) => method === "GET")).toHaveLength(1);
  });

  it("listens on a stream of its own in the modern era", async () => {
    const { client, requests } = await connected(
      ({ message: { id } }, response) => {
        const _meta = { "io.modelcontextprotocol/subscriptionId": id };
        response.writeHead(200, sse);
        const notifications = { toolsListChanged: true };
        response.write(
          event({
            method: "notifications/subscriptions/acknowledged",
            params: { _meta, notifications },
          }),
        );
        response.write(
          event({
            method: "notifications/tools/list_changed",
            params: { _meta },
          }),
        );
      },
    );
    await new Promise<void>((resolve) => {
      client.on("toolsListChanged", () => resolve());
    });
    const { gone } = requests.at(-1)!;
    await client.close();
    await gone;
  });

  it("asks for credentials again when they are refused", async () => {
    let token = "old";
    const challenges: unknown[] = [];
    const { client, url } = await connected(
      (request, response) => {
        if (request.headers.authorization === "Bearer new")
          answer(response, request, done);
        else
          response
            .writeHead(401, { "WWW-Authenticate": 'Bearer scope="a"' })
            .end();
      },
      {
        auth: {
          headers: async () => ({ Authorization: `Bearer ${token}` }),
          challenged({ header, ...challenge }) {
            challenges.push({ ...challenge, why: header("www-authenticate") });
            token = "new";
            return true;
          },
        },
      },
    );
    expect(await call(client, weather, input)).toEqual(done.content);
    expect(challenges).toEqual([
      {
        method: "POST",
        url: new URL(url),
        server: new URL(url),
        status: 401,
        sent: { Authorization: "Bearer old" },
        attempt: 1,
        why: 'Bearer scope="a"',
      },
    ]);
  });

  it("lets a user take time over credentials", async () => {
    let granted = false;
    let decide!: (granted: boolean) => void;
    const decision = new Promise<boolean>((resolve) => (decide = resolve));
    let ask!: () => void;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const { client } = await connected(
      ({ message, headers }, response) => {
        if (headers.authorization === undefined) response.writeHead(401).end();
        else answer(response, { message } as Request, done);
      },
      {
        auth: {
          headers: () => (granted ? { Authorization: "Bearer new" } : {}),
          challenged() {
            ask();
            return decision;
          },
        },
      },
    );
    const late = call(client, weather, input, { timeoutMs: 500 });
    const aborted = new AbortController();
    const other = call(client, weather, input, { signal: aborted.signal });
    await asked;
    // Longer than a request may take, which is what this is about.
    await new Promise((resolve) => setTimeout(resolve, 700));
    aborted.abort();
    await expect(other).rejects.toMatchObject({ reason: "aborted" });
    granted = true;
    decide(true);
    expect(await late).toEqual(done.content);
  });

  it("hands on why there are no credentials", async () => {
    const refusal = new ConnectionError("authorization", "The user said no");
    const answers: number[] = [];
    const { client } = await connected(
      (_request, response) => response.writeHead(401).end(),
      {
        auth: {
          headers: () => ({}),
          challenged: () => Promise.reject(refusal),
          answered: ({ status }) => void answers.push(status),
        },
      },
    );
    await expect(call(client, weather, input)).rejects.toBe(refusal);
    expect(answers).toEqual([200, 401]);
  });

  it("gives up when credentials stay refused", async () => {
    const { client, requests } = await connected(
      (_request, response) => response.writeHead(403).end(),
      { auth: { headers: () => ({}), challenged: async () => true } },
    );
    await expect(call(client, weather, input)).rejects.toMatchObject({
      reason: "http",
      status: 403,
    });
    expect(requests).toHaveLength(1 + 6);
  });

  it("follows a redirect that keeps the request", async () => {
    const { client } = await connected((request, response) => {
      if (request.url === "/mcp")
        response.writeHead(307, { Location: "/mcp/" }).end();
      else answer(response, request, done);
    });
    expect(await call(client, weather, input)).toEqual(done.content);
  });

  it("says that nobody is there", async () => {
    const { url } = await serving(() => undefined);
    const server = servers.pop()!;
    await new Promise((resolve) => server.close(resolve));
    await expect(
      connect(transport({ url }), { features }),
    ).rejects.toMatchObject({ reason: "http" });
  });
});

describe("notifications over HTTP", () => {
  it.each([
    [202, undefined, ""],
    [200, undefined, ""],
    [204, undefined, ""],
    [200, "application/json", "null"],
    [202, "text/plain", "Accepted"],
    [200, "application/json", ""],
  ])("succeed at %i with %s %j", async (status, type, body) => {
    const warnings: string[] = [];
    const server = createServer((incoming, response) => {
      let text = "";
      incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
      incoming.on("end", () => {
        const { id, method } = JSON.parse(text) as {
          id?: number;
          method: string;
        };
        if (id === undefined) {
          response.writeHead(
            status,
            type === undefined ? {} : { "Content-Type": type },
          );
          response.end(status === 204 ? undefined : body);
        } else {
          const result =
            method === "initialize"
              ? { protocolVersion: "2025-06-18", capabilities: {} }
              : { content: [] };
          json(response, { jsonrpc: "2.0", id, result });
        }
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve),
    );
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const client = await connect(nodeHttp({ url }), {
      features,
      versions: ["2025-06-18"],
      onWarning: (text) => void warnings.push(text),
    });
    clients.push(client);
    await call(client, weather, input);
    expect(warnings).toEqual([]);
  });
});
