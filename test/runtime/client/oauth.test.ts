import { describe, expect, it, onTestFinished, vi } from "vitest";
import { call } from "../../../src/runtime/client.js";
import {
  type Authorization,
  AuthorizationError,
  memoryStore,
  type TokenStore,
} from "../../../src/runtime/oauth.js";
import { weather } from "./features.js";
import {
  authorized,
  consent,
  enter,
  openWorld,
  redirectUri,
} from "./oauth-world.js";

const input = { location: "x" };

/** The failure of something that must fail, as the error that it must be. */
async function failure(work: Promise<unknown>): Promise<AuthorizationError> {
  const error = await work.then(
    () => new Error("nothing failed"),
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(AuthorizationError);
  return error as AuthorizationError;
}

/** A store that tests look into. */
function openStore() {
  const kept = new Map<string, Authorization>();
  const store: TokenStore = {
    get: (resource) => kept.get(resource),
    set: async (resource, authorization) =>
      void kept.set(
        resource,
        JSON.parse(JSON.stringify(authorization)) as Authorization,
      ),
    delete: async (resource) => void kept.delete(resource),
  };
  return { store, kept };
}

describe("the first request", () => {
  it("finds out, registers, asks the user and goes on", async () => {
    const world = await openWorld();
    world.challenge = ', scope="read write"';
    const { store, kept } = openStore();
    const client = await enter(world, { store, name: "my app" });
    await call(client, weather, input);
    expect(world.asked).toEqual([
      "GET /.well-known/oauth-protected-resource/mcp",
      "GET /.well-known/oauth-authorization-server/as",
      "POST /as/register",
      "GET /as/authorize",
      "POST /as/token",
    ]);
    expect(JSON.parse(world.last("POST /as/register").body)).toEqual({
      client_name: "my app",
      redirect_uris: [redirectUri],
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
    const { query } = world.last("GET /as/authorize");
    expect(Object.fromEntries(query)).toEqual({
      response_type: "code",
      client_id: "client-as",
      redirect_uri: redirectUri,
      resource: world.url.href,
      scope: "read write",
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: "S256",
    });
    expect(Object.fromEntries(world.last("POST /as/token").form)).toEqual({
      grant_type: "authorization_code",
      code: "code read write",
      redirect_uri: redirectUri,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as string,
      resource: world.url.href,
      client_id: "client-as",
    });
    expect([...kept]).toEqual([
      [
        world.url.href,
        {
          issuer: world.issuer,
          resource: world.url.href,
          client: { clientId: "client-as", redirectUri },
          tokens: {
            accessToken: "token-1",
            type: "Bearer",
            refreshToken: "refresh of token-1",
            scopes: ["read", "write"],
          },
        },
      ],
    ]);
  });

  it("says nothing of the server's era", async () => {
    const world = await openWorld();
    world.results = {
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "old", version: "1" },
      },
      "tools/call": { content: [] },
    };
    const versions = ["2025-11-25", "2026-07-28"];
    const client = await enter(world, { versions });
    await call(client, weather, input);
    expect(client.server.version).toBe("2025-11-25");
    expect(world.count("GET /as/authorize")).toBe(1);
  });

  it("is one for all that come at once", async () => {
    const world = await openWorld();
    const client = await enter(world);
    world.tokens.clear();
    world.routes.set("POST /as/token", ({ form }) =>
      form.get("grant_type") === "refresh_token"
        ? { status: 400, body: { error: "invalid_grant" } }
        : undefined,
    );
    await Promise.all(
      Array.from({ length: 5 }, () => call(client, weather, input)),
    );
    expect(world.count("GET /as/authorize")).toBe(2);
    expect(world.count("POST /as/token")).toBe(3);
    expect(world.count("POST /as/register")).toBe(1);
  });

  it("needs nobody where tokens are kept from before", async () => {
    const world = await openWorld();
    const { store } = openStore();
    await enter(world, { store });
    const before = world.asked.length;
    const client = await enter(world, { store });
    await call(client, weather, input);
    expect(world.asked).toHaveLength(before);
  });

  it.each([
    ["the server of metadata is busy", 503, /503; try again later/],
    ["the server of metadata refuses", 403, "2025-03-26"],
  ])("does not take silence for an answer: %s", async (_, status, outcome) => {
    const world = await openWorld();
    for (const path of ["", "/mcp"])
      world.routes.set(
        `GET /.well-known/oauth-protected-resource${path}`,
        () => ({ status }),
      );
    world.as = "";
    if (outcome === "2025-03-26") await enter(world);
    else expect((await failure(enter(world))).message).toMatch(outcome);
    expect(world.count("POST /register")).toBe(status === 403 ? 1 : 0);
  });

  it("goes by the paths of 2025-03-26 where nothing describes itself", async () => {
    const world = await openWorld();
    world.as = "";
    for (const path of [
      "oauth-protected-resource/mcp",
      "oauth-authorization-server",
    ])
      world.routes.set(`GET /.well-known/${path}`, () => ({ status: 404 }));
    await enter(world);
    expect(world.asked.slice(-3)).toEqual([
      "POST /register",
      "GET /authorize",
      "POST /token",
    ]);
  });
});

describe("a token", () => {
  /** A world whose clock stands still at its tokens' ends. */
  async function ageing(expiresIn: number) {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const world = await openWorld();
    world.expiresIn = expiresIn;
    return world;
  }

  it("is refreshed shortly before it ends, once for all", async () => {
    const world = await ageing(3600);
    const client = await enter(world);
    vi.setSystemTime(Date.now() + 3560_000);
    await call(client, weather, input);
    expect(world.count("POST /as/token")).toBe(1);
    vi.setSystemTime(Date.now() + 20_000);
    await Promise.all(
      Array.from({ length: 5 }, () => call(client, weather, input)),
    );
    expect(world.count("POST /as/token")).toBe(2);
    expect(world.count("GET /as/authorize")).toBe(1);
    expect(Object.fromEntries(world.last("POST /as/token").form)).toEqual({
      grant_type: "refresh_token",
      refresh_token: "refresh of token-1",
      resource: world.url.href,
      client_id: "client-as",
    });
    expect(world.last("POST /mcp").headers.authorization).toBe(
      "Bearer token-2",
    );
  });

  it("that lives shortly is not refreshed with every request", async () => {
    const world = await ageing(10);
    const client = await enter(world);
    await call(client, weather, input);
    await call(client, weather, input);
    expect(world.count("POST /as/token")).toBe(1);
  });

  it("is used to its end where it cannot be refreshed in time", async () => {
    const world = await ageing(100);
    const client = await enter(world);
    vi.setSystemTime(Date.now() + 95_000);
    world.routes.set("POST /as/token", () => ({ status: 500 }));
    await call(client, weather, input);
    vi.setSystemTime(Date.now() + 5_000);
    const error = await failure(call(client, weather, input));
    expect(error.message).toMatch(/token endpoint .* answered HTTP 500/);
  });

  it.each([
    ["a refused refresh", "invalid_grant"],
    ["a token that is bound to another key", "invalid_dpop_proof"],
  ])("that was refused is refreshed, and %s asks the user", async (_, code) => {
    const world = await openWorld();
    const client = await enter(world);
    world.tokens.clear();
    await call(client, weather, input);
    expect(world.count("GET /as/authorize")).toBe(1);
    world.tokens.clear();
    world.routes.set("POST /as/token", ({ form }) =>
      form.get("grant_type") === "refresh_token"
        ? { status: 400, body: { error: code } }
        : undefined,
    );
    await call(client, weather, input);
    expect(world.count("GET /as/authorize")).toBe(2);
    expect(world.count("POST /as/register")).toBe(1);
  });

  it("that was refreshed and is refused asks the user", async () => {
    const world = await openWorld();
    const client = await enter(world);
    world.tokens.clear();
    world.routes.set("POST /as/token", ({ form }) =>
      form.get("grant_type") === "refresh_token"
        ? { body: { access_token: "dead", token_type: "Bearer" } }
        : undefined,
    );
    await call(client, weather, input);
    expect(world.count("GET /as/authorize")).toBe(2);
  });

  it("that was just granted and is refused is an error", async () => {
    const world = await openWorld();
    world.challenge = ', error_description="wrong audience"';
    world.routes.set("POST /as/token", () => ({
      body: { access_token: "dead", token_type: "Bearer" },
    }));
    const error = await failure(enter(world));
    expect(error).toMatchObject({
      name: "AuthorizationError",
      reason: "authorization",
      issuer: world.issuer,
    });
    expect(error.message).toBe(
      `There is no access to ${world.url.href}: It refuses the token that ${world.issuer} has just given for it: "invalid_token, wrong audience"`,
    );
    expect(world.count("GET /as/authorize")).toBe(1);
  });

  it("that another request, or another process, got meanwhile is taken", async () => {
    const world = await openWorld();
    const { store, kept } = openStore();
    const auth = authorized({ store });
    const request = {
      method: "POST",
      url: world.url,
      server: world.url,
    } as const;
    const refuse = (sent: Readonly<Record<string, string>>) =>
      auth.challenged?.({
        ...request,
        sent,
        status: 401,
        attempt: 1,
        header: () => undefined,
      });
    expect(await auth.headers(request)).toEqual({});
    expect(await refuse({})).toBe(true);
    const first = await auth.headers(request);
    expect(first).toEqual({ Authorization: "Bearer token-1" });
    const asked = world.asked.length;
    expect(await refuse({})).toBe(true);
    expect(await refuse({ Authorization: "Bearer older" })).toBe(true);
    const [authorization] = kept.values();
    kept.set(world.url.href, {
      ...authorization!,
      tokens: { ...authorization!.tokens!, accessToken: "of-another-process" },
    });
    expect(await refuse(first)).toBe(true);
    expect(await auth.headers(request)).toEqual({
      Authorization: "Bearer of-another-process",
    });
    expect(world.asked).toHaveLength(asked);
  });
});

describe("scopes", () => {
  /** A world whose tool needs one more scope. */
  async function guarded(needed: string) {
    const world = await openWorld();
    world.challenge = ', scope="read"';
    world.routes.set("POST /mcp", ({ headers, body }) => {
      const scopes = world.tokens.get(
        headers.authorization?.replace("Bearer ", "") ?? "",
      );
      if (scopes === undefined || !body.includes("tools/call"))
        return undefined;
      if (scopes.split(" ").includes(needed)) return undefined;
      const challenge = `Bearer error="insufficient_scope", scope="${needed}"`;
      return { status: 403, headers: { "WWW-Authenticate": challenge } };
    });
    return world;
  }

  it("are added to those that the token has", async () => {
    const world = await guarded("write");
    const client = await enter(world);
    await call(client, weather, input);
    expect(world.last("GET /as/authorize").query.get("scope")).toBe(
      "read write",
    );
    expect(world.count("POST /as/register")).toBe(1);
  });

  it("that are not granted are asked for once", async () => {
    const world = await guarded("admin");
    world.routes.set("POST /as/token", () => ({
      body: {
        access_token: world.issue("read"),
        token_type: "Bearer",
        scope: "read",
      },
    }));
    const client = await enter(world);
    const error = await failure(call(client, weather, input));
    expect(error.message).toContain(
      `It wants the scopes "admin"; ${world.issuer} was asked for "read admin" and granted "read".`,
    );
    expect(world.count("GET /as/authorize")).toBe(2);
  });

  it("that grow with every answer are followed three times", async () => {
    const world = await guarded("none");
    let more = 0;
    world.routes.set("POST /mcp", ({ headers, body }) => {
      if (headers.authorization === undefined || !body.includes("tools/call"))
        return undefined;
      const challenge = `Bearer error="insufficient_scope", scope="more${++more}"`;
      return { status: 403, headers: { "WWW-Authenticate": challenge } };
    });
    const client = await enter(world);
    await failure(call(client, weather, input));
    expect(world.count("GET /as/authorize")).toBe(1 + 3);
  });

  it("of the user's own choice come first", async () => {
    const world = await guarded("read");
    await enter(world, { scopes: ["least"] });
    expect(world.last("GET /as/authorize").query.get("scope")).toBe("least");
  });

  it("do not matter to another 403", async () => {
    const world = await openWorld();
    const client = await enter(world);
    world.routes.set("POST /mcp", () => ({ status: 403, body: "no" }));
    await expect(call(client, weather, input)).rejects.toMatchObject({
      name: "ConnectionError",
      reason: "http",
      status: 403,
    });
    expect(world.count("GET /as/authorize")).toBe(1);
  });
});

describe("an authorization server that is another one", () => {
  it("gets nothing of what the first one gave", async () => {
    const world = await openWorld();
    const { store, kept } = openStore();
    const client = await enter(world, { store });
    world.tokens.clear();
    world.as = "/other";
    const before = world.seen.length;
    await call(client, weather, input);
    const later = JSON.stringify(
      world.seen.slice(before).filter(({ what }) => what !== "POST /mcp"),
    );
    expect(later).not.toMatch(/client of \/as|token-1/);
    expect(later).toContain("client-other");
    expect(kept.get(world.url.href)).toMatchObject({
      issuer: `${world.origin}/other`,
      client: { clientId: "client-other" },
    });
  });

  it("does not get a client of the user's either", async () => {
    const world = await openWorld();
    const issuer = world.issuer;
    const client = { issuer, clientId: "mine", clientSecret: "secret" };
    world.metadata = {
      token_endpoint_auth_methods_supported: ["client_secret_post"],
    };
    await enter(world, { client });
    expect(world.last("POST /as/token").body).toContain("client_secret=secret");
    world.as = "/other";
    await enter(world, { client });
    expect(world.last("POST /other/token").body).not.toContain("secret=");
  });
});

describe("a client", () => {
  it("that the authorization server forgot registers again", async () => {
    const world = await openWorld();
    const client = await enter(world);
    world.tokens.clear();
    let forgotten = 2;
    world.routes.set("POST /as/token", () =>
      forgotten-- > 0
        ? { status: 401, body: { error: "invalid_client" } }
        : undefined,
    );
    await call(client, weather, input);
    expect(world.count("POST /as/register")).toBe(2);
  });

  it("is aborted, or closed, while the user thinks", async () => {
    const world = await openWorld();
    let ask!: () => void;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    let refuse!: (error: Error) => void;
    const client = await enter(world, {
      authorize: (url) =>
        world.count("POST /as/token") === 0
          ? consent(url)
          : new Promise((_, reject) => {
              refuse = reject;
              ask();
            }),
    });
    world.tokens.clear();
    world.routes.set("POST /as/token", () => ({
      status: 400,
      body: { error: "invalid_grant" },
    }));
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = call(client, weather, input, { signal });
    const other = call(client, weather, input);
    await asked;
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ reason: "aborted" });
    await Promise.all([
      expect(other).rejects.toMatchObject({ reason: "closed" }),
      client.close(),
    ]);
    refuse(new Error("gone"));
  });
});

describe("a store", () => {
  const broken = new Error("disk full");

  it.each<[string, Partial<TokenStore>, string]>([
    [
      "cannot be read",
      { get: () => Promise.reject(broken) },
      "The token store failed: disk full",
    ],
    [
      "cannot be written",
      { set: () => Promise.reject(broken) },
      "The token store failed: disk full",
    ],
    [
      "holds nonsense",
      { get: () => ({ issuer: 1 }) as never },
      "that is no authorization; delete it there",
    ],
    [
      "holds tokens that are none",
      {
        get: (resource) =>
          ({ issuer: "x", resource, tokens: { accessToken: ["a"] } }) as never,
      },
      "that is no authorization; delete it there",
    ],
  ])("that %s is an error", async (_, part, message) => {
    const world = await openWorld();
    const store = { ...memoryStore(), ...part };
    const error = await failure(enter(world, { store }));
    expect(error.message).toContain(`no access to ${world.url.href}: `);
    expect(error.message).toContain(message);
  });
});

it("says nothing secret, whatever goes wrong", async () => {
  const world = await openWorld();
  const secrets = ["token-1", "refresh of", "s3cret", "the code"];
  const authorize = async (url: URL): Promise<string> => {
    const { searchParams } = new URL(await consent(url));
    secrets.push(searchParams.get("state")!);
    searchParams.set("code", "the code");
    return `${redirectUri}?${searchParams.toString()}`;
  };
  world.metadata = {
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
  };
  world.routes.set("POST /as/token", ({ form }) => ({
    status: 400,
    body: {
      error: "invalid_grant",
      error_description: `code ${form.get("code")} and ${form.get("code_verifier")} are wrong`,
    },
  }));
  const client = {
    issuer: world.issuer,
    clientId: "c",
    clientSecret: "s3cret",
  };
  const error = await failure(enter(world, { authorize, client }));
  expect(error.code).toBe("invalid_grant");
  secrets.push(world.last("POST /as/token").form.get("code_verifier")!);
  let shown = "";
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    shown += `${one.message} ${one.stack} ${JSON.stringify(one)}`;
  for (const secret of secrets) expect(shown).not.toContain(secret);
});
