import { excerpt } from "./client-messages.js";
import { isObject, type JsonObject } from "./json-rpc.js";
import type { Challenge } from "./oauth-challenge.js";
import { AuthorizationError } from "./oauth-error.js";
import { addressOf, ask, isSecure, isThisMachine } from "./oauth-fetch.js";
import { isTexts, readServerMetadata } from "./oauth-metadata.js";
import type { AuthorizationServer } from "./oauth-shapes.js";

type Fetch = typeof globalThis.fetch;

/** Where tokens for an MCP server come from. */
export type Discovery = {
  readonly server: AuthorizationServer;
  /** The MCP server, as it names itself. */
  readonly resource: string;
  /** All scopes that it knows of; empty where it does not say. */
  readonly scopes: readonly string[];
};

/** The address of an MCP server as it is named to others: without fragment, and bare for a whole host. */
export function canonical(server: URL): string {
  const { origin, pathname, search } = server;
  return origin + (pathname === "/" && search === "" ? "" : pathname + search);
}

/**
 * Finds the authorization server of an MCP server (basic/authorization, Authorization
 * Server Discovery): by the metadata that its challenge names or that lies in the
 * well-known places; without any, in the way of 2025-03-26, at its own origin.
 * `known` are issuers to take first where it names several.
 */
export async function discover(
  fetch: Fetch,
  server: URL,
  challenge: Challenge,
  known: readonly string[],
): Promise<Discovery> {
  if (!isSecure(server))
    throw new AuthorizationError(
      "A token would travel to it in clear text: use https, or a server of this machine",
    );
  const metadata = await resourceMetadata(fetch, server, challenge);
  if (metadata === undefined)
    return {
      server: await authorizationServer(fetch, server.origin, server),
      resource: canonical(server),
      scopes: [],
    };
  const { at, body } = metadata;
  const { resource, scopes_supported: scopes } = body;
  if (typeof resource !== "string" || !isOf(resource, server))
    throw new AuthorizationError(
      `${addressOf(at)} describes ${excerpt(resource)}, which is not this server; its \`resource\` must be the server's address`,
    );
  const issuer = issuerIn(at, body, known);
  return {
    server: await authorizationServer(fetch, issuer, server),
    resource,
    scopes: isTexts(scopes) ? scopes : [],
  };
}

type Found = { readonly at: URL; readonly body: JsonObject };

/** Undefined for a server that does not describe itself. */
async function resourceMetadata(
  fetch: Fetch,
  server: URL,
  { resourceMetadata: named }: Challenge,
): Promise<Found | undefined> {
  if (named !== undefined) {
    const at = reachable(named, server, "The challenge of the server");
    const found = await firstOf(fetch, [at]);
    if (found !== undefined) return found;
    throw new AuthorizationError(
      `There is no metadata at ${addressOf(at)}, which the server names in its challenge`,
    );
  }
  const root = "/.well-known/oauth-protected-resource";
  const { pathname, search } = server;
  const path = pathname === "/" ? search : pathname + search;
  const places = new Set([root + path, root]);
  return firstOf(
    fetch,
    // From the origin: the address may hold a password.
    [...places].map((place) => new URL(server.origin + place)),
  );
}

/**
 * What an authorization server says of itself, in the order of
 * basic/authorization, Authorization Server Metadata Discovery. The origin of the MCP
 * server itself may say nothing: 2025-03-26 has paths for that case.
 */
export async function authorizationServer(
  fetch: Fetch,
  issuer: string,
  server: URL,
): Promise<AuthorizationServer> {
  const address = reachable(issuer, server, "The server");
  if (address.search !== "" || address.hash !== "")
    throw new AuthorizationError(
      `${excerpt(issuer)} is no issuer: it has a query or a fragment`,
      { issuer },
    );
  const found = await firstOf(fetch, metadataPlaces(address));
  if (found !== undefined) {
    const { at, body } = found;
    return readServerMetadata(body, issuer, (value, name) =>
      reachable(value, server, `${addressOf(at)} (${name})`),
    );
  }
  if (issuer !== server.origin)
    throw new AuthorizationError(
      `${issuer} does not describe itself (RFC 8414, OpenID Connect Discovery)`,
      { issuer },
    );
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    code_challenge_methods_supported: ["S256"],
  };
}

function metadataPlaces(issuer: URL): readonly URL[] {
  const path = issuer.pathname.replace(/\/$/, "");
  const openid = "/.well-known/openid-configuration";
  const places = new Set([
    `/.well-known/oauth-authorization-server${path}`,
    openid + path,
    path + openid,
  ]);
  return [...places].map((place) => new URL(issuer.origin + place));
}

/**
 * The first place that holds an object. A server that is not able to answer may hold
 * one, which is an error; where no answer came, another place may still have it.
 */
async function firstOf(
  fetch: Fetch,
  places: readonly URL[],
): Promise<Found | undefined> {
  let failure: unknown;
  for (const at of places) {
    try {
      const { status, body } = await ask(fetch, at);
      if (status === 200 && isObject(body)) return { at, body };
      if (status >= 500 || status === 429)
        throw new AuthorizationError(
          `${addressOf(at)} answered HTTP ${status}; try again later`,
        );
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure as Error;
  return undefined;
}

/** The server's own name for itself may stand for a whole host, or a part of it. */
function isOf(resource: string, server: URL): boolean {
  // Spelled so that an authorization server reads no other host than this client does.
  if (!/^https?:\/\/[^\s\\/][^\s\\]*$/i.test(resource)) return false;
  if (!URL.canParse(resource)) return false;
  const url = new URL(resource);
  const { origin, pathname, search, hash } = url;
  const folder = pathname.endsWith("/") ? pathname : `${pathname}/`;
  return (
    origin === server.origin &&
    url.username + url.password + hash === "" &&
    (search === "" || search === server.search) &&
    `${server.pathname}/`.startsWith(folder)
  );
}

function issuerIn(
  at: URL,
  { authorization_servers: issuers }: JsonObject,
  known: readonly string[],
): string {
  const [first] = isTexts(issuers) ? issuers : [];
  if (first === undefined || !isTexts(issuers))
    throw new AuthorizationError(
      `${addressOf(at)} names no authorization server; \`authorization_servers\` must be a list of addresses`,
    );
  return known.find((issuer) => issuers.includes(issuer)) ?? first;
}

/** An address that others named. Only a server of this machine may lead to this machine. */
function reachable(text: string, server: URL, who: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isSecure(url))
    throw new AuthorizationError(
      `${who} names ${excerpt(text)}, which is no https address`,
    );
  if (isThisMachine(url.hostname) && !isThisMachine(server.hostname))
    throw new AuthorizationError(
      `${who} names ${excerpt(text)}, which is on this machine, while the server is not`,
    );
  return url;
}
