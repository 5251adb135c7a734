import { notificationText } from "./call.js";
import { type JsonObject, isRequestId } from "./json-rpc.js";
import type { Protocol } from "./protocol.js";
import type { ChangingList } from "./server-catalogue.js";
import { type Changes, changesOf } from "./server-changes.js";
import type { Call, ClientFacts } from "./server-engine.js";

/** How grave a log message is (RFC 5424), lightest first. */
export const logLevels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

export type LogLevel = (typeof logLevels)[number];

/** The place of a level in `logLevels`; undefined for what is none. */
export function levelOf(name: unknown): number | undefined {
  const level = (logLevels as readonly unknown[]).indexOf(name);
  return level < 0 ? undefined : level;
}

/** What a handler can do beside answering. Capability members come with the manifest's `features`. */
export interface RuntimeContext<
  App = unknown,
  P extends Protocol = Protocol,
  Auth = unknown,
> extends Changes {
  /** Aborts when the client cancels, or closes the response on HTTP. */
  readonly signal: AbortSignal;
  /** What `createApp` gave. */
  readonly app: App;
  /** What the server's `auth` made of the HTTP request; undefined elsewhere. */
  readonly auth: Auth;
  /** Who asks, and in which protocol version. */
  readonly client: ClientFacts;
  /**
   * Tells how far the work is, to a client that asked to know; else nothing happens.
   * `progress` must rise with each call, smaller values are left out; `message`
   * travels where the version has it.
   */
  progress(progress: number, total?: number, message?: string): void;
  /**
   * Logs: with the `logging` feature to the client, as it asked for it, else to
   * stderr. `data` is any JSON value.
   */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /** Sends any notification of the protocol on the way that the answer will take. */
  notify<N extends keyof P["notifications"] & string>(
    method: N,
    params: P["notifications"][N],
  ): void;
  /**
   * Frees the HTTP connection of a long call: the client comes back for the answer,
   * after `retryMs` milliseconds (default 1,000, the host's option), and may do so
   * again after each call of this. Does nothing where the client cannot come back:
   * it can within an HTTP session from 2025-11-25 on, before 2026-07-28.
   */
  releaseConnection(retryMs?: number): void;
}

/** The context of one call. */
export class CallContext implements RuntimeContext {
  readonly #call: Call;
  #progress = -Infinity;

  constructor(call: Call) {
    this.#call = call;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get app(): unknown {
    return this.#call.engine.app;
  }

  get auth(): unknown {
    return this.#call.link.grant.auth;
  }

  get client(): ClientFacts {
    return this.#call.caller.client;
  }

  progress(progress: number, total?: number, message?: string): void {
    const meta = this.#call.params["_meta"] as JsonObject | undefined;
    const progressToken = meta?.["progressToken"];
    if (!isRequestId(progressToken) || !Number.isFinite(progress)) return;
    if (progress <= this.#progress) return;
    this.#progress = progress;
    this.notify("notifications/progress", {
      progressToken,
      progress,
      total,
      message: this.#call.dialect.profile.progressMessage ? message : undefined,
    });
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    const { engine, caller } = this.#call;
    if (engine.catalogue.logging !== true) {
      const from = logger === undefined ? "" : ` ${logger}:`;
      toStderr(`[${level}]${from}`, data);
      return;
    }
    const wanted = caller.level;
    if (wanted === undefined || (levelOf(level) ?? 0) < wanted) return;
    this.notify("notifications/message", { level, logger, data: data ?? null });
  }

  changed(list: ChangingList): void {
    changesOf(this.#call.engine).changed(list);
  }

  updated(uri: string): void {
    changesOf(this.#call.engine).updated(uri);
  }

  releaseConnection(retryMs?: number): void {
    if (this.#call.open) this.#call.link.release?.(retryMs);
  }

  notify(method: string, params: unknown): void {
    if (!this.#call.open) return;
    this.#call.link.emit(notificationText(method, params as JsonObject));
  }
}

/** Says something to whoever runs the server; stdout belongs to the protocol. */
export function toStderr(...parts: readonly unknown[]): void {
  console.error(...parts);
}
