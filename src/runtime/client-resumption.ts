import { longestDelay } from "./alarm.js";
import type { Ending } from "./client-http-call.js";
import type { Headers, HttpPeer, HttpRequest } from "./transport.js";

/** The pause before a stream is continued where the server names none. */
const defaultRetryMs = 1000;
/** Failures double the pause up to this. */
const longestRetryMs = 30_000;
/** Less would let a server keep this client busy. */
const shortestRetryMs = 100;

/** Answers of a server, or of what stands before it, that may be another one soon. */
const passing = [408, 409, 425, 429];

/** An id that a header can carry; from any other nothing can be continued. */
const sendable = /^[\x20-\x7e]+$/;

/** Where the stream of a legacy server is continued, and when (basic/transports, Resumability). */
export class Resumption {
  /** The id of the last event that had one. */
  lastId = "";
  /** How often in a row there was no stream, for reasons that may pass. */
  failures = 0;
  #retryMs = defaultRetryMs;

  request(peer: HttpPeer, headers: Headers | undefined): HttpRequest {
    return {
      method: "GET",
      headers: {
        ...peer.headers(),
        ...headers,
        Accept: "text/event-stream",
        ...(this.lastId !== "" && { "Last-Event-ID": this.lastId }),
      },
      body: undefined,
    };
  }

  /** Milliseconds until the stream may be asked for again; undefined where the server refuses it. */
  pauseAfter(ending: Ending): number | undefined {
    const { stream, broken, tooLong, status } = ending;
    if (tooLong) return undefined;
    if (stream !== undefined) {
      const { lastId, retryMs = this.#retryMs } = stream;
      if (sendable.test(lastId)) this.lastId = lastId;
      this.#retryMs = Math.max(
        Math.min(retryMs, longestDelay),
        shortestRetryMs,
      );
      this.failures = 0;
      return this.#retryMs;
    }
    const mayPass =
      (broken !== undefined && broken.reason !== "authorization") ||
      (status >= 500 && status !== 501) ||
      passing.includes(status);
    if (!mayPass) return undefined;
    const doubled = this.#retryMs * 2 ** ++this.failures;
    return Math.max(Math.min(doubled, longestRetryMs), this.#retryMs);
  }
}
