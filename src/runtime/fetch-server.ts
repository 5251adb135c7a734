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
  unreadable,
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
    const { auth = () => ({ auth: undefined }) } = engine;
    const outcome = await auth(asked);
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
  let body: string | undefined;
  try {
    body = await readBody(request, limit);
  } catch {
    // Mostly the client has left in the middle of it.
    return toResponse(unreadable());
  }
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
    const gone = (): void => {
      leave(host);
      // Nobody reads this, but the host may wait for it; 499 is nginx's word for that.
      resolve(toResponse({ status: 499, headers: {}, body: "" }));
    };
    if (request.signal.aborted) gone();
    else request.signal.addEventListener("abort", gone, { once: true });
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
