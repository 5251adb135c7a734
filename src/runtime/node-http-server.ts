import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { inTime } from "./alarm.js";
import { serveRequest } from "./http-front.js";
import { type HttpOptions, isLoopback, tooLarge } from "./http-policy.js";
import type { Server } from "./server.js";
import type { AuthRequest, HttpHost } from "./server-http.js";

/** Where to listen, and how. */
export interface ListenOptions extends HttpOptions {
  /** Default "127.0.0.1": this machine alone. */
  readonly host?: string | undefined;
  /** Default 3000; 0 takes a free one. */
  readonly port?: number | undefined;
}

/** A server that listens. */
export interface HttpListener {
  /** Such as "http://127.0.0.1:3000/". */
  readonly url: string;
  readonly port: number;
  /** Closes the server and this listener with it. */
  close(): Promise<void>;
}

/** How often a closing server looks for connections that have nothing to do any more. */
const sweepMs = 20;
const defaultTimeoutMs = 60_000;
/** Connections that may wait to be taken when many clients come at once; node's 511 are soon full. */
const backlog = 4096;
/** Proxies close idle connections after 60 seconds: a server that did it first could cut off a request on its way. */
const keepAliveTimeoutMs = 65_000;

/** Serves on an address of its own; every path is the endpoint. Rejects when the address cannot be had. */
export async function serveHttp(
  server: Server,
  options: ListenOptions = {},
): Promise<HttpListener> {
  const { host = "127.0.0.1", port = 3000 } = options;
  // Loaded here, so that a program that ends up on stdio does not pay for it.
  const { createServer } = await import("node:http");
  const http = createServer(httpHandler(server, options));
  http.keepAliveTimeout = keepAliveTimeoutMs;
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen({ port, host, backlog }, () => {
      http.off("error", reject);
      resolve();
    });
  });
  const sockets = new Set<Socket>();
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const closed = new Promise<void>((resolve) => http.once("close", resolve));
  const closeIdle = (): void => {
    http.closeIdleConnections();
    // To node, a connection that was never used is not idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  server.engine.onClosing(() => http.close());
  server.engine.onClose(async () => {
    // A connection becomes idle some time after its last answer was written.
    const sweep = setInterval(closeIdle, sweepMs);
    closeIdle();
    // Who sends a request too slowly, or does not read its answer, is not waited for.
    if (!(await inTime(closed, server.engine.graceMs)))
      http.closeAllConnections();
    await closed;
    clearInterval(sweep);
  });
  const address = http.address() as AddressInfo;
  const name =
    address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}/`,
    port: address.port,
    close: () => server.close(),
  };
}

/** A handler for a `node:http` server, or for a framework that has such requests with an unread body. */
export function httpHandler(
  server: Server,
  options: HttpOptions = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  const { engine } = server;
  return (request, response) => {
    serveRequest(engine, new NodeHost(request, response, options), options);
  };
}

class NodeHost implements HttpHost {
  readonly request: AuthRequest;
  readonly loopback: boolean;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #writeTimeoutMs: number;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { writeTimeoutMs = defaultTimeoutMs }: HttpOptions,
  ) {
    this.request = view(request);
    this.loopback = isLoopback(request.socket.localAddress);
    this.#request = request;
    this.#response = response;
    this.#writeTimeoutMs = writeTimeoutMs;
  }

  get queued(): number {
    return this.#response.writableLength;
  }

  read(limit: number, done: (body: string | Error) => void): void {
    const request = this.#request;
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      request.off("data", onData).off("end", onEnd);
      done(tooLarge(limit));
    };
    const onEnd = (): void => {
      const [only] = chunks;
      const whole =
        only !== undefined && chunks.length === 1
          ? only
          : Buffer.concat(chunks, length);
      done(whole.toString("utf8"));
    };
    request.on("data", onData).on("end", onEnd);
    request.on("error", () => this.abort());
  }

  send(
    status: number,
    body: string,
    headers?: Readonly<Record<string, string>>,
  ): void {
    const request = this.#request;
    const response = this.#response;
    // The connection ends with the answer where something of the body may be left, or it would be taken for a request.
    if (!request.complete) {
      response.setHeader("Connection", "close");
      request.resume();
    }
    response.writeHead(status, {
      ...headers,
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
    // Most answers have left by now, and cost no timer.
    if (this.queued > 0)
      response.setTimeout(this.#writeTimeoutMs, () => this.abort());
  }

  open(headers: Readonly<Record<string, string>>): void {
    this.#response.writeHead(200, headers);
  }

  write(text: string): void {
    this.#response.write(text);
  }

  end(): void {
    this.#response.end();
  }

  abort(): void {
    this.#response.destroy();
  }

  onClosed(listener: () => void): void {
    this.#response.once("close", listener);
    if (this.#response.destroyed) listener();
  }
}

/** `originalUrl` is the whole path where a framework has cut off what it mounted us under. */
function view(
  request: IncomingMessage & { readonly originalUrl?: string },
): AuthRequest {
  const { method = "GET", originalUrl } = request;
  const url = originalUrl ?? request.url ?? "/";
  return {
    method,
    url,
    header(name) {
      // Of two, `headers` shows the first alone, and a proxy may have looked at the other.
      const value =
        name === "authorization"
          ? request.headersDistinct[name]
          : request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
  };
}
