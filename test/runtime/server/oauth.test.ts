import { request } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import { VerifierUnavailable } from "../../../src/runtime/server-token.js";
import { type Fetch, hosts, LegacyClient } from "../http/hosts.js";
import {
  connectRaw,
  modern,
  newestLegacy,
  newestModern,
  type Message,
} from "./fixture.js";
import { metadataUrl, protectedServer, resource, verify } from "./oauth.js";

/** Sends one request of the modern era. */
function post(
  send: Fetch,
  authorization: string | undefined,
  method = "tools/call",
  params: object = { name: "add", arguments: { a: 1, b: 2 } },
  more: {
    readonly path?: string;
    readonly name?: string;
    readonly meta?: object;
  } = {},
): Promise<Response> {
  const { name = "add", path = "/mcp", meta } = more;
  const addA = name === "add" ? { "mcp-param-first": "1" } : {};
  return send(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": newestModern,
      "mcp-method": method,
      "mcp-name": name,
      ...addA,
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: modern(params, meta),
    }),
  });
}

/** Status, challenge, and what the body says. */
async function refusalOf(
  response: Response,
): Promise<readonly [number, string | null, string | undefined]> {
  const body = (await response.json()) as {
    readonly error?: { readonly message: string };
  };
  return [
    response.status,
    response.headers.get("www-authenticate"),
    body.error?.message,
  ];
}

const actName = { name: "act" };
const act = { name: "act", arguments: { what: "now" } };
const tooLittle = (scope: string): string =>
  `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${metadataUrl}"`;

describe.each(hosts)("a token, over %s", (_name, host) => {
  const none = [
    401,
    `Bearer resource_metadata="${metadataUrl}"`,
    "This server needs a token: Authorization: Bearer",
  ];
  const bad = [
    401,
    `Bearer error="invalid_token", resource_metadata="${metadataUrl}"`,
    "The token is not valid here, or has expired",
  ];
  const malformed = [
    400,
    `Bearer error="invalid_request", resource_metadata="${metadataUrl}"`,
    "Authorization must be the word Bearer and one token",
  ];

  it.each([
    ["none", undefined, none],
    ["another scheme", "Basic YTpi", none],
    ["a proof of possession", "DPoP reader", none],
    ["the scheme alone", "Bearer", malformed],
    ["two words", "Bearer reader writer", malformed],
    ["quotes", 'Bearer "reader"', malformed],
    ["two tokens in two headers", "Bearer reader, Bearer writer", malformed],
    ["one that nobody knows", "Bearer unknown", bad],
    ["one for another server", "Bearer stranger", bad],
    ["one that has expired", "Bearer old", bad],
    ["an expiry in seconds", "Bearer seconds", bad],
    ["no subject", "Bearer nameless", bad],
    ["another name that is not told", "Bearer alias", bad],
  ])("is refused: %s", async (_case, authorization, expected) => {
    const send = await host(protectedServer());
    expect(await refusalOf(await post(send, authorization))).toEqual(expected);
  });

  it("that is very long is refused", async () => {
    const send = await host(protectedServer());
    const response = await post(send, `Bearer ${"a".repeat(20_000)}`);
    // node:http has a limit of its own.
    expect([400, 431]).toContain(response.status);
  });

  it.each(["Bearer reader", "bearer reader", "BEARER   reader  "])(
    "is taken as %j",
    async (authorization) => {
      const send = await host(protectedServer());
      const response = await post(send, authorization);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        result: { structuredContent: { sum: 3 } },
      });
    },
  );

  it("may name the server in capitals, or by a name that was told", async () => {
    const send = await host(protectedServer({ audiences: ["api://notes"] }));
    for (const token of ["capitals", "alias"])
      expect((await post(send, `Bearer ${token}`)).status).toBe(200);
  });

  it("in a query is not looked at", async () => {
    const send = await host(protectedServer());
    const path = "/mcp?access_token=reader";
    const response = await post(send, undefined, undefined, undefined, {
      path,
    });
    expect(await refusalOf(response)).toEqual(none);
  });

  it("expires with the millisecond that it names", async () => {
    const expiresAt = Date.now() + 3_600_000;
    const send = await host(
      protectedServer({
        verify: () => ({ subject: "ada", audience: resource, expiresAt }),
      }),
    );
    const clock = vi.spyOn(Date, "now");
    onTestFinished(() => clock.mockRestore());
    clock.mockReturnValue(expiresAt - 1);
    expect((await post(send, "Bearer any")).status).toBe(200);
    clock.mockReturnValue(expiresAt);
    expect((await post(send, "Bearer any")).status).toBe(401);
  });

  it("needs the scopes that every request needs, which are told at once", async () => {
    const send = await host(protectedServer({ scopes: ["mcp", "notes:read"] }));
    const [, challenge] = await refusalOf(await post(send, undefined));
    expect(challenge).toBe(
      `Bearer scope="mcp notes:read", resource_metadata="${metadataUrl}"`,
    );
    expect(await refusalOf(await post(send, "Bearer reader"))).toEqual([
      403,
      tooLittle("mcp notes:read"),
      "This needs a token with the scopes mcp notes:read",
    ]);
  });

  it("whose check fails is refused without a word why", async () => {
    const warnings: string[] = [];
    const secret = "eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl";
    const server = protectedServer(
      {
        verify: (token) =>
          Promise.reject(
            new Error(`${token} is bad,\r\nsee ${token.split(".")[1] ?? ""}`),
          ),
      },
      { warnings },
    );
    const send = await host(server);
    expect(await refusalOf(await post(send, `Bearer ${secret}`))).toEqual(bad);
    expect(warnings).toEqual([
      "A token was refused: Error: [token] is bad, see [token]",
    ]);
  });

  it("that nobody can check is answered with 503", async () => {
    const warnings: string[] = [];
    const server = protectedServer(
      {
        verify: () => {
          throw new VerifierUnavailable("no keys");
        },
      },
      { warnings },
    );
    const send = await host(server);
    expect(await refusalOf(await post(send, "Bearer reader"))).toEqual([
      503,
      null,
      "Tokens cannot be checked at the moment",
    ]);
    expect(warnings).toEqual([
      "A token could not be checked: VerifierUnavailable: no keys",
    ]);
  });

  it("is asked for before the body is read", async () => {
    const send = await host(protectedServer());
    const response = await send("/mcp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "no JSON",
    });
    expect(response.status).toBe(401);
  });

  it("is asked for of every request that is not discovery", async () => {
    const send = await host(protectedServer());
    for (const method of ["GET", "DELETE", "PUT"]) {
      const headers = { accept: "text/event-stream" };
      expect((await send("/mcp", { method, headers })).status).toBe(401);
    }
  });
});

describe.each(hosts)("discovery, over %s", (_name, host) => {
  const path = new URL(metadataUrl).pathname;
  const read = (send: Fetch, at: string, method = "GET"): Promise<Response> =>
    send(at, { method, headers: {} });

  it("tells everybody who grants tokens", async () => {
    const send = await host(
      protectedServer({ scopes: ["mcp", "offline_access"] }),
    );
    const response = await read(send, path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toBe("public, max-age=600");
    expect(await response.json()).toEqual({
      resource,
      resource_name: "Full",
      authorization_servers: ["https://login.example.com"],
      scopes_supported: ["mcp", "act", "notes:write", "notes:read"],
      bearer_methods_supported: ["header"],
    });
  });

  it("answers HEAD and OPTIONS, and is not written to", async () => {
    const send = await host(protectedServer());
    expect((await read(send, path, "HEAD")).status).toBe(200);
    const options = await read(send, path, "OPTIONS");
    expect(options.status).toBe(200);
    expect(options.headers.get("access-control-allow-headers")).toBe("*");
    expect((await read(send, path, "POST")).status).toBe(405);
  });

  it("is nowhere else", async () => {
    const send = await host(protectedServer());
    for (const at of [
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-authorization-server",
      "/.well-known/openid-configuration/mcp",
    ])
      expect((await read(send, at)).status).toBe(404);
    expect((await read(send, "/.well-known/mcp")).status).toBe(401);
  });

  it.each(["http://127.0.0.1:3000/", "https://mcp.example.com"])(
    "of the whole host %s is at the root",
    async (whole) => {
      const send = await host(protectedServer({ resource: whole }));
      const root = "/.well-known/oauth-protected-resource";
      const response = await read(send, root);
      expect(await response.json()).toMatchObject({ resource: whole });
      const refused = await post(send, undefined);
      expect(refused.headers.get("www-authenticate")).toBe(
        `Bearer resource_metadata="${new URL(whole).origin}${root}"`,
      );
    },
  );
});

describe.each(hosts)("the scopes of an entry, over %s", (_name, host) => {
  const missing = (scope: string) => [
    403,
    tooLittle(scope),
    `This needs a token with the scopes ${scope}`,
  ];

  it("are asked for before the arguments are looked at", async () => {
    const send = await host(protectedServer({ scopes: ["notes:read"] }));
    const wrong = { name: "act", arguments: { what: 5 } };
    const call = post(send, "Bearer reader", "tools/call", wrong, actName);
    expect(await refusalOf(await call)).toEqual(
      missing("notes:read act notes:write"),
    );
  });

  it.each([
    ["prompts/get", { name: "greet", arguments: {} }, "greet"],
    ["resources/read", { uri: "note://a/b" }, "note://a/b"],
    [
      "completion/complete",
      {
        ref: { type: "ref/resource", uri: "note://{folder}/{name}" },
        argument: { name: "folder", value: "" },
      },
      "",
    ],
    [
      "completion/complete",
      {
        ref: { type: "ref/prompt", name: "greet" },
        argument: { name: "name", value: "" },
      },
      "",
    ],
    [
      "subscriptions/listen",
      {
        notifications: {
          resourceSubscriptions: ["test://motd", "note://a/b"],
        },
      },
      "",
    ],
  ])("are asked for by %s %j", async (method, params, name) => {
    const send = await host(protectedServer());
    const ask = (token: string): Promise<Response> =>
      post(send, `Bearer ${token}`, method, params, { name });
    expect(await refusalOf(await ask("nobody"))).toEqual(missing("notes:read"));
    const allowed = await ask("reader");
    expect(allowed.status).toBe(200);
    await allowed.body?.cancel();
  });

  it("are not asked for of what the caller may not see", async () => {
    const visible = (entry: { readonly name: string }): boolean =>
      entry.name !== "act";
    const send = await host(protectedServer({}, { visible }));
    const response = await post(
      send,
      "Bearer nobody",
      "tools/call",
      act,
      actName,
    );
    expect(await response.json()).toMatchObject({
      error: { message: "Unknown tool: act" },
    });
  });

  it("are asked for of the tool that intercept makes of another", async () => {
    const send = await host(
      protectedServer(
        {},
        {
          intercept: (_request, next) =>
            next({ params: modern(act) as Message }),
        },
      ),
    );
    expect(await refusalOf(await post(send, "Bearer reader"))).toEqual(
      missing("act notes:write"),
    );
    expect((await post(send, "Bearer writer")).status).toBe(200);
  });

  it("are asked for within a session, by single messages and by batches", async () => {
    const send = await host(protectedServer());
    const client = new LegacyClient(send, "2025-03-26");
    client.headers["authorization"] = "Bearer reader";
    await client.open();
    expect(await refusalOf(await client.send("tools/call", act))).toEqual(
      missing("act notes:write"),
    );
    const batch = await client.post([
      { id: 7, method: "tools/call", params: act },
      { id: 8, method: "resources/read", params: { uri: "note://a/b" } },
    ]);
    expect(await refusalOf(batch)).toEqual(
      missing("act notes:write notes:read"),
    );
    // Another token of the same principal goes on with the session.
    client.headers["authorization"] = "Bearer nobody";
    expect((await client.send("ping")).status).toBe(200);
    expect(
      await refusalOf(
        await client.send("resources/subscribe", { uri: "note://a/b" }),
      ),
    ).toEqual(missing("notes:read"));
    client.headers["authorization"] = "Bearer writer";
    expect((await client.send("ping")).status).toBe(404);
  });

  it("are asked for without a session too", async () => {
    const send = await host(protectedServer());
    const client = new LegacyClient(send, newestLegacy);
    client.headers["authorization"] = "Bearer reader";
    expect(await refusalOf(await client.send("tools/call", act))).toEqual(
      missing("act notes:write"),
    );
  });

  it("are asked for on HTTP+SSE, by the token of each POST", async () => {
    let scopes = "notes:read";
    const send = await host(
      protectedServer({
        verify: (token) => ({
          ...(verify("reader") ?? never()),
          scopes,
          token,
        }),
      }),
    );
    const authorization = "Bearer any";
    const opened = await send("/sse", {
      method: "GET",
      headers: { accept: "text/event-stream", authorization },
    });
    const reader = opened.body
      ?.pipeThrough(new TextDecoderStream())
      .getReader();
    const first = (await reader?.read())?.value ?? "";
    const endpoint = /data: (\S+)/.exec(first)?.[1] ?? "";
    const say = (message: object): Promise<Response> =>
      send(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json", authorization },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      });
    const call = { id: 1, method: "tools/call", params: act };
    expect(await refusalOf(await say(call))).toEqual(
      missing("act notes:write"),
    );
    scopes = "act notes:write";
    expect((await say(call)).status).toBe(202);
    await reader?.cancel();
  });
});

describe("a task", () => {
  const extension = {
    "io.modelcontextprotocol/clientCapabilities": {
      extensions: { "io.modelcontextprotocol/tasks": {} },
    },
  };

  it("needs the scopes of its tool for whatever is asked of it", async () => {
    const [, host] = hosts[0] ?? never();
    let scopes = "act notes:write";
    const server = protectedServer({
      verify: () => ({ ...(verify("reader") ?? never()), scopes }),
    });
    // Made by the board as a tool with `task:` would be.
    const { tools } = server.engine;
    const row = tools.get("act") ?? never();
    (tools as Map<string, typeof row>).set("act", { ...row, task: "required" });
    const send = await host(server);
    const ask = (method: string, params: object, name: string) =>
      post(send, "Bearer t", method, params, { name, meta: extension });
    const begun = await ask("tools/call", act, "act");
    const { result } = (await begun.json()) as { result: { taskId: string } };
    const { taskId } = result;
    const get = (): Promise<Response> => ask("tasks/get", { taskId }, taskId);
    expect((await get()).status).toBe(200);
    scopes = "notes:read";
    expect((await refusalOf(await get())).slice(0, 2)).toEqual([
      403,
      tooLittle("act notes:write"),
    ]);
  });
});

describe("a protected server", () => {
  it("takes no two Authorization headers from a socket", async () => {
    const server = protectedServer();
    const listener = await serveHttp(server, { port: 0 });
    onTestFinished(() => listener.close());
    const two = ["Bearer reader", "Bearer writer"].flatMap((token) => [
      "authorization",
      token,
    ]);
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        listener.url,
        { method: "DELETE", headers: ["host", "127.0.0.1", ...two] },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      sent.on("error", reject).end();
    });
    expect(status).toBe(400);
  });

  it("gives handlers what verify gave, and nothing of the token", async () => {
    const [, host] = hosts[0] ?? never();
    const send = await host(
      protectedServer(
        { verify: () => ({ ...(verify("writer") ?? never()), plan: "pro" }) },
        {
          intercept: ({ context }, next) => {
            seen = context.auth;
            return next({ params: modern(act) as Message });
          },
        },
      ),
    );
    let seen: unknown;
    await post(send, "Bearer secret", "tools/call", act, actName);
    expect(seen).toEqual({
      subject: "bob",
      audience: resource,
      expiresAt: expect.any(Number) as number,
      scopes: ["notes:read", "notes:write", "act"],
      plan: "pro",
    });
  });

  it("trusts a stream, which has no tokens", async () => {
    const raw = connectRaw(protectedServer());
    expect(await raw.ask("tools/call", act)).toMatchObject({
      result: { content: [{ text: "Hello now" }] },
    });
  });

  it("that was given no auth serves nothing over HTTP", async () => {
    const [, host] = hosts[0] ?? never();
    const warnings: string[] = [];
    const server = protectedServer({}, { auth: undefined, warnings });
    const send = await host(server);
    expect((await post(send, "Bearer reader")).status).toBe(500);
    expect(warnings).toEqual([
      "Nothing is served over HTTP: the manifest says `auth: oauth`, and the server was made without the option `auth`",
    ]);
  });

  it.each([
    [{ resource: "mcp.example.com" }, "auth.resource"],
    [{ resource: "http://mcp.example.com/mcp" }, "auth.resource"],
    [{ resource: "https://mcp.example.com/mcp?a" }, "auth.resource"],
    [{ resource: "https://user:pass@mcp.example.com/" }, "auth.resource"],
    [{ authorizationServers: [] }, "at least one"],
    [{ authorizationServers: ["login"] }, "auth.authorizationServers"],
    [{ scopes: ['a" b="c'] }, "auth.scopes"],
    [{ scopes: ["a\r\nSet-Cookie: b"] }, "auth.scopes"],
    [{ scopes: ["two words"] }, "auth.scopes"],
  ])("does not start with %j", (auth, message) => {
    expect(() => protectedServer(auth)).toThrow(message);
  });
});

function never(): never {
  throw new Error("The fixture lacks it");
}
