import { Refusal } from "./call.js";
import { errorCode } from "./json-rpc.js";
import type { Engine } from "./server-engine.js";
import type { AuthRequest, HttpHost, StreamOptions } from "./server-http.js";

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
}

const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** True for an address of this machine alone. */
export function isLoopback(address = ""): boolean {
  return /^(localhost$|::1$|(::ffff:)?127\.)/.test(address);
}

/** Throws for what comes from a page that the server does not trust (basic/transports, Security Warning). */
export function checkOrigin(
  engine: Engine,
  { request, loopback }: HttpHost,
  options: HttpOptions,
): void {
  const { allowedHosts, allowedOrigins } = options;
  const refuse = (what: string): never => {
    const status = engine.catalogue.profiles.at(-1)?.originStatus ?? 403;
    throw unserved(status, `This ${what} is not allowed`);
  };
  const host = request.header("host") ?? "";
  const hosts = allowedHosts ?? (loopback ? loopbackNames : undefined);
  if (hosts?.includes(hostname(host)) === false) refuse("Host");
  const origin = request.header("origin");
  if (origin === undefined || allowedOrigins?.includes(origin) === true) return;
  const from = origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const own =
    from === host || (loopback && loopbackNames.includes(hostname(from)));
  if (!own) refuse("Origin");
}

/** Without the port. */
function hostname(host: string): string {
  return host.replace(/:\d*$/, "").toLowerCase();
}

/** Throws where the body is not said to be JSON: every message is. */
export function checkType(request: AuthRequest): void {
  const type = request.header("content-type") ?? "";
  if (!/^\s*application\/json\s*(;|$)/i.test(type))
    throw unserved(415, "Content-Type must be application/json");
}

/** Why a body that is too long is not taken. */
export function tooLarge(limit: number): Refusal {
  return unserved(413, `The body must not be longer than ${limit} bytes`);
}

/** Why a request is not served, with its HTTP status. */
export function unserved(
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
): Refusal {
  const { invalidRequest } = errorCode;
  return new Refusal(invalidRequest, message, status, undefined, headers);
}

/** Sends an answer of JSON text. */
export function sendJson(
  host: HttpHost,
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): void {
  host.send(status, text, { "Content-Type": "application/json", ...headers });
}
