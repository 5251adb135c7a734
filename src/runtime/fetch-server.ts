import { serveRequest } from "./http-front.js";
import { type HttpOptions, tooLarge, unserved } from "./http-policy.js";
import type { Server } from "./server.js";
import type { AuthRequest, HttpHost } from "./server-http.js";

/** A server that answers Web-standard requests: Bun, Deno, Workers. */
export interface FetchServer extends Server {
  /** Never rejects. */
  fetch(request: Request): Promise<Response>;
}

/** Gives a server its `fetch`, for hosts that call one; pass its result on as it is, or as `{ fetch: server.fetch }`. */
export function withFetch(
  server: Server,
  options: HttpOptions = {},
): FetchServer {
  return {
    ...server,
    fetch: (request) =>
      new Promise((resolve) => {
        serveRequest(server.engine, new FetchHost(request, resolve), options);
      }),
  };
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

async function readBody(
  request: Request,
  limit: number,
): Promise<string | Error> {
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  try {
    const reader =
      request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      length += value.length;
      if (length > limit) {
        await reader.cancel();
        return tooLarge(limit);
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // Mostly the client has left in the middle of it; or somebody else has read it.
    return unserved(400, "The body cannot be read");
  }
}

class FetchHost implements HttpHost {
  readonly request: AuthRequest;
  /** The host of the function knows where it listens; an address is not told. */
  readonly loopback = false;
  readonly #request: Request;
  readonly #resolve: (response: Response) => void;
  readonly #encoder = new TextEncoder();
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor(request: Request, resolve: (response: Response) => void) {
    this.request = view(request);
    this.#request = request;
    this.#resolve = resolve;
  }

  get queued(): number {
    return -(this.#stream?.desiredSize ?? 0);
  }

  read(limit: number, done: (body: string | Error) => void): void {
    void readBody(this.#request, limit).then(done);
  }

  send(
    status: number,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    const content = body === "" ? null : body;
    this.#resolve(new Response(content, { status, headers: { ...headers } }));
  }

  open(headers: Readonly<Record<string, string>>): void {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#stream = controller;
        },
        cancel: () => this.#close(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
    );
    this.#resolve(new Response(body, { status: 200, headers: { ...headers } }));
  }

  write(text: string): void {
    this.#stream?.enqueue(this.#encoder.encode(text));
  }

  end(): void {
    this.#stream?.close();
    this.#stream = undefined;
  }

  abort(): void {
    this.#stream?.error(new Error("The client reads too slowly"));
    this.#close();
  }

  onClosed(listener: () => void): void {
    this.#listeners.push(listener);
    if (this.#listeners.length > 1) return;
    const { signal } = this.#request;
    const left = (): void => {
      this.#stream?.close();
      this.#close();
      // Nobody reads this, but the host may wait for it; 499 is nginx's word for that.
      this.send(499, "");
    };
    if (signal.aborted) left();
    else signal.addEventListener("abort", left, { once: true });
  }

  #close(): void {
    this.#stream = undefined;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
