import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  type AuthInfo,
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { AuthorizationServer } from "./authorization-server.js";
import { browse } from "./browser.js";

const redirectUri = "http://127.0.0.1:9/callback";

/** Keeps everything in memory, and has the browser without a window follow the redirect. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = {
    client_name: "official",
    redirect_uris: [redirectUri],
    application_type: "native",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = "";
  answer = new URLSearchParams();

  clientInformation = () => this.#client;
  tokens = () => this.#tokens;
  codeVerifier = () => this.#verifier;
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  async redirectToAuthorization(url: URL): Promise<void> {
    this.answer = (await browse(url, redirectUri)).searchParams;
  }
}

/** The official client, second generation, after its user has agreed. */
export async function connectOfficial(url: string): Promise<Client> {
  const authProvider = new Provider();
  const open = () =>
    new StreamableHTTPClientTransport(new URL(url), { authProvider });
  const connect = async () => {
    const client = new Client({ name: "official", version: "1.0.0" });
    await client.connect(open());
    onTestFinished(() => client.close());
    return client;
  };
  try {
    return await connect();
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    await open().finishAuth(authProvider.answer);
    return connect();
  }
}

function makeServer(): McpServer {
  const server = new McpServer({ name: "official", version: "1.0.0" });
  const inputSchema = z.object({ text: z.string() });
  server.registerTool("add_note", { inputSchema }, ({ text }, { http }) => ({
    content: [{ type: "text", text: `${text} of ${http?.authInfo?.clientId}` }],
  }));
  return server;
}

/** The official server, second generation, behind the bearer check that comes with it. */
export async function serveOfficial(
  authorization: AuthorizationServer,
): Promise<string> {
  const http = createServer();
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const { issuer } = authorization;
  const scope = "notes:read";
  authorization.resources.set(url.href, { scope, accessTokenTTL: 300 });
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const verifyAccessToken = async (token: string): Promise<AuthInfo> => {
    try {
      const audience = url.href;
      const { payload } = await jwtVerify(token, keys, { issuer, audience });
      return {
        token,
        clientId: String(payload["client_id"]),
        scopes: String(payload["scope"]).split(" "),
        expiresAt: payload.exp ?? 0,
        resource: url,
      };
    } catch {
      throw new OAuthError(
        OAuthErrorCode.InvalidToken,
        "The token is not valid",
      );
    }
  };
  const gate = requireBearerAuth({
    verifier: { verifyAccessToken },
    requiredScopes: [scope],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
    expectedResource: url,
  });
  const described = await fetch(
    `${issuer}/.well-known/oauth-authorization-server`,
  );
  const metadata = {
    oauthMetadata: (await described.json()) as never,
    resourceServerUrl: url,
    scopesSupported: [scope],
  };
  const handler = createMcpHandler(makeServer);
  const answer = async (request: Request): Promise<Response> => {
    const found = oauthMetadataResponse(request, metadata);
    if (found !== undefined) return found;
    const auth = await gate(request);
    return auth instanceof Response
      ? auth
      : handler.fetch(request, { authInfo: auth });
  };
  const handle = toNodeHandler({ fetch: answer });
  http.on(
    "request",
    (request, response) =>
      void handle(request as Parameters<typeof handle>[0], response),
  );
  onTestFinished(async () => {
    http.closeAllConnections();
    http.close();
    await once(http, "close");
  });
  return url.href;
}
