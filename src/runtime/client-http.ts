import { defaultMaxMessageLength } from "./client-http-parts.js";
import { Exchange, type ExchangePeer } from "./client-exchange.js";
import { StandingStream } from "./client-standing.js";
import { ConnectionError } from "./errors.js";
import type { RequestId } from "./json-rpc.js";
import type {
  Channel,
  ClientAuth,
  Headers,
  HttpSend,
  Outgoing,
  Receiver,
} from "./transport.js";

/** How long `close` waits for the server to take note. */
const goodbyeMs = 2000;

/** What a channel over HTTP is made of. */
export type HttpSettings = {
  readonly url: URL;
  /** The user's, for every request. */
  readonly headers?: Headers | undefined;
  readonly maxMessageLength?: number | undefined;
  readonly transmit: HttpSend;
  readonly receiver: Receiver;
  readonly auth: ClientAuth | undefined;
};

/** A promise for the standing stream, and how to settle it. */
type Standing = {
  readonly opened: Promise<void>;
  readonly settle: () => void;
  readonly refuse: (error: ConnectionError) => void;
};

/** A client's side of HTTP, whoever sends the requests: what is open, and the session if there is one. */
export class HttpChannel implements Channel, ExchangePeer {
  readonly url: URL;
  readonly transmit: HttpSend;
  readonly receiver: Receiver;
  readonly auth: ClientAuth | undefined;
  readonly maxMessageLength: number;
  sessionId: string | undefined;
  openingStatus = 0;

  readonly #own: Headers;
  readonly #open = new Set<Exchange>();
  readonly #byId = new Map<RequestId, Exchange>();
  #stream: StandingStream | undefined;
  /** The session that the standing stream was opened in. */
  #streamSession: string | undefined;
  #standing: Standing | undefined;
  #latest: Headers | undefined;
  #closed = false;

  constructor(settings: HttpSettings) {
    this.url = settings.url;
    this.transmit = settings.transmit;
    this.receiver = settings.receiver;
    this.auth = settings.auth;
    this.maxMessageLength =
      settings.maxMessageLength ?? defaultMaxMessageLength;
    this.#own = settings.headers ?? {};
  }

  get http(): this {
    return this;
  }

  send(message: Outgoing): void {
    if (this.#closed) return;
    this.#latest = message.headers;
    const exchange = new Exchange(this, message);
    this.#open.add(exchange);
    if (message.id !== undefined) this.#byId.set(message.id, exchange);
    exchange.start();
  }

  abandon(id: RequestId): void {
    this.#byId.get(id)?.abandon();
  }

  listen(headers: Headers | undefined): Promise<void> {
    const standing = (this.#standing ??= promiseStanding());
    if (this.#closed) {
      standing.refuse(closedError());
    } else if (
      // A new session has no stream yet, and one without a stream is not asked twice.
      this.#stream === undefined ||
      this.#streamSession !== this.sessionId
    ) {
      this.#stream?.stop();
      this.#streamSession = this.sessionId;
      this.#stream = new StandingStream(this, headers, standing.settle);
    }
    return standing.opened;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const exchange of this.#open) exchange.abandon();
    this.#stream?.stop();
    this.#standing?.refuse(closedError());
    if (this.sessionId !== undefined) await this.#endSession();
  }

  headers(): Headers {
    return this.sessionId === undefined
      ? this.#own
      : { ...this.#own, "Mcp-Session-Id": this.sessionId };
  }

  ended(exchange: Exchange): void {
    this.#open.delete(exchange);
    if (exchange.id !== undefined) this.#byId.delete(exchange.id);
  }

  /** Tells the server that the session may go (basic/transports, Session Management); it may refuse. */
  async #endSession(): Promise<void> {
    const { url } = this;
    const asked = { method: "DELETE", url, server: url } as const;
    await new Promise<void>((resolve) => {
      let stop: (() => void) | undefined;
      let over = false;
      const timer = setTimeout(done, goodbyeMs);
      function done(): void {
        over = true;
        clearTimeout(timer);
        stop?.();
        resolve();
      }
      Promise.resolve()
        .then(() => this.auth?.headers(asked))
        .then((authorization) => {
          if (over) return;
          const headers = {
            ...this.headers(),
            ...this.#latest,
            ...authorization,
          };
          stop = this.transmit(
            { method: "DELETE", headers, body: undefined },
            {
              head: () => undefined,
              text: () => undefined,
              end: done,
              failed: done,
            },
          );
        })
        // Without credentials there is no way to say goodbye.
        .catch(done);
    });
  }
}

function promiseStanding(): Standing {
  let settle!: () => void;
  let refuse!: (error: ConnectionError) => void;
  const opened = new Promise<void>((resolve, reject) => {
    settle = resolve;
    refuse = reject;
  });
  // A client that opens the stream to answer on it does not wait.
  opened.catch(() => undefined);
  return { opened, settle, refuse };
}

function closedError(): ConnectionError {
  return new ConnectionError("closed", "The client was closed");
}
