import { AuthorizationError } from "./oauth-error.js";

/** Metadata, registrations and tokens are far smaller. */
const maxCharacters = 1024 * 1024;
const timeoutMs = 30_000;
const maxRedirects = 3;

/** What an authorization server, or a server of metadata, answered. */
export type OAuthReply = {
  readonly status: number;
  /** By its name in lower case. */
  header(name: string): string | undefined;
  /** The JSON of the body; undefined for any other body. */
  readonly body: unknown;
};

/** Secrets travel by https, or stay on the machine (OAuth 2.1 section 1.5). */
export function isSecure({ protocol, hostname }: URL): boolean {
  return (
    protocol === "https:" || (protocol === "http:" && isLoopback(hostname))
  );
}

/** `hostname` as URL gives it. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/** Whether a name leads to this machine, also by a way that is not safe to speak plain HTTP on. */
export function isThisMachine(hostname: string): boolean {
  return (
    isLoopback(hostname) ||
    /(^|\.)localhost\.?$|^0\.0\.0\.0$|^\[::(ffff:(7f..:.*|0:0))?\]$/.test(
      hostname,
    )
  );
}

/** An address for people to read; a query may hold what is nobody's business. */
export function addressOf({ origin, pathname }: URL): string {
  return origin + pathname;
}

/**
 * Asks a server of OAuth: by https or on this machine, within 30 seconds, for at most
 * 1 Mi characters. GET follows redirects within the origin. Any status is an answer;
 * rejects with an AuthorizationError where there is none.
 */
export async function ask(
  fetch: typeof globalThis.fetch,
  url: URL,
  init: {
    readonly method?: "POST";
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Promise<OAuthReply> {
  if (!isSecure(url))
    throw new AuthorizationError(
      `${addressOf(url)} is not safe to speak to: OAuth needs https, except on this machine`,
    );
  try {
    const response = await send(fetch, url, {
      ...init,
      headers: { Accept: "application/json", ...init.headers },
      // Cloudflare Workers know no cookies, and refuse the very word.
      ...("credentials" in Request.prototype && { credentials: "omit" }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await boundedText(response);
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: parse(text),
    };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AuthorizationError(`${addressOf(url)} gave no answer: ${why}`, {
      cause,
    });
  }
}

async function send(
  fetch: typeof globalThis.fetch,
  url: URL,
  init: RequestInit,
): Promise<Response> {
  let from = url;
  for (let redirected = 0; ; redirected++) {
    const response = await fetch(from.href, init);
    const location = response.headers.get("location");
    const isRedirect = response.status >= 300 && response.status < 400;
    if (!isRedirect || location === null || init.method === "POST")
      return response;
    if (redirected >= maxRedirects || !URL.canParse(location, from.href))
      return response;
    const target = new URL(location, from);
    if (target.origin !== from.origin) return response;
    await response.body?.cancel();
    from = target;
  }
}

async function boundedText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return text + decoder.decode();
    text += decoder.decode(chunk.value, { stream: true });
    if (text.length <= maxCharacters) continue;
    await reader?.cancel();
    throw new Error(`it is longer than ${maxCharacters} characters`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says so with the status.
    return undefined;
  }
}
