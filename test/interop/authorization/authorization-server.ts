import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { type Exchanged, errors, Provider } from "oidc-provider";

/** An MCP server that the authorization server gives tokens for. */
export type Resource = {
  /** Scopes in one line, as OAuth writes them. */
  readonly scope: string;
  /** Default: a JWT. An opaque token can be revoked, and only the server that gave it knows it. */
  readonly accessTokenFormat?: "jwt" | "opaque";
  /** What tokens name as their audience. Default: the resource itself. */
  readonly audience?: string;
  /** In seconds. */
  readonly accessTokenTTL: number;
};

export type Settings = {
  /** Clients that are known without registration. */
  readonly clients?: readonly object[];
  /** Whether clients may register themselves. Default: they may. */
  readonly registration?: boolean;
};

export type AuthorizationServer = {
  readonly issuer: string;
  /** By address; an MCP server is added when its address is known. */
  readonly resources: Map<string, Resource>;
  /** All exchanges so far, with what they carried. */
  readonly exchanges: Exchanged[];
  /** What the user decides at the next login. */
  decision: "allow" | "deny";
  /** Whether DPoP proofs need a nonce. */
  nonces: boolean;
  /** Paths that are out of order. */
  readonly fails: Set<string>;
  /** The bodies of the token requests so far that asked for this kind of grant. */
  tokenRequests(grantType?: string): readonly Exchanged[];
  /** Every token, code, secret, verifier and assertion that has come by. */
  secrets(): ReadonlySet<string>;
  close(): Promise<void>;
};

/** Starts a real authorization server on the loopback interface, with a user who decides at once. */
export async function startAuthorizationServer(
  settings: Settings = {},
): Promise<AuthorizationServer> {
  const http = createServer();
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const resources = new Map<string, Resource>();
  const provider = await makeProvider(
    issuer,
    resources,
    settings,
    () => server.nonces,
  );
  const exchanges: Exchanged[] = [];
  provider.use(async (exchanged, next) => {
    exchanges.push(exchanged);
    if (server.fails.has(exchanged.path)) exchanged.status = 500;
    else await next();
  });
  const server: AuthorizationServer = {
    issuer,
    resources,
    exchanges,
    decision: "allow",
    nonces: false,
    fails: new Set(),
    tokenRequests: (grantType) =>
      exchanges.filter(
        ({ path, oidc }) =>
          path === "/token" &&
          (grantType === undefined ||
            oidc?.params?.["grant_type"] === grantType),
      ),
    secrets: () => new Set(exchanges.flatMap(secretsOf)),
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
  const answer = provider.callback();
  http.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/interaction/") !== true)
      answer(request, response);
    else
      interact(provider, server.decision, request, response).catch(
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  return server;
}

function timeToLive(
  _context: unknown,
  { resourceServer }: { resourceServer?: Resource },
): number {
  return resourceServer?.accessTokenTTL ?? 3600;
}

async function makeProvider(
  issuer: string,
  resources: ReadonlyMap<string, Resource>,
  { clients = [], registration = true }: Settings,
  requireNonce: () => boolean,
): Promise<Provider> {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const key = {
    ...(await exportJWK(keys.privateKey)),
    alg: "RS256",
    use: "sig",
  };
  return new Provider(issuer, {
    clients,
    jwks: { keys: [key] },
    // Who registers may name no other scope.
    scopes: ["openid", "offline_access", "notes:read", "notes:write"],
    cookies: { keys: [randomBytes(32).toString("hex")] },
    clientDefaults: { id_token_signed_response_alg: "RS256" },
    enabledJWA: { clientAuthSigningAlgValues: ["ES256", "RS256"] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true },
      registration: { enabled: registration },
      dPoP: {
        enabled: true,
        nonceSecret: randomBytes(32),
        requireNonce,
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo(_context: unknown, address: string) {
          const resource = resources.get(address);
          if (resource === undefined) throw new errors.InvalidTarget();
          return { audience: address, accessTokenFormat: "jwt", ...resource };
        },
      },
    },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub }),
    }),
    // As most servers do it, and not with the scope that OpenID Connect has for it.
    issueRefreshToken: (
      _context: unknown,
      client: { grantTypeAllowed(type: string): boolean },
    ) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    ttl: {
      AccessToken: timeToLive,
      ClientCredentials: timeToLive,
      AuthorizationCode: 60,
      Grant: 86_400,
      Interaction: 3600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
  });
}

/** What a person would do on the pages of login and consent. */
async function interact(
  provider: Provider,
  decision: AuthorizationServer["decision"],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session, grantId } =
    await provider.interactionDetails(request, response);
  const finish = (result: object) =>
    provider.interactionFinished(request, response, result);
  if (decision === "deny")
    return finish({
      error: "access_denied",
      error_description: "The user said no",
    });
  if (prompt.name === "login") return finish({ login: { accountId: "ada" } });
  const grant =
    (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
    new provider.Grant({
      accountId: session!.accountId,
      clientId: params.client_id,
    });
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details;
  if (missingOIDCScope.length > 0)
    grant.addOIDCScope(missingOIDCScope.join(" "));
  for (const [resource, scopes] of Object.entries(missingResourceScopes))
    grant.addResourceScope(resource, scopes.join(" "));
  return finish({ consent: { grantId: await grant.save() } });
}

/** The members, parameters and query parameters that are nobody else's business. */
const secretNames = new Set([
  ...["access_token", "refresh_token", "id_token", "registration_access_token"],
  ...["code", "code_verifier", "state", "token"],
  ...["client_secret", "client_assertion", "assertion"],
]);

function secretsOf({ headers, response, body, oidc }: Exchanged): string[] {
  const location = response.headers["location"];
  const isAddress = typeof location === "string" && URL.canParse(location);
  const query = isAddress ? new URL(location).searchParams : [];
  const named = [oidc?.params, oidc?.body, body, Object.fromEntries(query)]
    .flatMap((place) =>
      Object.entries((place ?? {}) as Record<string, unknown>),
    )
    .flatMap(([name, value]) => (secretNames.has(name) ? [value] : []));
  const [scheme, credentials] = headers["authorization"]?.split(" ") ?? [];
  const basic = scheme === "Basic" ? credentials : undefined;
  return [...named, basic].filter((value) => typeof value === "string");
}
