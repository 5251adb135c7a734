import { isObject, type JsonObject } from "./json-rpc.js";
import { scopesIn } from "./oauth-challenge.js";
import { AuthorizationError, withoutSecrets } from "./oauth-error.js";
import { addressOf, ask, type OAuthReply } from "./oauth-fetch.js";
import type {
  AuthorizationServer,
  OAuthClient,
  Parameters,
  ProofMaker,
  Tokens,
} from "./oauth-shapes.js";
import { isToken } from "./oauth-store.js";

/** One request to a token endpoint. */
export type TokenRequest = {
  readonly server: Pick<
    AuthorizationServer,
    "issuer" | "token_endpoint" | "token_endpoint_auth_methods_supported"
  >;
  readonly parameters: Parameters;
  readonly client: OAuthClient;
  readonly fetch: typeof fetch;
  /** Asks for tokens that are bound to its key. */
  readonly proofs?: ProofMaker | undefined;
};

/** The parameters that say nothing to others; a server may repeat any other one in an error. */
const publicParameters = new Set([
  "client_assertion_type",
  "client_id",
  "grant_type",
  "redirect_uri",
  "requested_token_type",
  "resource",
  "audience",
  "scope",
  "subject_token_type",
]);

/**
 * Tokens from a token endpoint (RFC 6749 section 5.1, RFC 9449 section 5). Rejects
 * with an AuthorizationError where the server refuses, with its `error` code, or
 * answers what cannot be used: a type of token that is not asked for among them.
 */
export async function requestTokens(request: TokenRequest): Promise<Tokens> {
  const askedAt = Date.now();
  const answer = await askTokenEndpoint(request);
  const { access_token: accessToken, expires_in: life, scope } = answer;
  if (!isToken(accessToken))
    throw unusable(request, "no access token that a header can carry");
  const { parameters } = request;
  const refreshToken = answer["refresh_token"] ?? parameters["refresh_token"];
  const granted = typeof scope === "string" ? scope : parameters["scope"];
  return {
    accessToken,
    type: tokenType(answer, request),
    expiresAt: expiry(askedAt, life),
    refreshToken: typeof refreshToken === "string" ? refreshToken : undefined,
    scopes: scopesIn(granted ?? ""),
  };
}

/** What a token endpoint answers to a client that it accepts, not looked at yet. */
export async function askTokenEndpoint(
  request: TokenRequest,
): Promise<JsonObject> {
  const reply = await sent(request);
  const { status, body } = reply;
  // Some servers refuse with 200.
  if (status !== 200 || !isObject(body) || codeOf(reply) !== undefined)
    throw refusal(request, reply);
  return body;
}

async function sent(request: TokenRequest): Promise<OAuthReply> {
  const { server, proofs } = request;
  const url = new URL(server.token_endpoint);
  const { parameters, headers } = authenticated(request);
  const body = new URLSearchParams(parameters).toString();
  for (let attempt = 1; ; attempt++) {
    const reply = await ask(request.fetch, url, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        ...headers,
        ...(proofs && { DPoP: await proofs.proof({ method: "POST", url }) }),
      },
      body,
    });
    const nonce = reply.header("dpop-nonce");
    proofs?.learn(url, nonce);
    const wantsNonce =
      codeOf(reply) === "use_dpop_nonce" && nonce !== undefined;
    if (proofs === undefined || !wantsNonce || attempt > 1) return reply;
  }
}

/** The client's credentials, in the way that it and the server agree on (RFC 6749 section 2.3.1). */
function authenticated({ server, client, parameters }: TokenRequest): {
  readonly parameters: Parameters;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { clientId, clientSecret } = client;
  const method = methodFor(server, client);
  if (method === "none")
    return { parameters: { ...parameters, client_id: clientId }, headers: {} };
  if (clientSecret === undefined)
    throw new AuthorizationError(
      `The client ${JSON.stringify(clientId)} has no secret, which ${method} at ${server.issuer} needs`,
      { issuer: server.issuer },
    );
  if (method === "client_secret_post")
    return {
      parameters: {
        ...parameters,
        client_id: clientId,
        client_secret: clientSecret,
      },
      headers: {},
    };
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(":");
  return { parameters, headers: { Authorization: `Basic ${btoa(pair)}` } };
}

function methodFor(
  { token_endpoint_auth_methods_supported: supported }: TokenRequest["server"],
  { method, clientSecret }: OAuthClient,
): NonNullable<OAuthClient["method"]> {
  if (method !== undefined) return method;
  if (clientSecret === undefined) return "none";
  const first = supported?.find(needsSecret);
  if (first !== undefined) return first;
  // Without a word, a server takes the one that RFC 6749 asks of every server.
  return supported?.includes("none") ? "none" : "client_secret_basic";
}

function needsSecret(
  method: string,
): method is "client_secret_basic" | "client_secret_post" {
  return method === "client_secret_basic" || method === "client_secret_post";
}

function tokenType(answer: JsonObject, request: TokenRequest): Tokens["type"] {
  const { token_type: type } = answer;
  const name = typeof type === "string" ? type.toLowerCase() : undefined;
  if (request.proofs !== undefined) {
    if (name === "dpop") return "DPoP";
    throw unusable(
      request,
      `a token that is not bound to the key of the client (no DPoP); to accept such tokens, leave out \`proofs\``,
    );
  }
  if (name === "bearer") return "Bearer";
  throw unusable(
    request,
    name === "dpop"
      ? "a token that needs proofs of possession: pass `proofs: dpop()`"
      : "a token that is of no known type",
  );
}

/** Some servers write the seconds as text. */
function expiry(askedAt: number, life: unknown): number | undefined {
  const seconds = typeof life === "string" ? Number.parseFloat(life) : life;
  const at = askedAt + (typeof seconds === "number" ? seconds * 1000 : NaN);
  // What is not finite could not be kept as JSON.
  return Number.isFinite(at) ? at : undefined;
}

function unusable({ server }: TokenRequest, what: string): AuthorizationError {
  return new AuthorizationError(`${server.issuer} gave ${what}`, {
    issuer: server.issuer,
  });
}

/** What the server says of its refusal, without what was secret in the request. */
function refusal(request: TokenRequest, reply: OAuthReply): AuthorizationError {
  const { server, parameters } = request;
  const said = isObject(reply.body) && reply.body["error_description"];
  const secrets = secretsOf(request);
  const description =
    typeof said === "string" ? withoutSecrets(said, secrets) : "";
  const given = codeOf(reply) ?? "";
  // A short secret may be a part of any word.
  const isSecret = secrets.some(
    (secret) => secret.length >= 8 && given.includes(secret),
  );
  const code = given === "" || isSecret ? undefined : given;
  const grant = parameters["grant_type"] ?? "";
  return new AuthorizationError(
    code === undefined
      ? `The token endpoint ${addressOf(new URL(server.token_endpoint))} answered HTTP ${reply.status} and no tokens`
      : `${server.issuer} refused the grant ${grant}: ${code}${description && ` (${description})`}`,
    { code, issuer: server.issuer },
  );
}

/** What of a request nobody else must see. */
function secretsOf(request: TokenRequest): readonly string[] {
  const { parameters, client } = request;
  const basic = authenticated(request).headers["Authorization"];
  return Object.entries({
    ...parameters,
    client_secret: client.clientSecret ?? "",
    pair: basic?.slice("Basic ".length) ?? "",
  })
    .filter(([name, value]) => value !== "" && !publicParameters.has(name))
    .map(([, value]) => value);
}

/** The `error` of an answer, as far as it is one (RFC 6749 section 5.2). */
function codeOf({ body }: OAuthReply): string | undefined {
  const code = isObject(body) ? body["error"] : undefined;
  return typeof code === "string" && /^[\w.:/-]{1,100}$/.test(code)
    ? code
    : undefined;
}
