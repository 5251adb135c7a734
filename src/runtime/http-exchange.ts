import { type HttpAnswer, jsonAnswer } from "./http-policy.js";
import type { AuthGrant, Call, Link } from "./server-engine.js";

/** How one HTTP answer is written, whatever the host. */
export interface HttpWriter {
  /** Sends a whole answer. */
  send(answer: HttpAnswer): void;
  /** Begins an answer that is a stream of events. */
  open(headers: Readonly<Record<string, string>>): void;
  /** Writes on the open stream. */
  write(text: string): void;
  /** Ends the open stream. */
  end(): void;
}

const streamHeaders = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
} as const;

const defaultKeepAliveMs = 15_000;

/**
 * One request and its HTTP answer: plain JSON, or a stream of events as soon as
 * something has to be said before the answer (basic/transports, Sending Messages).
 */
export class HttpExchange implements Link {
  readonly stream = false;
  readonly auth: unknown;
  readonly principal: string | undefined;
  readonly #writer: HttpWriter;
  readonly #keepAliveMs: number;
  #call: Call | undefined;
  #state: "new" | "streaming" | "done" = "new";
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  constructor(
    writer: HttpWriter,
    grant: AuthGrant,
    keepAliveMs: number | undefined,
  ) {
    this.auth = grant.auth;
    this.principal = grant.principal;
    this.#writer = writer;
    this.#keepAliveMs = keepAliveMs ?? defaultKeepAliveMs;
  }

  /** True when nothing more is written. */
  get done(): boolean {
    return this.#state === "done";
  }

  /** Says which call ends when the client closes the connection; none where closing means nothing. */
  cancelOnClose(call: Call): void {
    this.#call = call;
  }

  emit(text: string): void {
    if (this.#state === "done") return;
    if (this.#state === "new") {
      this.#state = "streaming";
      this.#writer.open(streamHeaders);
      this.#keepAlive = setInterval(
        () => this.#writer.write(": keep-alive\n\n"),
        this.#keepAliveMs,
      );
    }
    this.#writer.write(event(text));
  }

  answer(_call: Call | undefined, text: string, status: number): void {
    const { done } = this;
    const streaming = this.#state === "streaming";
    this.#stop();
    if (done) return;
    if (!streaming) {
      this.#writer.send(jsonAnswer(status, text));
      return;
    }
    this.#writer.write(event(text));
    this.#writer.end();
  }

  drop(): void {
    this.#stop();
  }

  /** The client closed the connection before the answer was complete. */
  closed(reason: unknown): void {
    const streaming = this.#state === "streaming";
    this.#stop();
    if (streaming) this.#writer.end();
    this.#call?.cancel(reason);
  }

  #stop(): void {
    this.#state = "done";
    clearInterval(this.#keepAlive);
  }
}

/** JSON text has no line end, so it is one line of data. */
function event(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}
