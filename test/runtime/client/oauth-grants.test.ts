import { generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { expect, it } from "vitest";
import { clientCredentials } from "../../../src/runtime/oauth-client-credentials.js";
import { enterpriseManaged } from "../../../src/runtime/oauth-enterprise.js";
import { AuthorizationError } from "../../../src/runtime/oauth-error.js";
import { privateKeyJwt } from "../../../src/runtime/oauth-jwt.js";
import type {
  AuthorizationServer,
  Grant,
  GrantContext,
} from "../../../src/runtime/oauth-shapes.js";
import { requestTokens } from "../../../src/runtime/oauth-token.js";
import { workloadIdentity } from "../../../src/runtime/oauth-workload.js";
import { bearer, tokenEndpoint } from "./token-endpoint.js";

const resource = "https://mcp.example/mcp";
const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const byAssertion = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const idJag = "urn:ietf:params:oauth:token-type:id-jag";
const basic = (pair: string): string =>
  `Basic ${Buffer.from(pair).toString("base64")}`;

function made(grant: Grant, server: AuthorizationServer, scopes = ["a", "b"]) {
  const context: GrantContext = {
    server,
    resource,
    scopes,
    client: undefined,
    fetch,
    requestTokens: (parameters, client) =>
      requestTokens({ server, parameters, client, fetch }),
  };
  return grant.grant(context);
}

it("gets tokens for a client with a secret, and keeps neither it nor a refresh token", async () => {
  const { asked, server } = await tokenEndpoint(() => ({
    body: { access_token: "t1", token_type: "Bearer", refresh_token: "r1" },
  }));
  const client = { clientId: "me", clientSecret: "s3cret" };
  const grant = clientCredentials({ ...client, issuer: server.issuer });
  expect(await made(grant, server)).toEqual({
    client: { clientId: "me" },
    tokens: {
      accessToken: "t1",
      type: "Bearer",
      expiresAt: undefined,
      refreshToken: undefined,
      scopes: ["a", "b"],
    },
  });
  expect(asked[0]!.headers["authorization"]).toBe(basic("me:s3cret"));
  expect(asked[0]!.parameters).toEqual({
    grant_type: "client_credentials",
    resource,
    scope: "a b",
  });
});

it("gets tokens for a client with a key, and says nothing of scopes where none is asked for", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { asked, server } = await tokenEndpoint(() => bearer);
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const assertion = privateKeyJwt(pem);
  const { issuer } = server;
  const grant = clientCredentials({ issuer, clientId: "me", assertion });
  await made(grant, server, []);
  const { client_assertion: sent = "", ...rest } = asked[0]!.parameters;
  expect(rest).toEqual({
    grant_type: "client_credentials",
    client_id: "me",
    client_assertion_type: byAssertion,
    resource,
  });
  expect(asked[0]!.headers["authorization"]).toBeUndefined();
  await jwtVerify(sent, publicKey, {
    issuer: "me",
    subject: "me",
    audience: issuer,
  });
});

it("shows what the platform says of a workload, fresh each time", async () => {
  const { asked, server } = await tokenEndpoint(() => bearer);
  const { issuer } = server;
  const audiences: string[] = [];
  const grant = workloadIdentity({
    issuer,
    clientId: "job",
    token: (audience) => `jwt-${audiences.push(audience)}\n`,
  });
  await made(grant, server);
  await made(grant, server);
  expect(audiences).toEqual([issuer, issuer]);
  const common = {
    grant_type: jwtBearer,
    client_id: "job",
    resource,
    scope: "a b",
  };
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    { ...common, assertion: "jwt-1" },
    { ...common, assertion: "jwt-2" },
  ]);
});

it("does not ask again for a workload that is refused", async () => {
  const { asked, server } = await tokenEndpoint(() => ({
    status: 400,
    body: { error: "unauthorized_client", error_description: "jwt-1 is old" },
  }));
  const { issuer } = server;
  const token = () => "jwt-1";
  const grant = workloadIdentity({ issuer, clientId: "job", token });
  await expect(made(grant, server)).rejects.toMatchObject({
    code: "unauthorized_client",
    message: `${issuer} refused the grant ${jwtBearer}: unauthorized_client ([hidden] is old)`,
  });
  expect(asked).toHaveLength(1);
});

const exchanged = {
  body: { access_token: "jag", issued_token_type: idJag, token_type: "N_A" },
};

async function enterprise(answer: { status?: number; body: object }) {
  const provider = await tokenEndpoint(() => answer, {
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  });
  const { asked, server } = await tokenEndpoint(() => bearer);
  const grant = enterpriseManaged({
    issuer: server.issuer,
    clientId: "me",
    clientSecret: "s3cret",
    identityProvider: {
      issuer: provider.server.issuer,
      clientId: "us",
      clientSecret: "idp-s3cret",
    },
    idToken: async () => "id-token",
  });
  return { provider, asked, server, grant };
}

it("changes an ID token into a grant for one server, and that into tokens", async () => {
  const { provider, asked, server, grant } = await enterprise(exchanged);
  expect(await made(grant, server)).toMatchObject({
    client: { clientId: "me" },
    tokens: { accessToken: "t1" },
  });
  expect(provider.asked.map(({ parameters }) => parameters)).toEqual([
    {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: idJag,
      subject_token: "id-token",
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      audience: server.issuer,
      resource,
      scope: "a b",
      client_id: "us",
      client_secret: "idp-s3cret",
    },
  ]);
  expect(asked[0]!.headers["authorization"]).toBe(basic("me:s3cret"));
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    { grant_type: jwtBearer, assertion: "jag", resource, scope: "a b" },
  ]);
});

it.each([
  [
    "a token of another type",
    { body: { ...exchanged.body, issued_token_type: "access_token" } },
    { code: undefined },
    /something else than a grant for .*id-jag/,
  ],
  [
    "a refusal",
    {
      status: 400,
      body: { error: "access_denied", error_description: "id-token: not you" },
    },
    { code: "access_denied" },
    /access_denied \(\[hidden\]: not you\)/,
  ],
])(
  "ends where the identity provider gives %s",
  async (_, answer, members, message) => {
    const { provider, asked, server, grant } = await enterprise(answer);
    const failure = await made(grant, server).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AuthorizationError);
    const { issuer } = provider.server;
    expect(failure).toMatchObject({ ...members, issuer });
    expect((failure as Error).message).toMatch(message);
    expect(asked).toEqual([]);
  },
);

it("sends nothing to an issuer that the credentials are not for", async () => {
  const { asked, server } = await tokenEndpoint(() => bearer);
  const issuer = "https://as.example";
  const client = { issuer, clientId: "me", clientSecret: "s3cret" };
  let given = 0;
  const give = () => `jwt-${++given}`;
  const identityProvider = { ...client, issuer: "https://idp.example" };
  for (const grant of [
    clientCredentials(client),
    workloadIdentity({ ...client, token: give }),
    enterpriseManaged({ ...client, identityProvider, idToken: give }),
  ]) {
    expect(grant.issuer).toBe(issuer);
    await expect(made(grant, server)).rejects.toThrow(
      `The server takes tokens of ${server.issuer}, and the credentials of the client "me" are for ${issuer}`,
    );
  }
  expect(asked).toEqual([]);
  expect(given).toBe(0);
});
