import { Exchange, type HttpPeer } from "./client-exchange.js";
import type { HttpSend } from "./client-http-parts.js";
import type { RequestId } from "./json-rpc.js";
import type { Channel, ClientAuth, Outgoing, Receiver } from "./transport.js";

type Headers = Readonly<Record<string, string>>;

/** How long `close` waits for the server to take note. */
const goodbyeMs = 2000;

/** A client's side of HTTP, whoever sends the requests: what is open, and the session if there is one. */
export class HttpChannel implements Channel, HttpPeer {
  readonly transmit: HttpSend;
  readonly receiver: Receiver;
  readonly auth: ClientAuth | undefined;
  sessionId: string | undefined;

  readonly #own: Headers;
  readonly #open = new Set<Exchange>();
  readonly #byId = new Map<RequestId, Exchange>();
  #standing: Exchange | undefined;
  /** The session that the standing stream was opened in. */
  #standingSession: string | undefined;
  #latest: Headers | undefined;
  #closed = false;

  /** `own` are the user's headers for every request. */
  constructor(
    transmit: HttpSend,
    own: Headers,
    receiver: Receiver,
    auth: ClientAuth | undefined,
  ) {
    this.transmit = transmit;
    this.#own = own;
    this.receiver = receiver;
    this.auth = auth;
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

  listen(headers: Headers | undefined): void {
    // A new session has no stream yet, and one without a stream is not asked twice.
    const isOpen =
      this.#standing !== undefined && this.#standingSession === this.sessionId;
    if (isOpen || this.#closed) return;
    this.#standing?.abandon();
    this.#standingSession = this.sessionId;
    this.#standing = new Exchange(this, { text: "", headers }, true);
    this.#open.add(this.#standing);
    this.#standing.start();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const exchange of this.#open) exchange.abandon();
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
    let authorization: Headers | undefined;
    try {
      authorization = await this.auth?.headers();
    } catch {
      // Without credentials there is no way to say goodbye.
      return;
    }
    const headers = { ...this.headers(), ...this.#latest, ...authorization };
    await new Promise<void>((resolve) => {
      const stop = this.transmit(
        { method: "DELETE", headers, body: undefined },
        {
          head: () => undefined,
          text: () => undefined,
          end: done,
          failed: done,
        },
      );
      const timer = setTimeout(() => {
        stop();
        resolve();
      }, goodbyeMs);
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
    });
  }
}
