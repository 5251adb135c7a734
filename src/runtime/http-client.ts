import {
  type HttpLimits,
  maxRedirects,
  redirectTarget,
  serverUrl,
} from "./client-http-parts.js";
import { httpChannel } from "./client-http.js";
import type { HttpReply, HttpSend, Transport } from "./transport.js";

export type HttpOptions = HttpLimits & {
  readonly url: string | URL;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
};

/**
 * Speaks to a server over HTTP by `fetch` (basic/transports, Streamable HTTP): in
 * browsers, workers and wherever else there is one.
 */
export function http({ fetch, ...settings }: HttpOptions): Transport {
  const url = serverUrl(settings.url);
  // It would refuse them as well, with the whole address in its message.
  if (url.username + url.password !== "")
    throw new TypeError(
      "url must not have a user and password, which fetch does not send: pass `headers: { Authorization: … }`",
    );
  // The global one is looked up late, so that it may be replaced, and called without `this`.
  const send: typeof fetch = (...args) => (fetch ?? globalThis.fetch)(...args);
  const transmit = fetching(url, send);
  return {
    kind: "http",
    open: async (receiver, auth) =>
      httpChannel({ ...settings, url, transmit, receiver, auth }),
  };
}

function fetching(server: URL, fetch: typeof globalThis.fetch): HttpSend {
  return ({ method, url = server, headers, body = null }, reply) => {
    const controller = new AbortController();
    const { signal } = controller;
    follow(url, fetch, { method, headers, body, signal })
      .then((response) => read(response, reply))
      .catch((cause: unknown) => {
        if (!signal.aborted) reply.failed(cause);
      });
    return () => controller.abort();
  };
}

/** Follows redirects by itself: `fetch` would carry the user's headers to any other origin. */
async function follow(
  url: URL,
  fetch: typeof globalThis.fetch,
  init: RequestInit,
): Promise<Response> {
  let from = url;
  for (let redirected = 0; ; redirected++) {
    const response = await fetch(from.href, { ...init, redirect: "manual" });
    // A browser does not show where to, and guards other origins by CORS.
    if (response.type === "opaqueredirect") return fetch(from.href, init);
    const location = response.headers.get("location");
    const target = redirectTarget(from, response.status, location);
    if (target === undefined || redirected >= maxRedirects) return response;
    await response.body?.cancel();
    from = target;
  }
}

async function read(response: Response, reply: HttpReply): Promise<void> {
  reply.head(
    response.status,
    (name) => response.headers.get(name) ?? undefined,
  );
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) break;
    reply.text(decoder.decode(chunk.value, { stream: true }));
  }
  reply.end();
}
