import type {
  CallOptions,
  ConnectOptions,
  Listening,
  ServerIdentity,
} from "./client-options.js";
import type { Tool } from "./descriptor.js";
import type { ConnectionError, McpError, ProtocolError } from "./errors.js";
import type { JsonObject, RequestId } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";
import type {
  Channel,
  ClientAuth,
  Headers,
  Receiver,
  Transport,
} from "./transport.js";
import type { ValidationLevel } from "./validate.js";

/** Which arguments of a tool travel as headers too: path → name. */
export type ParameterHeaders = NonNullable<Tool<never, unknown>["headers"]>;

/** What the runtime itself adds to the options of a call. */
export type SendOptions = CallOptions & {
  /** Called when the server wants input first: the result is for this once then (basic/patterns/mrtr). */
  readonly onRound?: (() => void) | undefined;
  /** The request opens the connection: it is never cancelled (basic/lifecycle). */
  readonly opens?: boolean | undefined;
};

/** A request that waits for its answer. */
export type Pending = {
  /** Changes when the request is sent again with input that the server asked for. */
  id: RequestId;
  readonly method: string;
  /** As the caller gave them. */
  readonly params: object | undefined;
  /** What the era adds in a further round. */
  extra: object | undefined;
  rounds: number;
  /** It was sent again once because the server refused it unread. */
  retried: boolean;
  readonly options: SendOptions;
  readonly parameters: ParameterHeaders | undefined;
  /** The server is asked to report progress. */
  readonly reports: boolean;
  timeoutMs: number;
  /** On the clock of `performance.now()`. */
  deadline: number;
  /** No progress moves the deadline past this; endless for a subscription that stands. */
  limit: number;
  /** The answer is being worked on, so that a second one is not looked at. */
  answering: boolean;
  /** Called when the request ends in any way, before its promise settles. */
  onEnd: (() => void) | undefined;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: McpError) => void;
};

/** The connection as eras and features see it. */
export interface ClientSession extends Receiver {
  readonly transport: Transport;
  readonly options: ConnectOptions;
  readonly features: ClientFeatures;
  /** Replaced where a server turns out to speak an older kind of HTTP. */
  channel: Channel;
  /** What is spoken now; an era sets it before its first message. */
  wire: Wire;
  /** There once a version is agreed on. */
  server: ServerIdentity | undefined;
  /** There once somebody has listened. */
  listeners: Listeners | undefined;
  /** There where results are kept. */
  cache: ClientCache | undefined;
  /** There over HTTP, where tools may want headers. */
  readonly toolHeaders: ToolHeaders | undefined;
  /** What the manifest says of the tools, by their names on the wire; set by the facade. */
  described: ReadonlyMap<string, Tool<never, unknown>> | undefined;
  /** Why the connection is over. */
  ended: ConnectionError | undefined;
  /** The requests that wait for their answers, by id. */
  readonly pending: ReadonlyMap<unknown, Pending>;
  readonly request: Send;
  /** `request` for users: past `intercept` and what was kept. */
  ask: Send;
  /** Sends a notification or an answer. */
  tell(message: Unanswered, taken?: () => void): void;
  /** Sends a waiting request once more under a new id. */
  again(pending: Pending): void;
  /** Ends a waiting request without its answer; `tell` cancels it at the server too. */
  fail(pending: Pending, error: McpError, tell?: boolean): void;
  /** Ends a waiting request with a result. */
  succeed(pending: Pending, result: JsonObject): void;
  close(): Promise<void>;
  /** Hears a notification, or with an id a request of the server; an era that answers puts its own here. */
  heard: (method: string, params: JsonObject, id: unknown) => void;
  /** A request was answered with an error; who can mend that puts its own here. */
  refused: (pending: Pending, error: ProtocolError) => void;
}

/** A notification, or the answer to a request of the server. */
export type Unanswered = {
  readonly method?: string;
  readonly [member: string]: unknown;
};

/** Sends a request; resolves to its complete result. */
export type Send = (
  method: string,
  params?: object,
  options?: SendOptions,
  parameters?: ParameterHeaders,
) => Promise<JsonObject>;

/** One protocol version on one connection. */
export interface Wire {
  readonly profile: ClientProfile;
  /** The peer keeps nothing between requests, so that it may be started again. */
  readonly stateless: boolean;
  /** The member `params` of a request as JSON, with the comma before it; "" where there is none. */
  params(
    params: object | undefined,
    progressToken: RequestId | undefined,
  ): string;
  /** What a request has to wait for before it is sent. */
  held?(method: string): Promise<void> | undefined;
  /** A request got no answer; true when the era takes care of it. */
  failed?(pending: Pending, error: ConnectionError): boolean;
  /** The session is gone, as the transport found out by itself. */
  forgotten?(): void;
  /** The connection is over: whoever is still answering may stop. */
  ended?(): void;
  /** A result with a `resultType` other than "complete" came. */
  unfinished?(pending: Pending, result: JsonObject): void;
  /** A tool's output, where the version has another place for it than `structuredContent`. */
  readonly output?: (tool: Tool<never, unknown>, result: JsonObject) => unknown;
}

/** What the newer era has to know of the one before, to see that a server is of that one. */
export type OlderEra = {
  /** Milliseconds that the server may be silent. */
  readonly timeoutMs: number | undefined;
  /** Whether a server that offers these versions is for the older era. */
  speaks(offered: unknown): boolean;
  isShownBy(error: unknown, tried: ClientProfile): boolean;
};

/** One thing that a server may ask for: `answerElicitation`, `answerSampling`, `answerRoots`. */
export interface ClientAnswer {
  readonly method: string;
  /** The capability to declare, or undefined when the user gave no handler or the version has no such thing. */
  capability(
    options: ConnectOptions,
    profile: ClientProfile,
  ): { readonly [name: string]: object } | undefined;
  /** Throws a ProtocolError to refuse. */
  answer(
    options: ConnectOptions,
    profile: ClientProfile,
    params: JsonObject,
    signal: AbortSignal,
  ): Promise<object>;
}

/** All that a server may ask for: `clientAnswers`. */
export interface ClientAnswers {
  /** What to declare. */
  capabilities(options: ConnectOptions, profile: ClientProfile): JsonObject;
  /** Who answers this method: only what was declared is answered. */
  find(session: ClientSession, method: unknown): ClientAnswer | undefined;
  /** Asks the user all that a server wants to know, and gives the answers by key. */
  answerAll(
    session: ClientSession,
    requests: JsonObject,
    signal: AbortSignal,
  ): Promise<JsonObject>;
  /** The same for a request that waits; `again` repeats it with the answers. */
  repeat(
    session: ClientSession,
    pending: Pending,
    requests: JsonObject,
    again: (answers: JsonObject) => void,
  ): void;
}

/** What hears notifications on one session. */
export interface Listeners {
  on(event: string, listener: (params: never) => void): Listening;
  subscribe(uri: string, options: CallOptions): Promise<Listening>;
  heard(method: string, params: JsonObject): void;
  /** A new session has begun, which knows of no subscription. */
  renewed(): void;
  stop(): void;
}

/** Results that were kept; `ask` of the session gives them. */
export interface ClientCache {
  /** The credentials that are asked for with, to be given to the transport. */
  readonly auth: ClientAuth | undefined;
  heard(method: string, params: JsonObject): void;
  clear(): void;
}

/** The headers that the tools of a live server want (basic/transports/streamable-http, Custom Headers). */
export interface ToolHeaders {
  /** Learns from a page of `tools/list`, and leaves out the tools that no client may use. */
  listed(page: JsonObject): JsonObject;
  /** Undefined for a tool that was not listed. */
  of(name: unknown): ParameterHeaders | undefined;
}

/** The headers of a message on HTTP; `params` and `parameters` are a request's. */
export type RequestHeaders = (
  session: ClientSession,
  method: string,
  params?: object,
  parameters?: ParameterHeaders,
) => Headers | undefined;

/** Sees to it that requests are sent in another version where the server wants that; `speak` changes it. */
export type Renegotiate = (
  session: ClientSession,
  profiles: readonly ClientProfile[],
  speak: (profile: ClientProfile) => void,
) => void;

/** Tasks as answers to calls (SEP-2663). */
export interface ClientTasks {
  /** What to declare where the version has the extension. */
  capability(
    profile: ClientProfile,
  ): { readonly [name: string]: object } | undefined;
  /** A call was answered with a task: sees to it that the call ends with the task's result. */
  drive(session: ClientSession, pending: Pending, created: JsonObject): void;
}

/** What the emitted `features.ts` passes in; a module that is in none of these is in no bundle. */
export interface ClientFeatures {
  /** Oldest first. */
  readonly profiles: readonly ClientProfile[];
  /**
   * Agrees with the server on one of the profiles, which are some of those above, and
   * leaves the session's `wire` and `server` set: `openModern`, `openLegacy`, `openEither`.
   */
  readonly open: (
    session: ClientSession,
    profiles: readonly ClientProfile[],
  ) => Promise<unknown>;
  /** `renegotiate`, for several modern versions. */
  readonly renegotiate?: Renegotiate | undefined;
  /** `requestHeaders`, for HTTP. */
  readonly requestHeaders?: RequestHeaders | undefined;
  /** `clientAnswers(…)`, for servers that ask. */
  readonly answers?: ClientAnswers | undefined;
  /** `clientTasks`, where calls may be answered with tasks. */
  readonly tasks?: ClientTasks | undefined;
  /** `listen`, for clients that hear notifications. */
  readonly listen?: ((session: ClientSession) => Listeners) | undefined;
  /** `clientCache`, for clients that keep results. */
  readonly cache?:
    | ((session: ClientSession, auth: ClientAuth | undefined) => ClientCache)
    | undefined;
  /** `toolHeaders`, for modern versions over HTTP. */
  readonly toolHeaders?: ((session: ClientSession) => ToolHeaders) | undefined;
  /** `httpSessions`, for legacy versions over HTTP. */
  readonly httpSessions?: ((channel: Channel) => Channel) | undefined;
  /** `httpSse`, for servers of 2024-11-05: the channel to try when `initialize` was refused over this one, if there is one. */
  readonly httpSse?: ((channel: Channel) => Channel | undefined) | undefined;
  /** Default "error" for both. */
  readonly validate?:
    | {
        readonly input?: ValidationLevel | undefined;
        readonly output?: ValidationLevel | undefined;
      }
    | undefined;
}
