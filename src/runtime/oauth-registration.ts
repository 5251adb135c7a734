import { isObject } from "./json-rpc.js";
import { AuthorizationError } from "./oauth-error.js";
import { ask, isLoopback } from "./oauth-fetch.js";
import type { AuthorizationServer, OAuthClient } from "./oauth-shapes.js";

/** What a client says of itself when it registers. */
export type Registration = {
  /** For people who are asked for their consent. */
  readonly name: string;
  readonly redirectUri: string;
};

type Method = NonNullable<OAuthClient["method"]>;

/** The methods that a client can use, the plainest first. */
const methods: readonly Method[] = [
  "none",
  "client_secret_basic",
  "client_secret_post",
];

/** Registers a client for the authorization code flow (RFC 7591; basic/authorization, Dynamic Client Registration). */
export async function register(
  fetch: typeof globalThis.fetch,
  { issuer, registration_endpoint: endpoint, ...server }: AuthorizationServer,
  { name, redirectUri }: Registration,
): Promise<OAuthClient> {
  if (endpoint === undefined)
    throw new AuthorizationError(
      `${issuer} registers no clients by itself: register one there by hand and pass it as \`client\``,
      { issuer },
    );
  const supported = server.token_endpoint_auth_methods_supported;
  const asked =
    methods.find((method) => supported?.includes(method)) ??
    "client_secret_basic";
  const { status, body } = await ask(fetch, new URL(endpoint), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [redirectUri],
      application_type: applicationType(new URL(redirectUri)),
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: asked,
    }),
  });
  const given = isObject(body) ? body : {};
  const { client_id: clientId, client_secret: clientSecret } = given;
  if (status >= 300 || typeof clientId !== "string") {
    const code = given["error"];
    throw new AuthorizationError(
      `${issuer} did not register this client: it answered HTTP ${status}${typeof code === "string" ? ` ${JSON.stringify(code).slice(0, 100)}` : ""}; register one there by hand and pass it as \`client\``,
      { issuer },
    );
  }
  const method = methods.find(
    (one) => one === given["token_endpoint_auth_method"],
  );
  return {
    clientId,
    redirectUri,
    ...(typeof clientSecret === "string" && { clientSecret }),
    ...(method !== undefined && { method }),
  };
}

/** A client that is led back to this machine, or to an app by a scheme of its own, runs at its user's (OpenID Connect Registration). */
function applicationType({ protocol, hostname }: URL): "native" | "web" {
  return protocol === "https:" && !isLoopback(hostname) ? "web" : "native";
}
