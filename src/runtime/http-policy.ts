import { errorText, Refusal } from "./call.js";
import { errorCode } from "./json-rpc.js";
import type { Engine } from "./server-engine.js";
import type { AuthRequest, HttpAnswer, StreamOptions } from "./server-http.js";

/** How a server is served over HTTP; everything has a default. */
export interface HttpOptions extends StreamOptions {
  /** The largest request body, in bytes; default 4 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Values of `Host` to answer to, without port. Default: on a loopback address
   * the names of this machine for itself, which stops DNS rebinding; elsewhere all.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Values of `Origin` to answer to, beside the server's own; such as "https://app.example". */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Milliseconds after which a client that takes nothing of a whole answer is given up, under `node:http`; default 60,000. */
  readonly writeTimeoutMs?: number | undefined;
  /** Where the transport HTTP+SSE is served, if the server has it; default "/sse". */
  readonly ssePath?: string | undefined;
}

/** 4 MiB, as the official SDKs allow. */
export const defaultMaxBodyBytes = 4 * 1024 * 1024;

/** Where clients of HTTP+SSE usually look. */
export const defaultSsePath = "/sse";

const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** True for an address of this machine alone. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return (
    address === "localhost" ||
    address === "::1" ||
    /^(::ffff:)?127\./.test(address)
  );
}

/** Refuses what comes from a page that the server does not trust (basic/transports, Security Warning). */
export function checkOrigin(
  engine: Engine,
  request: AuthRequest,
  options: HttpOptions,
  loopback: boolean,
): HttpAnswer | undefined {
  const status = engine.catalogue.profiles.at(-1)?.originStatus ?? 403;
  const host = request.header("host");
  const hosts = options.allowedHosts ?? (loopback ? loopbackNames : undefined);
  if (hosts !== undefined && !hosts.includes(hostname(host ?? ""))) {
    return refused(status, "This Host is not allowed");
  }
  const origin = request.header("origin");
  if (origin === undefined || options.allowedOrigins?.includes(origin) === true)
    return undefined;
  const from = origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const own =
    from === host || (loopback && loopbackNames.includes(hostname(from)));
  return own ? undefined : refused(status, "This Origin is not allowed");
}

/** Without the port. */
function hostname(host: string): string {
  return host.replace(/:\d*$/, "").toLowerCase();
}

/** A message is JSON. */
export function checkType(request: AuthRequest): HttpAnswer | undefined {
  const type = request
    .header("content-type")
    ?.split(";")[0]
    ?.trim()
    .toLowerCase();
  return type === "application/json"
    ? undefined
    : refused(415, "Content-Type must be application/json");
}

/** The answer to a method that means nothing here, or not without a session. */
export function notServed(): HttpAnswer {
  return refused(405, "Only POST is served here", { Allow: "POST" });
}

/** The path of a request, without its query. */
export function pathOf({ url }: AuthRequest): string {
  return url.split("?", 1)[0] ?? "";
}

/** The answer to a body that is too long. */
export function tooLarge(limit: number): HttpAnswer {
  return refused(413, `The body must not be longer than ${limit} bytes`);
}

/** The answer to a body that breaks off, or that somebody else has read. */
export function unreadable(): HttpAnswer {
  return refused(400, "The body cannot be read");
}

/** The stream of HTTP+SSE that a POST names: the query that its endpoint had. */
export function streamOf({ url }: AuthRequest): string | undefined {
  const [, query] = url.split("?");
  return new URLSearchParams(query).get("sessionId") ?? undefined;
}

/** An answer that refuses a request before its body is read. */
export function refused(
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
): HttpAnswer {
  const { invalidRequest } = errorCode;
  return refusalAnswer(
    new Refusal(invalidRequest, message, status, undefined, headers),
  );
}

/** An answer that tells of a refusal, to whoever sent whichever message. */
export function refusalAnswer(refusal: Refusal): HttpAnswer {
  const { status, headers } = refusal;
  return jsonAnswer(status, errorText(null, refusal), headers);
}

/** An answer of JSON text. */
export function jsonAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const type = { "Content-Type": "application/json" };
  return { status, headers: { ...type, ...headers }, body };
}
