import { errorText, Refusal } from "./call.js";
import { errorCode } from "./json-rpc.js";
import type { AuthRequest, Engine } from "./server-engine.js";

/** How a server is served over HTTP; everything has a default. */
export interface HttpOptions {
  /** The largest request body, in bytes; default 4 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Values of `Host` to answer to, without port. Default: on a loopback address
   * the names of this machine for itself, which stops DNS rebinding; elsewhere all.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Values of `Origin` to answer to, beside the server's own; such as "https://app.example". */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Milliseconds between the comment lines that keep a quiet stream open; default 15,000. */
  readonly keepAliveMs?: number | undefined;
}

/** 4 MiB, as the official SDKs allow. */
export const defaultMaxBodyBytes = 4 * 1024 * 1024;

/** An HTTP answer that is no result of a request. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

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

/** Only a POST of JSON carries a message. */
export function checkRequest(request: AuthRequest): HttpAnswer | undefined {
  if (request.method !== "POST") {
    const answer = refused(405, "Only POST is served here");
    return { ...answer, headers: { ...answer.headers, Allow: "POST" } };
  }
  const type = request
    .header("content-type")
    ?.split(";")[0]
    ?.trim()
    .toLowerCase();
  return type === "application/json"
    ? undefined
    : refused(415, "Content-Type must be application/json");
}

/** The answer to a body that is too long. */
export function tooLarge(limit: number): HttpAnswer {
  return refused(413, `The body must not be longer than ${limit} bytes`);
}

/** The answer to a body that breaks off, or that somebody else has read. */
export function unreadable(): HttpAnswer {
  return refused(400, "The body cannot be read");
}

function refused(status: number, message: string): HttpAnswer {
  return jsonAnswer(
    status,
    errorText(null, new Refusal(errorCode.invalidRequest, message, status)),
  );
}

/** An answer of JSON text. */
export function jsonAnswer(status: number, body: string): HttpAnswer {
  return { status, headers: { "Content-Type": "application/json" }, body };
}
