import {
  type Ending,
  HttpCall,
  type HttpCaller,
  messageOf,
  parseEvent,
  refusal,
} from "./client-http-call.js";
import { isSuccess } from "./client-http-parts.js";
import { Resumption } from "./client-resumption.js";
import { ConnectionError } from "./errors.js";
import { isObject, type RequestId } from "./json-rpc.js";
import type { HttpPeer, HttpRequest, Outgoing } from "./transport.js";

/** The session that exchanges share, and who keeps them. */
export interface ExchangePeer extends HttpPeer {
  sessionId: string | undefined;
  openingStatus: number;
  ended(exchange: Exchange): void;
}

/** How long a stream may stay open after its answer. */
const lingerMs = 1000;

/** How often in a row a stream may fail to be continued before its request is given up. */
const maxFailures = 5;

/**
 * One message and what comes back for it (basic/transports, Streamable HTTP): JSON,
 * or a stream, which is continued where it ends before the answer.
 */
export class Exchange implements HttpCaller {
  readonly id: RequestId | undefined;
  readonly #peer: ExchangePeer;
  readonly #message: Outgoing;
  readonly #resumption = new Resumption();
  #call: HttpCall | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  #answered = false;
  #resumes = false;
  /** The session that it was sent in; another request may open a new one meanwhile. */
  #session: string | undefined;

  constructor(peer: ExchangePeer, message: Outgoing) {
    this.#peer = peer;
    this.#message = message;
    this.id = message.id;
  }

  start(): void {
    this.#call = new HttpCall(this.#peer, this);
  }

  /** Ends it from this side; nothing more is reported. */
  abandon(): void {
    this.#finish();
    this.#call?.stop();
  }

  request(): HttpRequest {
    const { text, headers, opensSession, repeatable } = this.#message;
    if (this.#resumes) return this.#resumption.request(headers);
    // A session begins without one, also where the one before has been lost.
    if (opensSession === true) this.#peer.sessionId = undefined;
    this.#session = this.#peer.sessionId;
    return {
      method: "POST",
      headers: {
        ...headers,
        Accept: "application/json, text/event-stream",
        "Content-Type": "application/json",
      },
      body: text,
      repeatable,
    };
  }

  opened(status: number, header: (name: string) => string | undefined): void {
    if (this.#message.opensSession !== true || this.#resumes) return;
    this.#peer.openingStatus = status;
    if (isSuccess(status)) this.#peer.sessionId = header("mcp-session-id");
  }

  event(data: string, kind: string): void {
    if (kind !== "message") return;
    const value = parseEvent(this.#peer, data);
    if (value === undefined) return;
    this.#deliver(value);
    // A server that leaves the stream open would collect connections.
    if (this.#answered && !this.#over)
      this.#timer ??= setTimeout(() => this.abandon(), lingerMs);
  }

  ended(ending: Ending): void {
    if (this.#over) return;
    if (this.#answered) this.#finish();
    else if (this.id === undefined) this.#taken(ending);
    else if (this.#resumes || ending.stream !== undefined) this.#cut(ending);
    else this.#closed(ending);
  }

  /** Hands on a message, and knows the answer when it passes. */
  #deliver(value: unknown): void {
    const isBatch = Array.isArray(value) && this.#message.batches === true;
    for (const one of isBatch ? (value as unknown[]) : [value]) {
      if (
        isObject(one) &&
        this.id !== undefined &&
        one["method"] === undefined
      ) {
        // An error without an id is this exchange's: there is no other that it could belong to.
        if (one["error"] !== undefined) one["id"] ??= this.id;
        if (one["id"] === this.id) this.#answered = true;
      }
    }
    this.#peer.receiver.message(value);
  }

  /** A message without an answer: any success will do, whatever its body. */
  #taken(ending: Ending): void {
    if (ending.broken === undefined && isSuccess(ending.status)) this.#finish();
    else this.#fail(refusal(ending));
  }

  /** An answer that is no stream. */
  #closed(ending: Ending): void {
    const { status, body, broken } = ending;
    // The server has not looked at the message, whatever error it puts into the body.
    if (status === 404 && this.#session !== undefined) {
      const message = "The server has forgotten the session";
      const more = { status, body: body.slice(0, 1000) };
      this.#fail(new ConnectionError("session", message, more));
      return;
    }
    const value = broken === undefined ? messageOf(ending) : undefined;
    if (value !== undefined) this.#deliver(value);
    if (this.#answered) this.#finish();
    else this.#fail(refusal(ending));
  }

  /** A stream that ended without the answer, or could not be continued. */
  #cut(ending: Ending): void {
    const pause = this.#resumption.pauseAfter(ending);
    const { lastId, failures } = this.#resumption;
    const resumable = this.#message.resumable === true && lastId !== "";
    if (resumable && pause !== undefined && failures <= maxFailures) {
      this.#resumes = true;
      this.#timer = setTimeout(() => this.start(), pause);
      return;
    }
    const { broken, tooLong, stream, status } = ending;
    const isPlain = tooLong || broken?.reason === "authorization";
    if (broken !== undefined && (isPlain || !this.#resumes)) {
      this.#fail(broken);
      return;
    }
    // The server may have done what it was asked for, so the request is not sent again.
    const why = stream === undefined ? `: ${refusal(ending).message}` : "";
    const message = `The stream ended without an answer${why}`;
    this.#fail(new ConnectionError("closed", message, { status }));
  }

  #fail(error: ConnectionError): void {
    this.#finish();
    if (this.id === undefined) this.#peer.receiver.warning(error.message);
    else this.#peer.receiver.failed(this.id, error);
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#peer.ended(this);
    this.#message.taken?.();
  }
}
