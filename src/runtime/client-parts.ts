import type {
  CallOptions,
  ConnectOptions,
  Listening,
  ServerIdentity,
} from "./client-options.js";
import type { Tool } from "./descriptor.js";
import type { ConnectionError, McpError, ProtocolError } from "./errors.js";
import type { ErrorObject, JsonObject, RequestId } from "./json-rpc.js";
import type { ClientProfile } from "./profile.js";
import type { Channel, ClientAuth, Transport } from "./transport.js";
import type { ValidationLevel } from "./validate.js";

/** Which arguments of a tool travel as headers too: path → name. */
export type ParameterHeaders = NonNullable<Tool<never, unknown>["headers"]>;

/** What the runtime itself adds to the options of a call. */
export type SendOptions = CallOptions & {
  /** Called when the server wants input first: the result is for this once then (basic/patterns/mrtr). */
  readonly onRound?: (() => void) | undefined;
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
  readonly timeoutMs: number;
  /** On the clock of `performance.now()`. */
  deadline: number;
  /** No progress moves the deadline past this. */
  readonly limit: number;
  /** The answer is being worked on, so that a second one is not looked at. */
  answering: boolean;
  /** Called when the request ends in any way, before its promise settles. */
  onEnd: (() => void) | undefined;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: McpError) => void;
};

/** A request that the server sent, unanswered. */
export type EarlyRequest = readonly [
  id: RequestId,
  method: string,
  params: JsonObject,
];

/** The connection as eras and features see it. */
export interface ClientSession {
  readonly kind: Transport["kind"];
  readonly options: ConnectOptions;
  readonly features: ClientFeatures;
  /** Replaced where a server turns out to speak an older kind of HTTP. */
  channel: Channel;
  /** There once somebody has listened. */
  readonly listeners: Listeners | undefined;
  /** What is spoken now; an era sets it before its first message. */
  wire: Wire;
  /** Requests of a server whose era is not known yet: of the modern one they would be none. */
  early: EarlyRequest[];
  request(
    method: string,
    params: object | undefined,
    options: SendOptions,
    parameters?: ParameterHeaders,
  ): Promise<JsonObject>;
  notify(method: string, params?: object, taken?: () => void): void;
  respond(id: RequestId, result: object | undefined, error?: ErrorObject): void;
  /** The request that waits under this id. */
  pending(id: unknown): Pending | undefined;
  /** Sends a waiting request once more under a new id. */
  again(pending: Pending): void;
  /** Ends a waiting request without its answer; `tell` cancels it at the server too. */
  fail(pending: Pending, error: McpError, tell?: boolean): void;
  /** Ends a waiting request with a result that did not come as its answer. */
  succeed(pending: Pending, result: JsonObject): void;
  /** While something is asked of the user no request times out; call the result when it is answered. */
  pause(): () => void;
  /** Starts the peer again if it ended; false where that cannot be done. */
  revive(): Promise<boolean>;
  warning(text: string): void;
}

/** One protocol version on one connection. */
export interface Wire {
  readonly profile: ClientProfile;
  readonly server: ServerIdentity;
  /** The peer keeps nothing between requests, so that it may be started again. */
  readonly stateless: boolean;
  /** The JSON text of a request's parameters; undefined sends no member. */
  params(
    params: object | undefined,
    progressToken: RequestId | undefined,
  ): string | undefined;
  /** Headers for HTTP; `params` are the caller's. */
  headers(
    method: string,
    params: object | undefined,
    parameters?: ParameterHeaders,
  ): Readonly<Record<string, string>> | undefined;
  /** What a request has to wait for before it is sent. */
  held?(method: string): Promise<void> | undefined;
  /** A request got no answer; true when the era takes care of it. */
  failed?(pending: Pending, error: ConnectionError): boolean;
  /** A request was answered with an error; true when the era takes care of it. */
  refused?(pending: Pending, error: ProtocolError): boolean;
  /** What the user gets of a complete result. */
  received?(method: string, result: JsonObject): JsonObject;
  /** The session is gone, as the transport found out by itself. */
  forgotten?(): void;
  /** The server sent a request. */
  asked(id: RequestId, method: string, params: JsonObject): void;
  /** The server sent `notifications/cancelled`. */
  cancelled(id: unknown): void;
  /** The connection is over: whoever is still answering may stop. */
  ended(): void;
  /** A result with a `resultType` other than "complete" came. */
  unfinished(pending: Pending, result: JsonObject): void;
}

/** An era of the protocol, passed in as a value: `modernClient`, `legacyClient`. */
export interface ClientEra {
  readonly era: ClientProfile["era"];
  /**
   * Agrees with the peer on one of the profiles (all of this era, oldest first) and
   * leaves `session.wire` set. With profiles to fall back to it resolves to false when the peer
   * shows that it is of the older era; else it rejects.
   */
  open(
    session: ClientSession,
    profiles: readonly ClientProfile[],
    fallback: readonly ClientProfile[],
  ): Promise<boolean>;
}

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

/** What hears notifications on one session. */
export interface Listeners {
  on(event: string, listener: (params: never) => void): Listening;
  subscribe(uri: string, options: CallOptions): Promise<Listening>;
  heard(method: string, params: JsonObject): void;
  /** A new session has begun, which knows of no subscription. */
  renewed(): void;
  stop(): void;
}

/** Results that were kept. */
export interface ClientCache {
  /** The credentials that are asked for with, to be given to the transport. */
  readonly auth: ClientAuth | undefined;
  /** Gives what was kept, or sends and keeps what may be. */
  request(
    method: string,
    params: object | undefined,
    options: CallOptions,
    send: (options: SendOptions) => Promise<JsonObject>,
  ): Promise<JsonObject>;
  heard(method: string, params: JsonObject): void;
  clear(): void;
}

/** The headers that the tools of a live server want (basic/transports/streamable-http, Custom Headers). */
export interface ToolHeaders {
  /** Learns from a page of `tools/list`, and leaves out the tools that no client may use. */
  listed(page: JsonObject): JsonObject;
  /** Undefined for a tool that was not listed. */
  of(name: unknown): ParameterHeaders | undefined;
  forget(name: unknown): void;
}

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
  /** Newest first: the order in which they are tried. */
  readonly eras: readonly ClientEra[];
  readonly answers?: readonly ClientAnswer[] | undefined;
  /** `clientTasks`, where calls may be answered with tasks. */
  readonly tasks?: ClientTasks | undefined;
  /** `listen`, for clients that hear notifications. */
  readonly listen?: ((session: ClientSession) => Listeners) | undefined;
  /** `clientCache`, for clients that keep results. */
  readonly cache?:
    | ((session: ClientSession, auth: ClientAuth | undefined) => ClientCache)
    | undefined;
  /** `toolHeaders`, for modern versions over HTTP. */
  readonly toolHeaders?:
    ((warning: (text: string) => void) => ToolHeaders) | undefined;
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
