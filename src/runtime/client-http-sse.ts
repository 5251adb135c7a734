import {
  type Ending,
  httpCall,
  type HttpCaller,
  parseEvent,
  refusal,
  report,
} from "./client-http-call.js";
import { post } from "./client-exchange.js";
import { isSuccess } from "./client-http-parts.js";
import { ConnectionError } from "./errors.js";
import { isObject, type RequestId } from "./json-rpc.js";
import type { Channel, HttpPeer, Outgoing } from "./transport.js";

/** What a server answers to `initialize` by POST that knows only HTTP+SSE. */
const unknownHere = [400, 404, 405];

/**
 * HTTP+SSE (2024-11-05 basic/transports) for a server that does not take
 * `initialize` by POST; the value of `httpSse` in the features.
 */
export function httpSse(channel: Channel): Channel | undefined {
  const { http } = channel;
  return http?.openingStatus !== undefined &&
    unknownHere.includes(http.openingStatus)
    ? new SseChannel(http, channel)
    : undefined;
}

/** One stream for all that the server says; each message of ours is a POST to the address that it names first. */
class SseChannel implements Channel, HttpCaller {
  readonly #peer: HttpPeer;
  readonly #below: Channel;
  /** A stream is a session: both begin with `initialize`. */
  #stopStream: (() => void) | undefined;
  #endpoint: URL | undefined;
  /** Kept until the server has named its address. */
  #waiting: Outgoing[] = [];
  /** How to stop each message that is on its way. */
  readonly #posts = new Map<Outgoing, () => void>();
  /** Requests that were sent; their answers come on this stream or never. */
  readonly #unanswered = new Set<unknown>();

  constructor(peer: HttpPeer, below: Channel) {
    this.#peer = peer;
    this.#below = below;
  }

  send(message: Outgoing): void {
    if (message.method === "initialize") {
      this.#stop();
      const accept = { Accept: "text/event-stream" };
      const headers = { ...this.#peer.headers(), ...accept };
      this.#stopStream = httpCall(
        this.#peer,
        { method: "GET", headers, body: undefined },
        this,
      );
    }
    if (this.#endpoint !== undefined) this.#post(this.#endpoint, message);
    else if (this.#stopStream !== undefined) this.#waiting.push(message);
    else queueMicrotask(() => this.#refuse(message, lost()));
  }

  abandon(id: RequestId): void {
    this.#unanswered.delete(id);
    this.#waiting = this.#waiting.filter((message) => message.id !== id);
    for (const [message, stop] of this.#posts) if (message.id === id) stop();
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#below.close();
  }

  event(data: string, kind: string): void {
    if (kind === "endpoint" && this.#endpoint === undefined) this.#named(data);
    if (kind !== "message") return;
    const value = parseEvent(this.#peer, data);
    if (value === undefined) return;
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isObject(one) && one["method"] === undefined)
        this.#unanswered.delete(one["id"]);
    this.#peer.receiver.message(value);
  }

  ended(ending: Ending): void {
    const wasOpen = this.#endpoint !== undefined;
    this.#lose(wasOpen ? lost() : (ending.broken ?? noStream(ending)));
    if (wasOpen) this.#peer.receiver.forgotten();
  }

  /** The server's address for messages, of its own origin: they may carry credentials. */
  #named(address: string): void {
    const { url } = this.#peer;
    const endpoint = URL.canParse(address, url.href)
      ? new URL(address, url)
      : undefined;
    if (endpoint?.origin !== url.origin) {
      const message = `The server wants messages at ${address}, which is not of its own origin`;
      this.#lose(new ConnectionError("protocol", message));
      return;
    }
    this.#endpoint = endpoint;
    for (const message of this.#waiting.splice(0))
      this.#post(endpoint, message);
  }

  #post(endpoint: URL, message: Outgoing): void {
    if (message.id !== undefined) this.#unanswered.add(message.id);
    const done = () => this.#posts.delete(message);
    const request = { ...post(this.#peer, message), url: endpoint };
    const stop = httpCall(this.#peer, request, {
      // Answers come on the standing stream alone.
      event: () => undefined,
      ended: (ending) => {
        done();
        this.#posted(message, ending);
      },
    });
    this.#posts.set(message, () => {
      done();
      stop();
    });
  }

  #posted(message: Outgoing, ending: Ending): void {
    const { status, broken } = ending;
    if (broken === undefined && isSuccess(status)) message.taken?.();
    else if (this.#unanswered.delete(message.id) || message.id === undefined)
      this.#refuse(message, status === 404 ? lost() : refusal(ending));
  }

  #refuse(message: Outgoing, error: ConnectionError): void {
    message.taken?.();
    report(this.#peer, message, error);
  }

  /** `error` is for what was not sent; what was sent may have been done. */
  #lose(error: ConnectionError): void {
    const waiting = this.#waiting.splice(0);
    const unanswered = [...this.#unanswered];
    this.#stop();
    for (const message of waiting) this.#refuse(message, error);
    const message = "The stream ended without an answer";
    for (const id of unanswered)
      this.#peer.receiver.failed(
        id as RequestId,
        new ConnectionError("closed", message),
      );
  }

  #stop(): void {
    this.#stopStream?.();
    this.#stopStream = undefined;
    this.#endpoint = undefined;
    this.#waiting = [];
    this.#unanswered.clear();
    for (const stop of this.#posts.values()) stop();
  }
}

function lost(): ConnectionError {
  return new ConnectionError("session", "The server's stream has ended");
}

function noStream(ending: Ending): ConnectionError {
  if (!isSuccess(ending.status)) return refusal(ending);
  const message = `The server answered ${ending.stream === undefined ? "with no stream" : "with a stream that names no address for messages"}`;
  return new ConnectionError("http", message, { status: ending.status });
}
