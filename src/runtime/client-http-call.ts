import { carriesError, isSuccess, parseBody } from "./client-http-parts.js";
import { excerpt } from "./client-messages.js";
import { ConnectionError } from "./errors.js";
import { SseReader } from "./sse.js";
import type {
  AuthAnswer,
  AuthRequest,
  Headers,
  HttpPeer,
  HttpReply,
  HttpRequest,
} from "./transport.js";

const maxChallenges = 5;

/** How an HTTP request ended. */
export type Ending = {
  /** 0 where no answer came. */
  readonly status: number;
  readonly body: string;
  /** There where the answer was a stream of events. */
  readonly stream: SseReader | undefined;
  /** What broke the way there or back; undefined for an answer that came to its end. */
  readonly broken: ConnectionError | undefined;
  /** It was stopped because it was longer than allowed. */
  readonly tooLong: boolean;
};

/** Who makes an HTTP request and hears what comes of it. */
export interface HttpCaller {
  /** What to send, asked for at each try; the peer's headers and the credentials are added. */
  request(): HttpRequest;
  /** The answer begins. */
  opened?(
    status: number,
    header: (name: string) => string | undefined,
    isStream: boolean,
  ): void;
  /** An event of a stream. */
  event(data: string, kind: string): void;
  /** Comes once, and last, unless the call was stopped. */
  ended(ending: Ending): void;
}

/**
 * One HTTP request with its credentials, sent again while the user has better ones
 * for a server that refuses them.
 */
export class HttpCall implements HttpReply {
  readonly #peer: HttpPeer;
  readonly #caller: HttpCaller;
  #stop: (() => void) | undefined;
  #over = false;
  #status = 0;
  #body = "";
  #stream: SseReader | undefined;
  /** What the credentials of this try were asked for. */
  #asked: AuthRequest | undefined;
  #sent: Headers = {};
  #answer: AuthAnswer | undefined;
  #attempt = 0;

  constructor(peer: HttpPeer, caller: HttpCaller) {
    this.#peer = peer;
    this.#caller = caller;
    this.#start();
  }

  /** Ends it from this side; the caller hears nothing more. */
  stop(): void {
    this.#over = true;
    this.#stop?.();
  }

  head(status: number, header: (name: string) => string | undefined): void {
    if (this.#over) return;
    this.#status = status;
    this.#hear(status, header);
    const [type = ""] = (header("content-type") ?? "").split(";");
    const isStream =
      isSuccess(status) && type.trim().toLowerCase() === "text/event-stream";
    if (isStream)
      this.#stream = new SseReader((data, kind) => {
        if (!this.#over) this.#caller.event(data, kind);
      });
    this.#caller.opened?.(status, header, isStream);
  }

  text(chunk: string): void {
    if (this.#over) return;
    this.#stream?.push(chunk);
    if (this.#stream === undefined) this.#body += chunk;
    const size = this.#stream?.size ?? this.#body.length;
    // What an event said may have ended the call already; then this changes nothing.
    if (size <= this.#peer.maxMessageLength) return;
    this.#stop?.();
    const message = `The server sent a message of more than ${this.#peer.maxMessageLength} characters`;
    this.#end(new ConnectionError("http", message), true);
  }

  end(): void {
    if (this.#over) return;
    const isChallenge = this.#status === 401 || this.#status === 403;
    if (isChallenge && this.#answer && this.#attempt <= maxChallenges)
      this.#authorize(this.#answer);
    else this.#end(undefined);
  }

  failed(cause: unknown): void {
    if (cause instanceof ConnectionError) return this.#end(cause);
    const why = cause instanceof Error ? cause.message : excerpt(cause);
    const message = `The HTTP request failed: ${why}`;
    this.#end(new ConnectionError("http", message, { cause }));
  }

  #start(): void {
    this.#status = 0;
    this.#body = "";
    this.#attempt++;
    const { auth, url: server } = this.#peer;
    const request = this.#caller.request();
    const headers = { ...this.#peer.headers(), ...request.headers };
    if (auth === undefined) {
      this.#stop = this.#peer.transmit({ ...request, headers }, this);
      return;
    }
    const { method, url = server } = request;
    const asked = (this.#asked = { method, url, server });
    // Asked from within a promise, so that a throw and a rejection are one thing.
    Promise.resolve()
      .then(() => auth.headers(asked))
      .then(
        (authorization) => {
          if (this.#over) return;
          this.#sent = authorization;
          const all = { ...headers, ...authorization };
          this.#stop = this.#peer.transmit({ ...request, headers: all }, this);
        },
        (cause: unknown) => this.failed(cause),
      );
  }

  /** Tells who gives the credentials of an answer. */
  #hear(status: number, header: (name: string) => string | undefined): void {
    const { auth } = this.#peer;
    if (auth === undefined || this.#asked === undefined) return;
    const [sent, attempt] = [this.#sent, this.#attempt];
    this.#answer = { ...this.#asked, status, sent, attempt, header };
    auth.answered?.(this.#answer);
  }

  #authorize(challenge: AuthAnswer): void {
    const goOn = this.#peer.receiver.pause();
    this.#stop = goOn;
    Promise.resolve()
      .then(() => this.#peer.auth?.challenged?.(challenge))
      .finally(goOn)
      .then(
        (again) => {
          if (this.#over) return;
          if (again === true) this.#start();
          else this.#end(undefined);
        },
        (cause: unknown) => this.failed(cause),
      );
  }

  #end(broken: ConnectionError | undefined, tooLong = false): void {
    if (this.#over) return;
    this.#over = true;
    this.#caller.ended({
      status: this.#status,
      body: this.#body,
      stream: this.#stream,
      broken,
      tooLong,
    });
  }
}

/** The JSON-RPC message of an answer that is no stream; undefined for one that carries none. */
export function messageOf({ status, body }: Ending): unknown {
  const value = parseBody(body);
  const carries = isSuccess(status)
    ? typeof value === "object" && value !== null
    : carriesError(status, value);
  return carries ? value : undefined;
}

/** Why an answer is none. */
export function refusal({ status, body, broken }: Ending): ConnectionError {
  if (broken !== undefined) return broken;
  const start = body.slice(0, 1000);
  const message = `The server answered HTTP ${status}${start && `: ${start}`}`;
  return new ConnectionError("http", message, { status, body: start });
}

/** A JSON-RPC message out of an event; a warning says why there is none. */
export function parseEvent({ receiver }: HttpPeer, data: string): unknown {
  const value = parseBody(data);
  if (value === undefined)
    receiver.warning(
      `The server sent an event that is no JSON: ${data.slice(0, 200)}`,
    );
  return value;
}
