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

/** The answer to who may not go on. */
export type AuthAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For `onWarning`; it is not sent. */
  readonly warning?: string;
};

/** What `auth` says: who it is, for `context.auth`, or the answer to send instead. */
export type AuthOutcome = AuthGrant | AuthAnswer;

/** Decides on every HTTP request before anything else is read of it (basic/authorization). */
export type ServerAuth = (
  request: AuthRequest,
) => AuthOutcome | Promise<AuthOutcome>;

/** One HTTP request and its answer, whatever the host. */
export interface HttpHost {
  readonly request: AuthRequest;
  /** The request came in on an address of this machine alone. */
  readonly loopback: boolean;
  /** Bytes that are written on the open stream and that the client has not taken yet. */
  readonly queued: number;
  /** Reads the body and calls back once: with its text, or with why there is none. `limit` is in bytes. */
  read(limit: number, done: (body: string | Error) => void): void;
  /** Sends a whole answer, also to a request whose body was not read. */
  send(
    status: number,
    body: string,
    headers?: Readonly<Record<string, string>>,
  ): void;
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
  /** Where the transport HTTP+SSE is served, if the server has it; default "/sse". */
  readonly ssePath?: string | undefined;
}

/** An HTTP request that was let in, and the way to answer it. */
export type HttpVisit = {
  readonly host: HttpHost;
  readonly grant: AuthGrant;
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

/** A part of the server that takes what is more than a POST complete in itself, or of another era. */
export interface HttpPart {
  /** Takes a request that is no POST; false when it is none of this part. May throw a `Refusal`. */
  open(visit: HttpVisit): boolean;
  /** Takes the decoded body of a POST; false when it is none of this part. May throw a `Refusal`. */
  post(visit: HttpVisit, value: unknown): boolean;
}
