import {
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { base64url, decodeJwt, decodeProtectedHeader } from "jose";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "./authorization-server.js";
import { everyScope, openScene, openWorld } from "./notes.js";

/*
 * What the emitted server refuses, with the `verify` of docs/authorization.md: each
 * with the answer that the specification wants, and nothing of the token in it.
 */

const credentials = { client_id: "service", client_secret: "a secret word" };
const service = {
  ...credentials,
  grant_types: ["client_credentials"],
  response_types: [],
  redirect_uris: [],
  token_endpoint_auth_method: "client_secret_post",
};
const world = openWorld({
  clients: [
    service,
    {
      ...service,
      client_id: "notes",
      token_endpoint_auth_method: "client_secret_basic",
    },
  ],
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A token of the service for a resource. */
async function tokenOf(
  { issuer }: AuthorizationServer,
  resource: string,
  scope = everyScope,
): Promise<string> {
  const parameters = { ...credentials, resource, scope };
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      ...parameters,
    }),
  });
  const { access_token: token } = (await response.json()) as {
    access_token: string;
  };
  return token;
}

/** Lists the tools, or calls one of them. */
async function post(url: string, token?: string, tool?: string) {
  const version = "2026-07-28";
  const [method, params] =
    tool === undefined
      ? ["tools/list", {}]
      : ["tools/call", { name: tool, arguments: { text: "milk" } }];
  const response = await fetch(url, {
    method: "POST",
    headers: {
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      "MCP-Protocol-Version": version,
      "Mcp-Method": method,
      ...(tool !== undefined && { "Mcp-Name": tool }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  return {
    status: response.status,
    challenge: response.headers.get("www-authenticate"),
    text: await response.text(),
  };
}

function metadataUrl(): string {
  const { origin, pathname } = new URL(world.url);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}

const challenge = (...parts: string[]) =>
  `Bearer ${[...parts, `resource_metadata="${metadataUrl()}"`].join(", ")}`;

/** The same token with another claim, and the old signature. */
function altered(token: string, claims: object): string {
  const [head, , signature] = token.split(".");
  const payload = JSON.stringify({ ...decodeJwt(token), ...claims });
  return [head, base64url.encode(payload), signature].join(".");
}

function unsigned(token: string): string {
  const head = { ...decodeProtectedHeader(token), alg: "none" };
  return `${base64url.encode(JSON.stringify(head))}.${token.split(".")[1]}.`;
}

it("a request without a token is told where to get one", async () => {
  const { said } = await openScene(world);
  const { status, challenge: told } = await post(world.url);
  expect([status, told]).toEqual([401, challenge()]);
  const metadata = await fetch(metadataUrl());
  expect(await metadata.json()).toMatchObject({
    resource: world.url,
    authorization_servers: [world.authorization.issuer],
    scopes_supported: ["notes:read", "notes:write"],
    bearer_methods_supported: ["header"],
  });
  said.expectNone(new Set(["nothing to hide"]));
});

describe("a token is refused", () => {
  it.each<[string, () => Promise<string>]>([
    [
      "of another issuer",
      async () => {
        const other = await startAuthorizationServer({ clients: [service] });
        onTestFinished(other.close);
        other.resources.set(world.url, {
          scope: everyScope,
          accessTokenTTL: 300,
        });
        return tokenOf(other, world.url);
      },
    ],
    [
      "for another server",
      async () => {
        const { authorization } = world;
        const elsewhere = "http://127.0.0.1:9/other";
        authorization.resources.set(elsewhere, {
          scope: everyScope,
          accessTokenTTL: 300,
        });
        return tokenOf(authorization, elsewhere);
      },
    ],
    [
      "that has expired",
      async () => {
        const token = await tokenOf(world.authorization, world.url);
        vi.setSystemTime(Date.now() + 300_000);
        return token;
      },
    ],
    [
      "with claims that were changed",
      async () =>
        altered(await tokenOf(world.authorization, world.url), { sub: "ada" }),
    ],
    [
      "without a signature",
      async () => unsigned(await tokenOf(world.authorization, world.url)),
    ],
    ["that is no JWT", async () => "opaque-words-of-nobody"],
  ])("%s", async (_name, make) => {
    const { said } = await openScene(world);
    const token = await make();
    const {
      status,
      challenge: told,
      text,
    } = await post(world.url, token, "add_note");
    expect([status, told]).toEqual([401, challenge('error="invalid_token"')]);
    said.line(text);
    said.expectNone(
      new Set([token, ...token.split(".").filter((part) => part.length > 20)]),
    );
  });

  it("in a query, which logs keep", async () => {
    await openScene(world);
    const token = await tokenOf(world.authorization, world.url);
    const { status } = await post(`${world.url}?access_token=${token}`);
    expect(status).toBe(401);
    expect((await post(world.url, token)).status).toBe(200);
  });

  it("by its audience, though verify looked away", async () => {
    const { said } = await openScene(world, {
      verify: (token) => {
        const { sub, aud, exp } = decodeJwt(token);
        return { subject: sub!, audience: aud!, expiresAt: exp! * 1000 };
      },
    });
    const { authorization } = world;
    const elsewhere = "http://127.0.0.1:9/other";
    authorization.resources.set(elsewhere, {
      scope: everyScope,
      accessTokenTTL: 300,
    });
    const token = await tokenOf(authorization, elsewhere);
    expect((await post(world.url, token)).status).toBe(401);
    expect(said.text()).toContain(elsewhere);
    said.expectNone(authorization.secrets());
  });

  it("for the scopes that a tool needs, all named at once", async () => {
    const { said } = await openScene(world);
    const token = await tokenOf(world.authorization, world.url, "notes:read");
    expect((await post(world.url, token, "list_notes")).status).toBe(200);
    const {
      status,
      challenge: told,
      text,
    } = await post(world.url, token, "add_note");
    expect([status, told]).toEqual([
      403,
      challenge('error="insufficient_scope"', `scope="${everyScope}"`),
    ]);
    said.line(text);
    said.expectNone(world.authorization.secrets());
  });

  it("at once when it is revoked, where its issuer is asked", async () => {
    vi.stubEnv("INTROSPECTION_SECRET", credentials.client_secret);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { said } = await openScene(world, {
      verify: world.emitted.introspect,
    });
    const { authorization, url } = world;
    authorization.resources.set(url, {
      scope: everyScope,
      accessTokenFormat: "opaque",
      accessTokenTTL: 300,
    });
    const token = await tokenOf(authorization, url);
    expect((await post(url, token, "add_note")).status).toBe(200);
    await fetch(`${authorization.issuer}/token/revocation`, {
      method: "POST",
      body: new URLSearchParams({ ...credentials, token }),
    });
    expect((await post(url, token, "add_note")).status).toBe(401);
    said.expectNone(authorization.secrets());
  });
});

it("a token is not judged while its issuer's keys cannot be had", async () => {
  const { said } = await openScene(world);
  const { authorization, url } = world;
  const token = await tokenOf(authorization, url);
  expect((await post(url, token)).status).toBe(200);
  // The keys are kept for ten minutes.
  vi.setSystemTime(Date.now() + 3_600_000);
  const later = await tokenOf(authorization, url);
  authorization.fails.add("/jwks");
  const { status, challenge: told } = await post(url, later);
  expect([status, told]).toEqual([503, null]);
  authorization.fails.clear();
  expect((await post(url, later)).status).toBe(200);
  said.expectNone(authorization.secrets());
});
