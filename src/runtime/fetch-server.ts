import { ConnectionError } from "./errors.js";
import type { HttpExchange, HttpWriter } from "./http-exchange.js";
import { answerPost } from "./http-messages.js";
import {
  checkOrigin,
  checkRequest,
  defaultMaxBodyBytes,
  type HttpAnswer,
  type HttpOptions,
  tooLarge,
} from "./http-policy.js";
import type { Server } from "./server.js";
import type { AuthGrant, AuthRequest } from "./server-engine.js";

/** A server that answers Web-standard requests: Bun, Deno, Workers. */
export interface FetchServer extends Server {
  /** Never rejects. */
  fetch(request: Request): Promise<Response>;
}

/** Gives a server its `fetch`; pass its result on as `{ fetch: server.fetch }` or as it is. */
export function withFetch(
  server: Server,
  options: HttpOptions = {},
): FetchServer {
  return {
    ...server,
    fetch: (request) => answerFetch(server, request, options),
  };
}

async function answerFetch(
  server: Server,
  request: Request,
  options: HttpOptions,
): Promise<Response> {
  const { engine } = server;
  const asked = view(request);
  const refused = checkOrigin(engine, asked, options, false);
  if (refused !== undefined) return toResponse(refused);
  let grant: AuthGrant;
  try {
    const outcome = (await engine.auth?.(asked)) ?? { auth: undefined };
    if (!("auth" in outcome))
      return toResponse({ headers: {}, body: "", ...outcome });
    grant = outcome;
  } catch (error) {
    engine.warn("auth failed", { cause: error });
    return toResponse({ status: 500, headers: {}, body: "" });
  }
  const unfit = checkRequest(asked);
  if (unfit !== undefined) return toResponse(unfit);
  const limit = options.maxBodyBytes ?? defaultMaxBodyBytes;
  const body = await readBody(request, limit);
  if (body === undefined) return toResponse(tooLarge(limit));
  return new Promise((resolve) => {
    const host: Host = { exchange: undefined };
    const exchange = answerPost(
      engine,
      asked,
      body,
      writerOf(resolve, host),
      grant,
      options,
    );
    host.exchange = exchange;
    request.signal.addEventListener("abort", () => leave(host), { once: true });
  });
}

/** The exchange, known only after its writer was made. */
type Host = { exchange: HttpExchange | undefined };

function leave({ exchange }: Host): void {
  if (exchange?.done === false) {
    exchange.closed(
      new ConnectionError("closed", "The client closed the connection"),
    );
  }
}

function view(request: Request): AuthRequest {
  const { host, pathname, search } = new URL(request.url);
  return {
    method: request.method,
    url: pathname + search,
    header: (name) =>
      request.headers.get(name) ?? (name === "host" ? host : undefined),
  };
}

/** The body as text; undefined when it is longer than the limit. */
async function readBody(
  request: Request,
  limit: number,
): Promise<string | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > limit)
    return undefined;
  if (request.body === null) return "";
  const reader =
    request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function toResponse({ status, headers, body }: HttpAnswer): Response {
  return new Response(body === "" ? null : body, {
    status,
    headers: { ...headers },
  });
}

function writerOf(
  resolve: (response: Response) => void,
  host: Host,
): HttpWriter {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  return {
    send: (answer) => resolve(toResponse(answer)),
    open(headers) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
        cancel() {
          stream = undefined;
          leave(host);
        },
      });
      resolve(new Response(body, { status: 200, headers: { ...headers } }));
    },
    write(text) {
      stream?.enqueue(encoder.encode(text));
    },
    end() {
      stream?.close();
    },
  };
}
