import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inTime } from "./alarm.js";
import { ConnectionError } from "./errors.js";
import type { HttpExchange, HttpWriter } from "./http-exchange.js";
import { answerPost } from "./http-messages.js";
import {
  checkOrigin,
  checkRequest,
  defaultMaxBodyBytes,
  type HttpAnswer,
  type HttpOptions,
  isLoopback,
  tooLarge,
} from "./http-policy.js";
import type { Server } from "./server.js";
import type { AuthGrant, AuthRequest, Engine } from "./server-engine.js";

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

/** Serves on an address of its own; every path is the endpoint. Rejects when the address cannot be had. */
export async function serveHttp(
  server: Server,
  options: ListenOptions = {},
): Promise<HttpListener> {
  const { host = "127.0.0.1", port = 3000 } = options;
  // Loaded here, so that a program that ends up on stdio does not pay for it.
  const { createServer } = await import("node:http");
  const http = createServer(httpHandler(server, options));
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.off("error", reject);
      resolve();
    });
  });
  const closed = new Promise<void>((resolve) => http.once("close", resolve));
  server.engine.onClosing(() => http.close());
  server.engine.onClose(async () => {
    http.closeIdleConnections();
    // Who sends a request too slowly, or does not read its answer, is not waited for.
    if (await inTime(closed, server.engine.graceMs)) return;
    http.closeAllConnections();
    await closed;
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
    const asked = view(request);
    const local = isLoopback(request.socket.localAddress);
    const refused = checkOrigin(engine, asked, options, local);
    if (refused !== undefined) {
      refuse(request, response, refused);
      return;
    }
    if (engine.auth === undefined) {
      take(engine, request, response, asked, { auth: undefined }, options);
      return;
    }
    void authorize(engine, request, response, asked, options);
  };
}

async function authorize(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  asked: AuthRequest,
  options: HttpOptions,
): Promise<void> {
  try {
    const outcome = await engine.auth?.(asked);
    if (outcome === undefined) throw new TypeError("auth gave no answer");
    if ("auth" in outcome)
      take(engine, request, response, asked, outcome, options);
    else refuse(request, response, { headers: {}, body: "", ...outcome });
  } catch (error) {
    engine.warn("auth failed", { cause: error });
    refuse(request, response, { status: 500, headers: {}, body: "" });
  }
}

function view(request: IncomingMessage): AuthRequest {
  const { method = "GET", url = "/", headers } = request;
  return {
    method,
    url,
    header(name) {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
  };
}

/** Reads the body up to its limit, in one buffer, and has it answered. */
function take(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  asked: AuthRequest,
  grant: AuthGrant,
  options: HttpOptions,
): void {
  const refused = checkRequest(asked);
  if (refused !== undefined) {
    refuse(request, response, refused);
    return;
  }
  const limit = options.maxBodyBytes ?? defaultMaxBodyBytes;
  if (Number(request.headers["content-length"]) > limit) {
    refuse(request, response, tooLarge(limit));
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length <= limit) {
      chunks.push(chunk);
      return;
    }
    request.off("data", onData).off("end", onEnd);
    refuse(request, response, tooLarge(limit));
  };
  const onEnd = (): void => {
    const only = chunks.length === 1 ? chunks[0] : undefined;
    const body = (only ?? Buffer.concat(chunks, length)).toString("utf8");
    watch(
      answerPost(engine, asked, body, writerOf(response), grant, options),
      response,
    );
  };
  request.on("data", onData).on("end", onEnd);
  request.on("error", () => response.destroy());
}

/** A connection that closes before the answer is whole means that nobody waits for it. */
function watch(exchange: HttpExchange, response: ServerResponse): void {
  if (exchange.done) return;
  const close = (): void => {
    if (!exchange.done)
      exchange.closed(
        new ConnectionError("closed", "The client closed the connection"),
      );
  };
  response.once("close", close);
  if (response.destroyed) close();
}

function writerOf(response: ServerResponse): HttpWriter {
  return {
    send({ status, headers, body }) {
      response.writeHead(status, {
        ...headers,
        "Content-Length": Buffer.byteLength(body),
      });
      response.end(body);
    },
    open(headers) {
      response.writeHead(200, headers);
    },
    write(text) {
      response.write(text);
    },
    end() {
      response.end();
    },
  };
}

/** Answers without reading the body: the connection ends, so that nothing of it is taken for a request. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: HttpAnswer,
): void {
  const headers: Record<string, string> = { ...answer.headers };
  if (!request.complete) headers["Connection"] = "close";
  request.resume();
  writerOf(response).send({ ...answer, headers });
}
