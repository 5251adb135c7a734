import { isObject } from "./json-rpc.js";

/** True for what HTTP calls a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Failures of the way there are no answer of the server, even where their body looks like one. */
export function carriesError(status: number, value: unknown): boolean {
  const blocked =
    status >= 500 || status === 401 || status === 403 || status === 429;
  return !blocked && isObject(value) && isObject(value["error"]);
}

/** The value of a body of JSON; undefined for any other. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is no message; the caller says so with the status and the text.
    return undefined;
  }
}

/** How `http` and `nodeHttp` may be bounded. */
export type HttpLimits = {
  /** Longer answers and events of the server end their request; in characters, default 64 Mi. */
  readonly maxMessageLength?: number | undefined;
};

/** As for a line on stdio. */
export const defaultMaxMessageLength = 64 * 1024 * 1024;

/** The address of a server; throws a TypeError that names a wrong one. */
export function serverUrl(address: string | URL): URL {
  const text = String(address);
  if (URL.canParse(text)) return new URL(text);
  throw new TypeError(
    `url must be an absolute address such as http://127.0.0.1:3000/, not ${JSON.stringify(text)}`,
  );
}

/** Redirects that keep method and body. */
const redirects = [307, 308];
export const maxRedirects = 5;

/** Where a redirect leads; within one origin only, because headers may carry credentials. */
export function redirectTarget(
  from: URL,
  status: number,
  location: string | null | undefined,
): URL | undefined {
  if (typeof location !== "string" || !redirects.includes(status))
    return undefined;
  if (!URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  return target.origin === from.origin ? target : undefined;
}
