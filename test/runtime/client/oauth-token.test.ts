import { decodeJwt } from "jose";
import { expect, it, onTestFinished, vi } from "vitest";
import { dpop } from "../../../src/runtime/oauth-dpop.js";
import { AuthorizationError } from "../../../src/runtime/oauth-error.js";
import type {
  AuthorizationServer,
  OAuthClient,
} from "../../../src/runtime/oauth-shapes.js";
import {
  requestTokens,
  type TokenRequest,
} from "../../../src/runtime/oauth-token.js";
import { bearer, tokenEndpoint, type Answer } from "./token-endpoint.js";

const basicHeader = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

/** Asks an endpoint that answers so, and says what it was asked. */
async function ask(
  answer: Answer | ((before: number) => Answer),
  more: Partial<TokenRequest> = {},
  metadata: Partial<AuthorizationServer> = {},
) {
  const { asked, server } = await tokenEndpoint(
    (_, before) => (typeof answer === "function" ? answer(before) : answer),
    metadata,
  );
  const outcome = await requestTokens({
    server,
    parameters: { grant_type: "client_credentials" },
    client: { clientId: "me" },
    fetch,
    ...more,
  }).catch((error: unknown) => error as AuthorizationError);
  return { asked, outcome, issuer: server.issuer };
}

async function refused(...args: Parameters<typeof ask>) {
  const { outcome, ...rest } = await ask(...args);
  expect(outcome).toBeInstanceOf(AuthorizationError);
  return { ...rest, error: outcome as AuthorizationError };
}

it("sends a form and gives what came back", async () => {
  const before = Date.now();
  const { asked, outcome } = await ask(
    {
      body: {
        access_token: "t1",
        token_type: "bearer",
        expires_in: 60,
        refresh_token: "r1",
        scope: "a b",
      },
    },
    {
      parameters: {
        grant_type: "authorization_code",
        code: "c & d",
        resource: "https://mcp.example/mcp",
      },
    },
  );
  expect(outcome).toMatchObject({
    accessToken: "t1",
    type: "Bearer",
    refreshToken: "r1",
    scopes: ["a", "b"],
  });
  const { expiresAt = 0 } = outcome as { expiresAt?: number };
  expect(expiresAt).toBeGreaterThanOrEqual(before + 60_000);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 60_000);
  expect(asked).toEqual([
    {
      headers: expect.objectContaining({
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      }) as unknown,
      parameters: {
        grant_type: "authorization_code",
        code: "c & d",
        resource: "https://mcp.example/mcp",
        client_id: "me",
      },
    },
  ]);
  expect(asked[0]!.headers["authorization"]).toBeUndefined();
});

it("keeps the refresh token and the scopes that it asked with, where the server is silent", async () => {
  const { outcome } = await ask(bearer, {
    parameters: {
      grant_type: "refresh_token",
      refresh_token: "r1",
      scope: "a b",
    },
  });
  expect(outcome).toEqual({
    accessToken: "t1",
    type: "Bearer",
    expiresAt: undefined,
    refreshToken: "r1",
    scopes: ["a", "b"],
  });
});

const secret: OAuthClient = { clientId: "me", clientSecret: "s3cret" };
const inHeader = { authorization: basicHeader("me", "s3cret") };
const inBody = { client_id: "me", client_secret: "s3cret" };
const idInBody = { client_id: "me" };

it.each<{
  supported: readonly string[] | undefined;
  client: OAuthClient;
  header?: object;
  body?: object;
}>([
  { supported: undefined, client: secret, header: inHeader },
  { supported: ["client_secret_basic"], client: secret, header: inHeader },
  { supported: ["client_secret_post"], client: secret, body: inBody },
  {
    supported: ["private_key_jwt", "client_secret_post", "client_secret_basic"],
    client: secret,
    body: inBody,
  },
  { supported: ["none", "client_secret_post"], client: secret, body: inBody },
  { supported: ["none"], client: secret, body: idInBody },
  { supported: ["private_key_jwt"], client: secret, header: inHeader },
  {
    supported: ["client_secret_basic"],
    client: { clientId: "me" },
    body: idInBody,
  },
  {
    supported: ["client_secret_basic"],
    client: { ...secret, method: "client_secret_post" },
    body: inBody,
  },
  {
    supported: ["client_secret_post"],
    client: { ...secret, method: "none" },
    body: idInBody,
  },
])(
  "authenticates by what the server takes: $supported for $client",
  async ({ supported, client, header = {}, body = {} }) => {
    const { asked } = await ask(
      bearer,
      { client },
      supported && { token_endpoint_auth_methods_supported: supported },
    );
    const { authorization } = asked[0]!.headers;
    expect(authorization === undefined ? {} : { authorization }).toEqual(
      header,
    );
    expect(asked[0]!.parameters).toEqual({
      grant_type: "client_credentials",
      ...body,
    });
  },
);

it("encodes what would break the Basic pair", async () => {
  const { asked } = await ask(bearer, {
    client: { clientId: "https://me/ü", clientSecret: "a:b c%+" },
  });
  expect(asked[0]!.headers["authorization"]).toBe(
    basicHeader("https%3A%2F%2Fme%2F%C3%BC", "a%3Ab%20c%25%2B"),
  );
});

it("asks for a secret where the method needs one, before anything is sent", async () => {
  const { error, asked } = await refused(bearer, {
    client: { clientId: "me", method: "client_secret_basic" },
  });
  expect(error.message).toMatch(/"me" has no secret, .*client_secret_basic/);
  expect(asked).toEqual([]);
});

it("says what the server said, without what was secret in the request", async () => {
  const parameters = {
    grant_type: "authorization_code",
    code: "the-code",
    code_verifier: "the-verifier",
    redirect_uri: "http://127.0.0.1/callback",
  };
  const { error, issuer } = await refused(
    {
      status: 400,
      body: {
        error: "invalid_grant",
        error_description: `the-code, the-verifier and s3cret are\u001b[2J old at http://127.0.0.1/callback`,
      },
    },
    { parameters, client: secret },
  );
  expect(error).toMatchObject({
    name: "AuthorizationError",
    reason: "authorization",
    code: "invalid_grant",
    issuer,
    message: `${issuer} refused the grant authorization_code: invalid_grant ([hidden], [hidden] and [hidden] are [2J old at http://127.0.0.1/callback)`,
  });
});

it("shows no secret that the server repeats, as it was sent", async () => {
  const parameters = {
    grant_type: "refresh_token",
    refresh_token: "Zm9v/YmFy+YmF6=",
  };
  const repeated = `${new URLSearchParams(parameters).toString()} by ${basicHeader("me", "s3cret")}`;
  const { error, issuer } = await refused(
    {
      status: 400,
      body: { error: "invalid_request", error_description: repeated },
    },
    { parameters, client: secret },
  );
  expect(error.message).toBe(
    `${issuer} refused the grant refresh_token: invalid_request (grant_type=refresh_token&refresh_token=[hidden] by Basic [hidden])`,
  );
});

it("takes no code of an error that holds a secret", async () => {
  const parameters = { grant_type: "authorization_code", code: "the-code-1" };
  const { error } = await refused(
    { status: 400, body: { error: "unknown:the-code-1" } },
    { parameters },
  );
  expect(error.code).toBeUndefined();
  expect(error.message).toMatch(/answered HTTP 400 and no tokens$/);
});

it.each<[string, Answer, object]>([
  [
    "a page",
    { status: 502, body: "<html>" },
    { code: undefined, message: /answered HTTP 502 and no tokens/ },
  ],
  [
    "a list",
    { body: "[]" },
    { code: undefined, message: /answered HTTP 200 and no tokens/ },
  ],
  [
    "an error with 200",
    { body: { error: "bad_verification_code" } },
    { code: "bad_verification_code" },
  ],
  [
    "an error that is none",
    { status: 400, body: { error: "line\nbreak" } },
    { code: undefined },
  ],
  [
    "no token",
    { body: { token_type: "Bearer" } },
    { message: /no access token/ },
  ],
  [
    "a token that would start another header",
    { body: { access_token: "a\r\nX: y", token_type: "Bearer" } },
    { message: /no access token that a header can carry/ },
  ],
  [
    "a token without a type",
    { body: { access_token: "t1" } },
    { message: /no known type/ },
  ],
  [
    "a token of another type",
    { body: { access_token: "t1", token_type: "mac" } },
    { message: /no known type/ },
  ],
  [
    "a bound token that nobody asked for",
    { body: { access_token: "t1", token_type: "DPoP" } },
    { message: /pass `proofs: dpop\(\)`/ },
  ],
])("refuses %s", async (_, answer, wanted) => {
  const { error, asked } = await refused(answer);
  const { message = /./, ...members } = wanted as { message?: RegExp };
  expect(error).toMatchObject(members);
  expect(error.message).toMatch(message);
  expect(asked).toHaveLength(1);
});

it.each<[unknown, number | undefined]>([
  ["3600", 3600],
  [0, 0],
  ["soon", undefined],
  [1e306, undefined],
  [null, undefined],
  [{}, undefined],
])("reads expires_in %j", async (life, seconds) => {
  const before = Date.now();
  const { outcome } = await ask({
    body: { access_token: "t1", token_type: "Bearer", expires_in: life },
  });
  const { expiresAt } = outcome as { expiresAt?: number };
  if (seconds === undefined) expect(expiresAt).toBeUndefined();
  else expect(expiresAt! - before).toBeGreaterThanOrEqual(seconds * 1000);
});

const bound: Answer = { body: { access_token: "t1", token_type: "DPoP" } };
const wantsNonce = (nonce: string): Answer => ({
  status: 400,
  headers: { "DPoP-Nonce": nonce },
  body: { error: "use_dpop_nonce" },
});

it("proves its key, and takes the nonce that the server wants", async () => {
  const proofs = dpop();
  const { asked, outcome, issuer } = await ask(
    (before) => (before === 0 ? wantsNonce("n1") : bound),
    { proofs },
  );
  expect(outcome).toMatchObject({ accessToken: "t1", type: "DPoP" });
  const claims = asked.map(({ headers }) =>
    decodeJwt(headers["dpop"] as string),
  );
  const about = { htm: "POST", htu: `${issuer}/token` };
  expect(claims).toEqual([
    expect.objectContaining(about),
    expect.objectContaining({ ...about, nonce: "n1" }),
  ]);
  expect(claims[0]).not.toHaveProperty("nonce");
  expect(claims[0]!.jti).not.toBe(claims[1]!.jti);
});

it("takes a nonce from any answer, for the next request", async () => {
  const proofs = dpop();
  const { issuer } = await ask(
    { ...bound, headers: { "DPoP-Nonce": "n2" } },
    { proofs },
  );
  const next = await proofs.proof({ method: "POST", url: new URL(issuer) });
  expect(decodeJwt(next)["nonce"]).toBe("n2");
});

it("tries once more for a nonce, not for ever", async () => {
  const { error, asked } = await refused((before) => wantsNonce(`n${before}`), {
    proofs: dpop(),
  });
  expect(error.code).toBe("use_dpop_nonce");
  expect(asked).toHaveLength(2);
});

it("takes no token that is good without its key when it asked for a bound one", async () => {
  const { error } = await refused(bearer, { proofs: dpop() });
  expect(error.message).toMatch(/not bound .*leave out `proofs`/);
});

it("sends nothing to an address that others can read", async () => {
  let sent = 0;
  const request = requestTokens({
    server: { issuer: "x", token_endpoint: "http://as.example/token" },
    parameters: { grant_type: "client_credentials" },
    client: secret,
    fetch: async () => {
      sent++;
      return new Response("{}");
    },
  });
  await expect(request).rejects.toThrow(/http:\/\/as\.example\/token.*https/);
  expect(sent).toBe(0);
});

it.each([
  ["browsers", Request, "omit"],
  // Cloudflare Workers refuse a word that they do not know.
  ["what knows no cookies", { prototype: {} }, undefined],
])("sends no cookies in %s", async (_, request, credentials) => {
  vi.stubGlobal("Request", request);
  onTestFinished(() => void vi.unstubAllGlobals());
  let sent: RequestInit = {};
  await requestTokens({
    server: { issuer: "x", token_endpoint: "https://as.example/token" },
    parameters: { grant_type: "client_credentials" },
    client: secret,
    fetch: async (_address, init = {}) => {
      sent = init;
      return Response.json(bearer.body);
    },
  });
  expect(sent).toMatchObject({ method: "POST", redirect: "manual" });
  expect(sent.credentials).toBe(credentials);
});

it("does not carry secrets to where a redirect points", async () => {
  const elsewhere = await tokenEndpoint(() => bearer);
  const { error } = await refused(
    {
      status: 307,
      headers: { Location: elsewhere.server.token_endpoint },
      body: "",
    },
    { client: secret },
  );
  expect(error.message).toMatch(/HTTP 307/);
  expect(elsewhere.asked).toEqual([]);
});
