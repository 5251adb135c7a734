import { carriesError, isSuccess, parseBody } from "./client-http-parts.js";
import { excerpt } from "./client-messages.js";
import { ConnectionError } from "./errors.js";
import { SseReader } from "./sse.js";
import type {
  HttpPeer,
  HttpReply,
  HttpRequest,
  Outgoing,
} from "./transport.js";

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
  /** An answer begins; another one may follow where the server had refused the credentials. */
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

/** Sends an HTTP request; the result ends it from this side, after which the caller hears nothing more. */
export function httpCall(
  { transmit, maxMessageLength }: HttpPeer,
  request: HttpRequest,
  caller: HttpCaller,
): () => void {
  let over = false;
  let status = 0;
  let body = "";
  let stream: SseReader | undefined;
  const end = (broken?: ConnectionError, tooLong = false): void => {
    if (over) return;
    over = true;
    caller.ended({ status, body, stream, broken, tooLong });
  };
  const reply: HttpReply = {
    head(code, header) {
      if (over) return;
      status = code;
      body = "";
      const isStream =
        isSuccess(code) &&
        /^\s*text\/event-stream\s*(;|$)/i.test(header("content-type") ?? "");
      stream = isStream
        ? new SseReader((data, kind) => {
            if (!over) caller.event(data, kind);
          })
        : undefined;
      caller.opened?.(code, header, isStream);
    },
    text(chunk) {
      if (over) return;
      if (stream === undefined) body += chunk;
      else stream.push(chunk);
      // What an event said may have ended the call already; then this changes nothing.
      if ((stream?.size ?? body.length) <= maxMessageLength) return;
      stop();
      const message = `The server sent a message of more than ${maxMessageLength} characters`;
      end(new ConnectionError("http", message), true);
    },
    end: () => end(),
    failed(cause) {
      const why = cause instanceof Error ? cause.message : excerpt(cause);
      const message = `The HTTP request failed: ${why}`;
      const isTold = cause instanceof ConnectionError;
      end(isTold ? cause : new ConnectionError("http", message, { cause }));
    },
  };
  const stop = transmit(request, reply);
  return () => {
    over = true;
    stop();
  };
}

/** The JSON-RPC message of an answer; undefined for a stream, and for one that carries none. */
export function messageOf(ending: Ending): unknown {
  const { status, body, stream, broken } = ending;
  if (stream !== undefined || broken !== undefined) return undefined;
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

/** Tells why a message was not taken, or why its answer does not come. */
export function report(
  { receiver }: HttpPeer,
  { id }: Outgoing,
  error: ConnectionError,
): void {
  if (id === undefined) receiver.warning(error.message);
  else receiver.failed(id, error);
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
