import {
  type Ending,
  httpCall,
  type HttpCaller,
  messageOf,
  parseEvent,
  refusal,
  report,
} from "./client-http-call.js";
import { isSuccess } from "./client-http-parts.js";
import { ConnectionError } from "./errors.js";
import { isObject, type RequestId } from "./json-rpc.js";
import type { Headers, HttpPeer, HttpRequest, Outgoing } from "./transport.js";

/** How a request goes on whose answer has not come: by another HTTP request after a pause in milliseconds. */
export type Continuation = {
  readonly request: HttpRequest;
  readonly pause: number;
};

/** What a session adds to an exchange. */
export interface ExchangeRules {
  /** The HTTP answer begins. */
  opened(status: number, header: (name: string) => string | undefined): void;
  /** The HTTP answer ended before the request was answered; undefined leaves it as without a session. */
  unanswered(ending: Ending): Continuation | ConnectionError | undefined;
}

/** How long a stream may stay open after its answer. */
const lingerMs = 1000;

const accept = { Accept: "application/json, text/event-stream" };

/** A message as an HTTP request; `more` are headers that it needs besides. */
export function post(
  peer: HttpPeer,
  { headers, text, method }: Outgoing,
  more?: Headers,
): HttpRequest {
  return {
    method: "POST",
    headers: {
      ...peer.headers(),
      ...headers,
      ...more,
      "Content-Type": "application/json",
    },
    body: text,
    // A call may have been carried out.
    repeatable: method !== "tools/call",
  };
}

/**
 * Sends a message and hands on what comes back for it (basic/transports, Streamable
 * HTTP): JSON, or a stream. The result ends it from this side; `over` is called once,
 * later than this returns.
 */
export function exchange(
  peer: HttpPeer,
  message: Outgoing,
  over: () => void,
  rules?: ExchangeRules,
): () => void {
  const { id, taken, profile } = message;
  const asks = id !== undefined;
  let isOver = false;
  let answered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (error?: ConnectionError): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    over();
    taken?.();
    if (error !== undefined) report(peer, message, error);
  };
  const abandon = (): void => {
    finish();
    stop();
  };
  const deliver = (value: unknown): void => {
    if (id !== undefined && answers(value, id, profile?.batches === true))
      answered = true;
    peer.receiver.message(value);
  };
  const caller: HttpCaller = {
    opened: (status, header) => rules?.opened(status, header),
    event(data, kind) {
      const value = kind === "message" ? parseEvent(peer, data) : undefined;
      if (value === undefined) return;
      deliver(value);
      // A server that leaves the stream open would collect connections.
      if (answered && !isOver) timer ??= setTimeout(abandon, lingerMs);
    },
    ended(ending) {
      if (isOver) return;
      const way = answered ? undefined : rules?.unanswered(ending);
      if (way instanceof ConnectionError) {
        finish(way);
      } else if (way !== undefined) {
        timer = setTimeout(() => {
          stop = httpCall(peer, way.request, caller);
        }, way.pause);
      } else {
        const value = answered || !asks ? undefined : messageOf(ending);
        if (value !== undefined) deliver(value);
        finish(answered ? undefined : failure(ending, asks));
      }
    },
  };
  let stop = httpCall(peer, post(peer, message, accept), caller);
  return abandon;
}

/** Whether the answer to this request is there. */
function answers(value: unknown, id: RequestId, batches: boolean): boolean {
  const isBatch = batches && Array.isArray(value);
  let found = false;
  for (const one of isBatch ? (value as unknown[]) : [value]) {
    if (!isObject(one) || one["method"] !== undefined) continue;
    // An error without an id is this exchange's: there is no other that it could belong to.
    if (one["error"] !== undefined) one["id"] ??= id;
    if (one["id"] === id) found = true;
  }
  return found;
}

/** Why there is no answer, if one was asked for; for any other message any success will do. */
function failure(ending: Ending, asks: boolean): ConnectionError | undefined {
  const { broken, stream, status } = ending;
  if (broken === undefined && !asks && isSuccess(status)) return undefined;
  if (broken !== undefined || !asks || stream === undefined)
    return refusal(ending);
  // The server may have done what it was asked for, so the request is not sent again.
  const message = "The stream ended without an answer";
  return new ConnectionError("closed", message, { status });
}
