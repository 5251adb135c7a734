import type { HttpHost, StreamOptions } from "./server-http.js";

const streamHeaders = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
} as const;

const defaultKeepAliveMs = 15_000;
const defaultMaxQueuedBytes = 1024 * 1024;

/**
 * An HTTP answer that is a stream of server-sent events. Comments keep it open
 * while it is quiet; a client that reads too slowly loses it, so that nothing
 * piles up.
 */
export class EventAnswer {
  readonly #host: HttpHost;
  readonly #maxQueuedBytes: number;
  readonly #keepAlive: ReturnType<typeof setInterval>;
  #open = true;

  /** `onKeepAlive` is called with each comment. */
  constructor(
    host: HttpHost,
    options: StreamOptions,
    onKeepAlive: () => void = () => undefined,
  ) {
    this.#host = host;
    this.#maxQueuedBytes = options.maxQueuedBytes ?? defaultMaxQueuedBytes;
    host.open(streamHeaders);
    this.#keepAlive = setInterval(() => {
      if (this.write(": keep-alive\n\n")) onKeepAlive();
    }, options.keepAliveMs ?? defaultKeepAliveMs);
  }

  /** Whether anything may still be written. */
  get open(): boolean {
    return this.#open;
  }

  /** False when the stream is over, or is given up now. */
  write(text: string): boolean {
    if (!this.#open) return false;
    // What waits is counted before the text, so that one of any length can be sent.
    if (this.#host.queued > this.#maxQueuedBytes) {
      this.closed();
      this.#host.abort();
      return false;
    }
    this.#host.write(text);
    return true;
  }

  end(): void {
    if (!this.#open) return;
    this.closed();
    this.#host.end();
  }

  /** The connection is gone. */
  closed(): void {
    this.#open = false;
    clearInterval(this.#keepAlive);
  }
}

/** JSON text has no line end, so it is one line of data. */
export function messageEvent(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}
