import { errorText } from "./call.js";
import { isLoopback } from "./http-policy.js";
import { errorCode } from "./json-rpc.js";
import type { ServerCatalogue } from "./server-catalogue.js";
import type { AuthAnswer, AuthRequest } from "./server-http.js";
import type { ProtectedResource } from "./server-token.js";

/** What of the options is worked out once. */
export type Guard = {
  readonly metadataPath: string;
  readonly metadataUrl: string;
  /** The protected resource metadata, as JSON. */
  readonly metadata: string;
  readonly resource: string;
  readonly audiences: readonly string[];
  readonly scopes: readonly string[];
};

const wellKnown = "/.well-known/oauth-protected-resource";

/** Throws a TypeError for options that cannot be. */
export function guardOf(
  contract: ServerCatalogue,
  { resource, authorizationServers, scopes = [], audiences }: ProtectedResource,
): Guard {
  const url = addressOf("auth.resource", resource);
  if (authorizationServers.length === 0)
    throw new TypeError("auth.authorizationServers must name at least one");
  for (const issuer of authorizationServers)
    addressOf("auth.authorizationServers", issuer);
  for (const scope of scopes) checkScope(scope);
  const path = withoutSlash(wellKnown + url.pathname);
  return {
    metadataPath: path,
    metadataUrl: url.origin + path,
    metadata: JSON.stringify({
      resource,
      resource_name: contract.info["title"] ?? contract.info.name,
      authorization_servers: authorizationServers,
      scopes_supported: scopesOf(contract, scopes),
      bearer_methods_supported: ["header"],
    }),
    resource: url.href,
    audiences: audiences ?? [],
    scopes,
  };
}

/** An absolute address by which secrets may travel. */
function addressOf(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const host = url?.hostname.replace(/^\[|\]$/g, "");
  const isSafe =
    url?.protocol === "https:" ||
    (url?.protocol === "http:" && isLoopback(host));
  if (
    url === undefined ||
    !isSafe ||
    /[?#]/.test(text) ||
    url.username + url.password !== ""
  ) {
    throw new TypeError(
      `${name} must be an https address (or http on this machine alone) without user, query and fragment, not ${JSON.stringify(text)}`,
    );
  }
  return url;
}

/** RFC 6749 section 3.3; nothing else may stand in a header. */
function checkScope(scope: string): void {
  if (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)) return;
  throw new TypeError(
    `auth.scopes must be words of visible ASCII without quotes and backslashes, not ${JSON.stringify(scope)}`,
  );
}

/** All scopes that may be asked for; undefined for none. `offline_access` is between client and issuer. */
function scopesOf(
  {
    tools = [],
    prompts = [],
    resources = [],
    resourceTemplates = [],
  }: ServerCatalogue,
  base: readonly string[],
): readonly string[] | undefined {
  const rows = [...tools, ...prompts, ...resources, ...resourceTemplates];
  const all = new Set([...base, ...rows.flatMap(({ scopes = [] }) => scopes)]);
  all.delete("offline_access");
  return all.size === 0 ? undefined : [...all];
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

/** Other addresses at which clients look for an authorization server; here there is none. */
const discoveryPath = /^\/\.well-known\/(oauth|openid)-/;

/** Tells everybody who grants tokens (RFC 9728 section 3). */
export function discovery(
  { metadata, metadataPath }: Guard,
  request: AuthRequest,
): AuthAnswer | undefined {
  const [path = ""] = request.url.split("?", 1);
  if (!discoveryPath.test(path)) return undefined;
  if (withoutSlash(path) !== metadataPath)
    return refused(404, "There is nothing here");
  const headers = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "*",
    "Cache-Control": "public, max-age=600",
  };
  switch (request.method) {
    case "GET":
    case "HEAD":
      return {
        status: 200,
        headers: { ...headers, ...json },
        body: metadata,
      };
    case "OPTIONS":
      return { status: 200, headers };
    default:
      return refused(405, "This can only be read", { Allow: "GET, HEAD" });
  }
}

const json = { "Content-Type": "application/json" };

/** An answer that says why there is no other. */
export function refused(
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
): AuthAnswer {
  const error = { code: errorCode.invalidRequest, message, data: undefined };
  const body = errorText(null, error);
  return { status, headers: { ...json, ...headers }, body };
}

/** The answer to a token that is not good, whatever the reason. */
export function badToken(guard: Guard): AuthAnswer {
  const message = "The token is not valid here, or has expired";
  return refusal(guard, 401, message, "invalid_token");
}

/** Asks for a token, or for another one. */
export function refusal(
  guard: Guard,
  status: number,
  message: string,
  error?: string,
): AuthAnswer {
  const challenge = challengeOf(guard, error, guard.scopes);
  return refused(status, message, { "WWW-Authenticate": challenge });
}

/** RFC 6750 section 3, RFC 9728 section 5.1. Every part is ours or checked: nothing of a request is in it. */
export function challengeOf(
  { metadataUrl }: Guard,
  error: string | undefined,
  scopes: readonly string[],
): string {
  const parameters = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(" ")}"`]),
    `resource_metadata="${metadataUrl}"`,
  ];
  return `Bearer ${parameters.join(", ")}`;
}
