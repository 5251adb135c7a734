import { isObject } from "./json-rpc.js";

/** An HTTP request, for the two ways to send one. */
export type HttpRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** Hears the answer to an HTTP request: `head`, then any number of `text`, then `end`; or `failed` at any point. */
export interface HttpReply {
  /** `header` takes a name in lower case. */
  head(status: number, header: (name: string) => string | undefined): void;
  text(chunk: string): void;
  end(): void;
  failed(cause: unknown): void;
}

/** Sends a request; the result stops it, after which the reply hears nothing more. */
export type HttpSend = (request: HttpRequest, reply: HttpReply) => () => void;

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
