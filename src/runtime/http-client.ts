import type { HttpReply, HttpSend } from "./client-http-parts.js";
import { HttpChannel } from "./client-http.js";
import type { Transport } from "./transport.js";

export type HttpOptions = {
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
export function http({ url, headers = {}, fetch }: HttpOptions): Transport {
  const address = String(url);
  return {
    kind: "http",
    open: async (receiver, auth) =>
      // The global one is looked up late, so that it may be replaced, and called without `this`.
      new HttpChannel(
        fetching(address, (...args) => (fetch ?? globalThis.fetch)(...args)),
        headers,
        receiver,
        auth,
      ),
  };
}

function fetching(url: string, fetch: typeof globalThis.fetch): HttpSend {
  return ({ method, headers, body = null }, reply) => {
    const controller = new AbortController();
    const { signal } = controller;
    fetch(url, { method, headers, body, signal })
      .then((response) => read(response, reply))
      .catch((cause: unknown) => {
        if (!signal.aborted) reply.failed(cause);
      });
    return () => controller.abort();
  };
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
