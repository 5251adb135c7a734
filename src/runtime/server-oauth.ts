import { isObject } from "./json-rpc.js";
import type { Protocol } from "./protocol.js";
import type { ServerContract, ServerOptions } from "./server.js";
import type { HandlerTable } from "./server-handlers.js";
import type {
  AuthGrant,
  AuthOutcome,
  AuthRequest,
  ScopeLack,
  ServerAuth,
} from "./server-http.js";
import {
  badToken,
  challengeOf,
  discovery,
  type Guard,
  guardOf,
  refusal,
  refused,
} from "./server-oauth-guard.js";
import {
  type ProtectedResource,
  type VerifiedToken,
  VerifierUnavailable,
} from "./server-token.js";

/** The options of a server that OAuth protects. */
export interface ProtectedOptions<
  Handlers extends HandlerTable,
  App,
  P extends Protocol,
  Auth extends VerifiedToken,
> extends Omit<ServerOptions<Handlers, App, P, Auth | undefined>, "auth"> {
  /** How tokens are checked. Without it nothing is served over HTTP; stdio and `linked` are trusted. */
  readonly auth?: ProtectedResource<Auth> | undefined;
}

/** Has every HTTP request bring a token. Throws a TypeError for options that cannot be. */
export function protect<
  Handlers extends HandlerTable,
  App,
  P extends Protocol,
  Auth extends VerifiedToken,
>(
  contract: ServerContract,
  options: ProtectedOptions<Handlers, App, P, Auth>,
): ServerOptions<Handlers, App, P, Auth | undefined> {
  const { auth } = options;
  return {
    ...options,
    auth: auth === undefined ? locked : authOf(guardOf(contract, auth), auth),
  };
}

function authOf(guard: Guard, options: ProtectedResource): ServerAuth {
  return (request) =>
    discovery(guard, request) ?? admit(guard, options, request);
}

/** The manifest promises protection, so that nothing is better than everything. */
function locked(): AuthOutcome {
  const warning =
    "Nothing is served over HTTP: the manifest says `auth: oauth`, and the server was made without the option `auth`";
  return { ...refused(500, "The server is not set up"), warning };
}

/** RFC 6750 section 2.1; a scheme has no letter case (RFC 9110 section 11.1). */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
const maxTokenLength = 16_384;

/** The token is taken from the header alone, never from a query. */
async function admit(
  guard: Guard,
  options: ProtectedResource,
  request: AuthRequest,
): Promise<AuthOutcome> {
  const header = request.header("authorization") ?? "";
  if (!/^bearer\b/i.test(header)) {
    const message = "This server needs a token: Authorization: Bearer";
    return refusal(guard, 401, message);
  }
  const token = bearer.exec(header)?.[1];
  if (token === undefined || token.length > maxTokenLength) {
    const message = "Authorization must be the word Bearer and one token";
    return refusal(guard, 400, message, "invalid_request");
  }
  const verdict = await judge(guard, options, token, request);
  if (typeof verdict === "string") {
    const warning = `A token was refused: ${verdict}`;
    return { ...badToken(guard), warning };
  }
  return verdict;
}

/** What comes of a token; text is a reason to refuse it that whoever runs the server should know. */
async function judge(
  guard: Guard,
  options: ProtectedResource,
  token: string,
  request: AuthRequest,
): Promise<AuthOutcome | string> {
  let found: unknown;
  try {
    found = await options.verify(token, request);
  } catch (error) {
    const reason = reasonOf(error, token);
    if (!(error instanceof VerifierUnavailable)) return reason;
    const message = "Tokens cannot be checked at the moment";
    const warning = `A token could not be checked: ${reason}`;
    return { ...refused(503, message), warning };
  }
  if (found === undefined) return badToken(guard);
  if (!isObject(found)) return "verify gave neither an object nor undefined";
  const { subject, audience, expiresAt, scopes } = found;
  const audiences = typeof audience === "string" ? [audience] : audience;
  const granted =
    typeof scopes === "string" ? scopes.split(" ") : (scopes ?? []);
  if (typeof subject !== "string" || subject === "")
    return "verify gave no subject";
  if (typeof expiresAt !== "number" || Number.isNaN(expiresAt))
    return "verify gave no number for expiresAt, in milliseconds since 1970";
  if (!isTexts(audiences)) return "verify gave no audience";
  if (!isTexts(granted)) return "verify gave scopes that are no text";
  if (!audiences.some((one) => isMeant(guard, one)))
    return `its audience is ${shown(audiences.join(" "))}, and not ${guard.resource}`;
  if (Date.now() >= expiresAt)
    return expiresAt > 1e11 || expiresAt <= 0
      ? badToken(guard)
      : "expiresAt is in milliseconds, and this looks like seconds";
  return enter(guard, found as VerifiedToken, new Set(granted));
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** Addresses are compared as such: an issuer may have written the host in capitals (RFC 8707 section 2). */
function isMeant({ resource, audiences }: Guard, audience: string): boolean {
  if (audiences.includes(audience)) return true;
  return URL.canParse(audience) && new URL(audience).href === resource;
}

function enter(
  guard: Guard,
  token: VerifiedToken,
  granted: ReadonlySet<string>,
): AuthOutcome {
  const lacks: AuthGrant["lacks"] = (scopes) => {
    const needed = [...new Set([...guard.scopes, ...scopes])];
    if (needed.every((scope) => granted.has(scope))) return undefined;
    return lackOf(guard, needed);
  };
  const lack = lacks([]);
  if (lack !== undefined) {
    const { needed, challenge } = lack;
    const message = `This needs a token with the scopes ${needed.join(" ")}`;
    return refused(403, message, { "WWW-Authenticate": challenge });
  }
  const { issuer = "", clientId = "", subject } = token;
  const principal = JSON.stringify([issuer, clientId, subject]);
  return { auth: token, principal, lacks };
}

function lackOf(guard: Guard, needed: readonly string[]): ScopeLack {
  const challenge = challengeOf(guard, "insufficient_scope", needed);
  return { needed, challenge };
}

/** An error in one line for a log, with nothing in it of the token that is long enough to be of use. */
function reasonOf(error: unknown, token: string): string {
  if (!(error instanceof Error)) return "verify threw what is no Error";
  let text = `${error.name}: ${error.message}`;
  const parts = token.split(".").filter((part) => part.length >= 8);
  for (const part of [token, ...parts]) text = text.replaceAll(part, "[token]");
  return shown(text);
}

/** Text of a peer or a library for a log: one line of bounded length. */
function shown(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]+/g, " ").slice(0, 300);
}
