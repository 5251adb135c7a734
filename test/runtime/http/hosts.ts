import { onTestFinished } from "vitest";
import { withFetch } from "../../../src/runtime/fetch-server.js";
import type { HttpOptions } from "../../../src/runtime/http-policy.js";
import { serveHttp } from "../../../src/runtime/node-http-server.js";
import type { Server } from "../../../src/runtime/server.js";
import { SseReader } from "../../../src/runtime/sse.js";
import type { Message } from "../server/fixture.js";

export type Fetch = (
  path: string,
  init: RequestInit & { readonly headers: Record<string, string> },
) => Promise<Response>;

/** Serves a server; over a socket, or through its `fetch` without one. */
export type Host = (server: Server, options?: HttpOptions) => Promise<Fetch>;

const node: Host = async (server, options) => {
  const listener = await serveHttp(server, { port: 0, ...options });
  onTestFinished(() => listener.close());
  return (path, init) => fetch(new URL(path, listener.url), init);
};

const web: Host = (server, options) => {
  onTestFinished(() => server.close());
  const served = withFetch(server, options);
  return Promise.resolve((path, init) =>
    served.fetch(new Request(new URL(path, "http://localhost/"), init)),
  );
};

export const hosts: readonly (readonly [string, Host])[] = [
  ["node:http", node],
  ["fetch", web],
];

/** One event, as its fields were. */
export type Event = { readonly id: string; readonly message: Message };

/** An open answer that is a stream of events. */
export interface Stream {
  readonly response: Response;
  /** The next message with the id of its event; undefined at the end. Rejects when the stream breaks. */
  next(): Promise<Event | undefined>;
  /** Every message up to the end. */
  rest(): Promise<Message[]>;
  /** The next text, comments and all; undefined at the end. */
  text(): Promise<string | undefined>;
  /** The id that a client would come back with. */
  readonly lastId: string;
  /** What the server said of the pause before that, in milliseconds. */
  readonly retryMs: number | undefined;
  /** Closes the connection. */
  close(): Promise<void>;
}

/** Reads an answer as events. */
export function readStream(response: Response): Stream {
  const events: Event[] = [];
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  const sse = new SseReader((data) =>
    events.push({ id: sse.lastId, message: JSON.parse(data) as Message }),
  );
  const text = async (): Promise<string | undefined> => {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return undefined;
    sse.push(value ?? "");
    return value;
  };
  const next = async (): Promise<Event | undefined> => {
    while (events.length === 0)
      if ((await text()) === undefined) return undefined;
    return events.shift();
  };
  return {
    response,
    next,
    text,
    async rest() {
      const messages: Message[] = [];
      for (let one = await next(); one !== undefined; one = await next())
        messages.push(one.message);
      return messages;
    },
    get lastId() {
      return sse.lastId;
    },
    get retryMs() {
      return sse.retryMs;
    },
    close: async () => reader?.cancel(),
  };
}

/** A client of the legacy era that sends plain requests. */
export class LegacyClient {
  readonly #fetch: Fetch;
  readonly #version: string;
  /** Sent with every request. */
  readonly headers: Record<string, string> = {};
  #lastId = 0;

  constructor(send: Fetch, version: string) {
    this.#fetch = send;
    this.#version = version;
  }

  /** Opens a session, and answers what `initialize` gave. */
  async open(capabilities: object = {}): Promise<Message> {
    const response = await this.post({
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: this.#version,
        capabilities,
        clientInfo: { name: "test", version: "1" },
      },
    });
    this.headers["mcp-session-id"] =
      response.headers.get("mcp-session-id") ?? "";
    this.headers["mcp-protocol-version"] = this.#version;
    const message = (await response.json()) as Message;
    await this.post({ method: "notifications/initialized" });
    return message;
  }

  post(message: object | readonly object[]): Promise<Response> {
    const marked = (one: object): object => ({ jsonrpc: "2.0", ...one });
    const body = Array.isArray(message) ? message.map(marked) : marked(message);
    return this.#fetch("/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...this.headers,
      },
      body: JSON.stringify(body),
    });
  }

  /** Sends a request. */
  send(
    method: string,
    params: object = {},
    id: string | number = ++this.#lastId,
  ): Promise<Response> {
    return this.post({ id, method, params });
  }

  /** Sends a request, and gives its result. */
  async ask(method: string, params: object = {}): Promise<Message> {
    const response = await this.send(method, params);
    const type = response.headers.get("content-type");
    const answer =
      type === "text/event-stream"
        ? (await readStream(response).rest()).at(-1)
        : ((await response.json()) as Message);
    return answer?.["result"] as Message;
  }

  /** Opens the standing stream, or goes on with another after an event. */
  async get(lastEventId?: string): Promise<Stream> {
    const response = await this.#fetch("/mcp", {
      method: "GET",
      headers: {
        accept: "text/event-stream",
        ...this.headers,
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      },
    });
    return readStream(response);
  }

  delete(): Promise<Response> {
    return this.#fetch("/mcp", { method: "DELETE", headers: this.headers });
  }
}

/** Something that happens once, awaited from elsewhere. */
export function signal<Value = void>(): {
  readonly happened: Promise<Value>;
  readonly happen: (value: Value) => void;
} {
  let happen!: (value: Value) => void;
  const happened = new Promise<Value>((resolve) => (happen = resolve));
  return { happened, happen };
}
