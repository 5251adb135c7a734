import type { JsonObject } from "./json-rpc.js";
import type { Awaitable } from "./server-handlers.js";

/** An HTTP request as `auth` sees it. */
export interface AuthRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By name in lower case. */
  header(name: string): string | undefined;
}

/** Who may go on. */
export type AuthGrant = {
  /** For `context.auth`. */
  readonly auth: unknown;
  /** One stable word for who it is, such as the subject of a token: state that one principal was given is refused from another. */
  readonly principal?: string | undefined;
  /** What the caller lacks to do what needs these scopes; undefined when it may. Without it, scopes mean nothing. */
  readonly lacks?:
    ((scopes: readonly string[]) => ScopeLack | undefined) | undefined;
};

/** A grant that is too small. */
export type ScopeLack = {
  /** All that is needed, also what is granted already. */
  readonly needed: readonly string[];
  /** The `WWW-Authenticate` that says so (RFC 6750 section 3). */
  readonly challenge: string;
};

/** What `auth` says: who it is, for `context.auth`, or the answer to send instead. */
export type AuthOutcome =
  | AuthGrant
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      /** For `onWarning`; it is not sent. */
      readonly warning?: string;
    };

/** Decides on every HTTP request before anything else is read of it (basic/authorization). */
export type ServerAuth = (
  request: AuthRequest,
) => AuthOutcome | Promise<AuthOutcome>;

/** An HTTP answer that is no result of a request. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** How one HTTP answer is written, whatever the host. */
export interface HttpWriter {
  /** Bytes that are written on the open stream and that the client has not taken yet. */
  readonly queued: number;
  /** Sends a whole answer. */
  send(answer: HttpAnswer): void;
  /** Begins an answer that is a stream of events. */
  open(headers: Readonly<Record<string, string>>): void;
  /** Writes on the open stream. */
  write(text: string): void;
  /** Ends the open stream. */
  end(): void;
  /** Breaks the open stream off. */
  abort(): void;
  /** Calls the listener, once, when the connection is gone: now if it is already. */
  onClosed(listener: () => void): void;
}

/** How streams of events are kept; everything has a default. */
export interface StreamOptions {
  /** Milliseconds between the comment lines that keep a quiet stream open; default 15,000. */
  readonly keepAliveMs?: number | undefined;
  /** Bytes that may wait for a client that reads too slowly; beyond them its stream is broken off. Default 1 MiB. */
  readonly maxQueuedBytes?: number | undefined;
  /** Milliseconds that a client should wait before it takes up a stream that broke; default 1,000. */
  readonly retryMs?: number | undefined;
}

/** An HTTP request that was let in, and the way to answer it. */
export type HttpVisit = {
  readonly request: AuthRequest;
  readonly grant: AuthGrant;
  readonly writer: HttpWriter;
  readonly options: StreamOptions;
};

/** What is remembered of a session between its requests, as JSON (2025-11-25 basic/transports, Session Management). */
export type SessionState = {
  /** Rises with every change. */
  readonly revision: number;
  /** The protocol version that `initialize` agreed on. */
  readonly version: string;
  /** `clientInfo` and `capabilities`, as `initialize` had them. */
  readonly info: JsonObject | null;
  readonly capabilities: JsonObject;
  /** The place of the lowest log level that the client wants in the order of levels, from 0; null for none. */
  readonly level: number | null;
  /** The resources that it follows. */
  readonly uris: readonly string[];
  /** The client said that it is initialized. */
  readonly opened: boolean;
  /** Whose session it is, as `auth` says; null without. */
  readonly principal: string | null;
};

/**
 * Keeps the states of sessions by id. The default lives in the process; several
 * processes that serve one address share one of their own, which also decides when
 * a session that nobody uses has ended: a `get` counts as a use.
 */
export interface SessionStore {
  get(id: string): Awaitable<SessionState | undefined>;
  set(id: string, state: SessionState): Awaitable<void>;
  delete(id: string): Awaitable<void>;
}

/** How sessions are kept. */
export interface SessionOptions {
  /** Default: within the process. */
  readonly store?: SessionStore | undefined;
  /** Milliseconds after which a session that nobody uses has ended; default 30 minutes. An open stream is a use. */
  readonly idleMs?: number | undefined;
  /** How many there may be in this process: one more ends the one that was not used for longest. Default 10,000. */
  readonly maxSessions?: number | undefined;
  /** How much of what was sent is kept for clients that lost a stream, in characters over all sessions; default 16 Mi. */
  readonly maxKept?: number | undefined;
}

/** HTTP sessions, as the rest of the server sees them. */
export interface SessionServer {
  /** Takes a POST, given as decoded JSON, of the session with this id; without one it is an `initialize`. Never throws. */
  post(visit: HttpVisit, id: string | undefined, value: unknown): void;
  /** Opens the standing stream, or takes up one that broke. */
  get(visit: HttpVisit, id: string): void;
  /** Ends the session. */
  delete(visit: HttpVisit, id: string): void;
}

/** HTTP+SSE, as the rest of the server sees it. */
export interface SseServer {
  /** Opens a stream, for a GET. */
  open(visit: HttpVisit): void;
  /** Takes the body of a POST for one of the streams. */
  post(visit: HttpVisit, body: string): void;
}
