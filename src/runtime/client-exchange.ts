import {
  carriesError,
  type HttpReply,
  type HttpSend,
  isSuccess,
  parseBody,
} from "./client-http-parts.js";
import { longestDelay } from "./alarm.js";
import { excerpt } from "./client-messages.js";
import { ConnectionError } from "./errors.js";
import { isObject, type RequestId } from "./json-rpc.js";
import { SseReader } from "./sse.js";
import type { ClientAuth, Outgoing, Receiver } from "./transport.js";

/** What exchanges share: the server, its session, and who is told. */
export interface HttpPeer {
  readonly transmit: HttpSend;
  readonly receiver: Receiver;
  readonly auth: ClientAuth | undefined;
  /** Headers that every request carries, the session's among them. */
  headers(): Readonly<Record<string, string>>;
  sessionId: string | undefined;
  ended(exchange: Exchange): void;
}

/** The longest JSON answer or event, in characters, as for a line on stdio. */
const maxBodyLength = 64 * 1024 * 1024;

/** How long a stream may stay open after its answer. */
const lingerMs = 1000;

/** The pause before a stream is continued where the server names none. */
const defaultRetryMs = 1000;
const longestRetryMs = 30_000;
/** Less would let a server keep this client busy. */
const shortestRetryMs = 100;

const maxChallenges = 3;

/**
 * One HTTP request and what comes back for it (basic/transports, Streamable HTTP):
 * the answer to a message, or, without a message, the stream on which a legacy
 * server speaks unasked.
 */
export class Exchange implements HttpReply {
  readonly id: RequestId | undefined;
  readonly #peer: HttpPeer;
  readonly #message: Outgoing;
  readonly #standing: boolean;
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  #answered = false;
  #status = 0;
  #challenge: string | undefined;
  #challenges = 0;
  #body = "";
  #sse: SseReader | undefined;
  #lastId = "";
  /** The session that it was sent in; another request may open a new one meanwhile. */
  #session: string | undefined;
  #retryMs = defaultRetryMs;

  /** `standing` opens the stream that belongs to no message; only the headers of `message` count then. */
  constructor(peer: HttpPeer, message: Outgoing, standing = false) {
    this.#peer = peer;
    this.#message = message;
    this.#standing = standing;
    this.id = message.id;
  }

  start(): void {
    this.#status = 0;
    this.#body = "";
    this.#sse = undefined;
    this.#timer = undefined;
    const { auth } = this.#peer;
    if (auth === undefined) {
      this.#send({});
      return;
    }
    // Asked from within a promise, so that a throw and a rejection are one thing.
    Promise.resolve()
      .then(() => auth.headers())
      .then(
        (headers) => {
          if (!this.#over) this.#send(headers);
        },
        (cause: unknown) => this.failed(cause),
      );
  }

  /** Ends it from this side; nothing more is reported. */
  abandon(): void {
    this.#finish();
    this.#stop?.();
  }

  head(status: number, header: (name: string) => string | undefined): void {
    this.#status = status;
    this.#challenge = header("www-authenticate");
    const [type = ""] = (header("content-type") ?? "").split(";");
    if (this.#message.opensSession === true && isSuccess(status))
      this.#peer.sessionId = header("mcp-session-id");
    if (isSuccess(status) && type.trim().toLowerCase() === "text/event-stream")
      this.#sse = new SseReader((data, kind) => this.#event(data, kind));
  }

  text(chunk: string): void {
    let size: number;
    if (this.#sse === undefined) {
      this.#body += chunk;
      size = this.#body.length;
    } else {
      this.#sse.push(chunk);
      size = this.#sse.size;
    }
    if (size <= maxBodyLength || this.#over) return;
    this.#stop?.();
    this.#fail(new ConnectionError("http", "The answer is too long"));
  }

  end(): void {
    if (this.#over) return;
    const { auth } = this.#peer;
    const challenged = this.#status === 401 || this.#status === 403;
    if (this.#sse !== undefined) this.#streamEnded(this.#sse);
    else if (
      challenged &&
      auth?.challenged !== undefined &&
      this.#challenges++ < maxChallenges
    )
      this.#authorize(auth);
    else this.#bodyEnded();
  }

  failed(cause: unknown): void {
    if (this.#over) return;
    if (this.#sse !== undefined && this.#continues()) {
      this.#streamEnded(this.#sse);
      return;
    }
    const why = cause instanceof Error ? cause.message : excerpt(cause);
    const message = `The HTTP request failed: ${why}`;
    this.#fail(new ConnectionError("http", message, { cause }));
  }

  #send(authorization: Readonly<Record<string, string>>): void {
    const { text, headers, opensSession } = this.#message;
    const resumes = this.#standing || this.#lastId !== "";
    // A session begins without one, also where the one before has been lost.
    if (opensSession === true) this.#peer.sessionId = undefined;
    this.#session = this.#peer.sessionId;
    this.#stop = this.#peer.transmit(
      {
        method: resumes ? "GET" : "POST",
        headers: {
          ...this.#peer.headers(),
          ...headers,
          ...authorization,
          Accept: resumes
            ? "text/event-stream"
            : "application/json, text/event-stream",
          ...(!resumes && { "Content-Type": "application/json" }),
          ...(this.#lastId !== "" && { "Last-Event-ID": this.#lastId }),
        },
        body: resumes ? undefined : text,
      },
      this,
    );
  }

  #authorize(auth: ClientAuth): void {
    Promise.resolve()
      .then(() => auth.challenged?.(this.#status, this.#challenge))
      .then(
        (again) => {
          if (this.#over) return;
          if (again === true) this.start();
          else this.#bodyEnded();
        },
        (cause: unknown) => this.failed(cause),
      );
  }

  #event(data: string, kind: string): void {
    if (kind !== "message" || this.#over) return;
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      this.#peer.receiver.warning(
        `The server sent an event that is no JSON: ${data.slice(0, 200)}`,
      );
      return;
    }
    this.#deliver(value);
  }

  /** Hands on a message, and knows the answer when it passes. */
  #deliver(value: unknown): void {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
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
    // A server that leaves the stream open would collect connections.
    if (this.#answered && this.#sse !== undefined && !this.#over)
      this.#timer ??= setTimeout(() => this.abandon(), lingerMs);
  }

  #bodyEnded(): void {
    const ok = isSuccess(this.#status);
    if (this.#standing) {
      // No stream, then: the server has none, whatever it says instead.
      this.#finish();
    } else if (this.id === undefined) {
      // Any success will do, whatever its body.
      if (ok) this.#finish();
      else this.#fail(this.#refusal());
    } else {
      const value = parseBody(this.#body);
      const isAnswer = ok
        ? typeof value === "object" && value !== null
        : carriesError(this.#status, value);
      if (isAnswer) this.#deliver(value);
      if (this.#answered) this.#finish();
      else this.#fail(this.#refusal());
    }
  }

  #streamEnded({ lastId, retryMs }: SseReader): void {
    if (lastId !== "") this.#lastId = lastId;
    if (retryMs !== undefined)
      this.#retryMs = Math.max(
        Math.min(retryMs, longestDelay),
        shortestRetryMs,
      );
    if (this.#answered || (this.id === undefined && !this.#standing))
      this.#finish();
    else if (this.#continues()) this.#later(this.#retryMs);
    else
      this.#fail(
        new ConnectionError("closed", "The stream ended without an answer"),
      );
  }

  /** Whether a stream that ended is asked for again from where it was (basic/transports, Resumability). */
  #continues(): boolean {
    const lastId = this.#sse?.lastId || this.#lastId;
    return (
      this.#standing || (this.#message.resumable === true && lastId !== "")
    );
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => this.start(), ms);
  }

  #refusal(): ConnectionError {
    const status = this.#status;
    const body = this.#body.slice(0, 1000);
    if (status === 404 && this.#session !== undefined)
      return new ConnectionError(
        "session",
        "The server has forgotten the session",
        { status, body },
      );
    const message = `The server answered HTTP ${status}${body && `: ${body}`}`;
    return new ConnectionError("http", message, { status, body });
  }

  #fail(error: ConnectionError): void {
    if (this.#standing) {
      this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
      this.#later(this.#retryMs);
      return;
    }
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
