import type {
  CataloguePrompt,
  CatalogueResource,
  CatalogueTemplate,
  CatalogueTool,
  ListEntry,
} from "./catalogue.js";
import type { Issue } from "./validate.js";
import type { JsonObject, RequestId } from "./json-rpc.js";
import type { ServerProfile } from "./profile.js";
import type {
  AuthGrant,
  HttpPart,
  ScopeLack,
  ServerAuth,
  SessionOptions,
} from "./server-http.js";
import type { ServerCatalogue } from "./server-catalogue.js";
import type { EventBus, ServerEvent, StateLedger } from "./server-events.js";
import type { TaskOptions } from "./server-task-store.js";

/** What the inside of a server is made of: the seams between transports, eras and features. */

/** Who sent a request, as far as the protocol tells. */
export type ClientFacts = {
  /** The client's `clientInfo`; undefined where it sent none. */
  readonly info: JsonObject | undefined;
  /** What the client declared; empty where nothing is known of it. */
  readonly capabilities: JsonObject;
  /** The protocol version of this request. */
  readonly version: string;
};

/** What stands behind a warning. */
export type WarningDetail = {
  /** What was thrown. */
  readonly cause?: unknown;
  /** What a validator found. */
  readonly issues?: readonly Issue[];
};

/** A handler whose types are forgotten: the emitted interface `Handlers` has checked them. */
export type AnyHandler = (...input: readonly unknown[]) => unknown;

/** One line of the dispatch table. */
export type ToolRow = CatalogueTool & { readonly handler: AnyHandler };
export type PromptRow = CataloguePrompt & {
  readonly handler: AnyHandler;
  readonly complete: Completers | undefined;
};
export type ResourceRow = CatalogueResource & { readonly handler: AnyHandler };
export type TemplateRow = CatalogueTemplate & {
  readonly handler: AnyHandler;
  /** Gives the resources that there are at the moment. */
  readonly list: AnyHandler | undefined;
  readonly complete: Completers | undefined;
};

/** What completes the arguments of a prompt or a template, by their names. */
export type Completers = { readonly [argument: string]: AnyHandler };

/**
 * Where a request came from. In the legacy era it lives as long as the session,
 * in the modern era as long as the request.
 */
export type Caller = {
  dialect: Dialect;
  client: ClientFacts;
  /** The lowest log level that the client wants, as its place in the order of levels; undefined for none. */
  level: number | undefined;
  /** The resources that a legacy session follows. */
  uris: ReadonlySet<string>;
  /** A legacy client sent `notifications/initialized` or a request after `initialize`. */
  opened: boolean;
};

/** The way back. */
export interface Link {
  /** True where all messages share one channel (stdio, linked); false where each request has its own (HTTP). */
  readonly stream: boolean;
  /** What authorized the request. */
  readonly grant: AuthGrant;
  /** Sends a notification that belongs to a request, before its answer. */
  emit(text: string): void;
  /** Sends the one answer of a request; `status` and `headers` are for HTTP. `call` is undefined when none was started. */
  answer(
    call: Call | undefined,
    text: string,
    status: number,
    headers?: Readonly<Record<string, string>>,
  ): void;
  /** The client gave up on a call: forgets it. */
  drop(call: Call): void;
  /** Asks the client something and waits; only where its answers find their way back. The signal takes the question back. */
  ask?(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Ends the HTTP answer early: the client comes back for the rest; only on streams that can be taken up again. */
  release?(retryMs: number | undefined): void;
}

/** One request that is being answered. */
export interface Call {
  readonly engine: Engine;
  readonly link: Link;
  readonly caller: Caller;
  readonly dialect: Dialect;
  readonly id: RequestId;
  readonly method: string;
  params: JsonObject;
  /** False once the answer is sent or the client gave up: nothing more is sent for it. */
  readonly open: boolean;
  /** Aborts when the client gives up; made when first asked for. */
  readonly signal: AbortSignal;
  /** The client gave up: aborts the signal and keeps the answer back. */
  cancel(reason: unknown): void;
  /** The server closes and has waited long enough: answers that, and aborts the signal. */
  giveUp(): void;
  /** Marks the call as answered; false if nothing may be sent any more. */
  settle(): boolean;
}

/** How one protocol version words its answers. */
export interface Dialect {
  readonly profile: ServerProfile;
  /** Answers a request with the JSON text of its result, at once where it can. Throws `ProtocolError`. */
  answer(call: Call): string | Promise<string>;
  /** The JSON text of a result from the text of its members, without braces. */
  result(method: string, members: string, meta: JsonObject | undefined): string;
  /** The text of a result whose members somebody else chose; what the version demands of this method is added. */
  object(method: string, result: JsonObject): string;
}

/** What one client of the legacy era was asked and has not answered. */
export interface Questions {
  /** Sends a question and waits for its answer; rejects with what the client says, when it is gone, or with the signal's reason. */
  ask(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    send: (text: string) => void,
  ): Promise<unknown>;
  /** Takes the answer to a question; false when nobody here waits for it. */
  answered(message: {
    readonly id: unknown;
    readonly result: unknown;
    readonly error: unknown;
  }): boolean;
  /** The client is gone. To be called before its calls end, which would take their questions back. */
  close(): void;
}

/** What an era makes of a server's profiles. */
export interface EraServer {
  /** By version, oldest first. */
  readonly dialects: ReadonlyMap<string, Dialect>;
  /** The newest version of the era. */
  readonly newest: Dialect;
  /** Finds out who asks, from the message itself and from the session; throws `ProtocolError`. */
  admit(
    method: string,
    params: JsonObject,
    session: Caller | undefined,
  ): Caller;
  /** Takes a notification. */
  notified?(method: string, session: Caller): void;
  /** Keeps what one client is asked; only where a server asks by requests of its own. */
  questions?(nextId: () => RequestId): Questions;
  /** What a session is told of an event unasked: the text of a notification. */
  news?(session: Caller, event: ServerEvent): string | undefined;
}

/** The codec of an era, as a value that the emitted code passes in. */
export interface ServerEra {
  readonly era: ServerProfile["era"];
  /** Serialises what can be serialised in advance. `profiles` are those of the era, oldest first, at least one. */
  prepare(engine: Engine, profiles: readonly ServerProfile[]): EraServer;
}

/** `subscriptions/listen`, as a value that the emitted code passes in where something can change. */
export interface ListenFeature {
  /** Answers when the stream ends. */
  listen(call: Call): Promise<string>;
}

/** The legacy era over HTTP, sessions and all, as a value that the emitted code passes in where it is spoken. */
export interface SessionFeature {
  prepare(engine: Engine, legacy: EraServer, options: SessionOptions): HttpPart;
}

/** HTTP+SSE, as a value that the emitted code passes in where the manifest asks for it. */
export interface SseFeature {
  prepare(engine: Engine): HttpPart;
}

/** How a handler is run: what it is called with, and what becomes of its result or its error. */
export type HandlerRun = {
  readonly start: (context: object) => unknown;
  /** The text of the result. */
  readonly done: (value: unknown) => string;
  /** The text of a result that tells of the failure, or throws `ProtocolError`. */
  readonly failed: (error: unknown) => string;
  /** What the manifest says of the tool: whether callers may or must run it as a task. */
  readonly task?: CatalogueTool["task"];
};

/** Questions to the client in the middle of a handler, as a value that the emitted code passes in. */
export interface AskFeature {
  run(call: Call, handler: HandlerRun): string | Promise<string>;
}

/** The tasks of one server: it runs handlers, and answers for what became of them. */
export interface TaskServer extends AskFeature {
  /** Answers `tasks/get`, `tasks/update` and `tasks/cancel`. */
  answer(call: Call): Promise<string>;
  /** The tasks among these that the client may follow, each as a function that tells how it is. */
  follow(
    call: Call,
    taskIds: unknown,
  ): Promise<ReadonlyMap<string, () => Promise<JsonObject | undefined>>>;
}

/** The tasks extension, as a value that the emitted code passes in. */
export interface TaskFeature {
  prepare(engine: Engine, options: TaskOptions): TaskServer;
}

/** `completion/complete`, as a value that the emitted code passes in. */
export interface CompletionFeature {
  complete(call: Call): string | Promise<string>;
}

/** The scopes that entries need, as a value that the emitted code passes in where the manifest names some. */
export interface ScopeFeature {
  /** What a caller lacks for these decoded messages; undefined when it may send them, or when it came by a way without scopes. */
  lack(
    engine: Engine,
    grant: AuthGrant,
    messages: readonly unknown[],
  ): ScopeLack | undefined;
}

/** What the user's `intercept` was made into: sees a request before the handlers do. */
export type Intercept = (
  call: Call,
  next: () => Promise<JsonObject>,
) => Promise<object>;

/** One server, compiled: the dispatch tables and the texts that never change. */
export interface Engine {
  readonly catalogue: ServerCatalogue;
  readonly tools: ReadonlyMap<string, ToolRow>;
  readonly prompts: ReadonlyMap<string, PromptRow>;
  /** By URI. */
  readonly resources: ReadonlyMap<string, ResourceRow>;
  readonly templates: readonly TemplateRow[];
  /** Requests that the user answers beyond the catalogue, by method. */
  readonly requests: ReadonlyMap<string, AnyHandler>;
  readonly modern: EraServer | undefined;
  readonly legacy: EraServer | undefined;
  readonly listen: ListenFeature | undefined;
  readonly asks: AskFeature | undefined;
  readonly tasks: TaskServer | undefined;
  readonly completion: CompletionFeature | undefined;
  readonly scopes: ScopeFeature | undefined;
  /** Entries that one page of a list holds at most; infinite where every list is one page. */
  readonly pageSize: number;
  /** What is asked, in this order, before a request over HTTP is one of the modern era. */
  readonly http: readonly HttpPart[];
  readonly intercept: Intercept | undefined;
  /** Whether a client may see and use an entry; undefined where all may. */
  readonly visible: ((entry: ListEntry, auth: unknown) => boolean) | undefined;
  readonly auth: ServerAuth | undefined;
  readonly app: unknown;
  readonly sealKey: Uint8Array | undefined;
  readonly ledger: StateLedger | undefined;
  readonly bus: EventBus;
  /** Tells of something that ended nothing, but that somebody should see. */
  readonly warn: (message: string, detail?: WarningDetail) => void;
  /** Milliseconds that each step of closing may take: the calls in flight, and what is still to be written. */
  readonly graceMs: number;
  /** True once the server closes: no request is taken any more. */
  readonly closing: boolean;
  /** A call waits for something; closing waits for it. */
  begin(call: Call): void;
  /** The call does not wait any more. */
  end(call: Call): void;
  /** Adds what has to end before the last calls can; the answer takes it back. */
  onClosing(hook: () => void): () => void;
  /** Adds what has to be closed after the last call; the answer takes it back. */
  onClose(hook: () => void | Promise<void>): () => void;
}
