import type { Member, Protocol } from "./protocol.js";
import type { ClientAuth } from "./transport.js";
import type { ValidationLevel } from "./validate.js";

/** What a server reports about a running request (basic/utilities/progress). */
export type Progress = {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
};

/** How one call is made; everything has a default. */
export type CallOptions = {
  /** Cancels the request as the version and the transport prescribe, and rejects with reason "aborted". */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer or a report of progress until the call rejects with reason "timeout". */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds after which no progress helps any more. Setting it asks the server to report progress. */
  readonly maxTotalMs?: number | undefined;
  /** Called with each report of progress, which the server is then asked for. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Asks the server even where a result was kept that is still good. */
  readonly fresh?: boolean | undefined;
};

/** Who speaks: `clientInfo` and `serverInfo` on the wire. */
export type Implementation = {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly websiteUrl?: string | undefined;
};

/** What a handler of a server's request learns beside its parameters. */
export interface AnswerContext {
  /** Aborted when the server, or the call that the request belongs to, no longer waits. */
  readonly signal: AbortSignal;
}

type Answer<P extends Protocol, Method extends string> =
  | Member<P["inputResults"], Method>
  | Promise<Member<P["inputResults"], Method>>;

type Ask<P extends Protocol, Method extends string> = Member<
  P["inputRequests"],
  Method
>;

/** Answers a server that wants the client's model to speak (client/sampling). */
export type SampleHandler<P extends Protocol = Protocol> = (
  params: Ask<P, "sampling/createMessage">,
  context: AnswerContext,
) => Answer<P, "sampling/createMessage">;

/** Answers a form (client/elicitation); left-out fields get the form's defaults. */
export type FormHandler<P extends Protocol = Protocol> = (
  params: Exclude<Ask<P, "elicitation/create">, { mode: "url" }>,
  context: AnswerContext,
) => Answer<P, "elicitation/create">;

/** Takes the user to a URL (client/elicitation, URL mode): show it, ask for consent, never prefetch. */
export type UrlHandler<P extends Protocol = Protocol> = (
  params: Extract<Ask<P, "elicitation/create">, { mode: "url" }>,
  context: AnswerContext,
) => Answer<P, "elicitation/create">;

/** A folder or file that the server may work in (client/roots). */
export type Root = { readonly uri: string; readonly name?: string };

/** A request on its way to the wire, as `intercept` sees it. */
export type ClientRequest = {
  readonly method: string;
  readonly params: object | undefined;
  readonly options: CallOptions;
};

/** Sees every request and its result; `next` sends it. It may change either, or answer by itself. */
export type ClientIntercept = (
  request: ClientRequest,
  next: (request: ClientRequest) => Promise<object>,
) => Promise<object>;

/** What a user may say when connecting; nothing is required. */
export interface ConnectOptions<P extends Protocol = Protocol> {
  /** The client's name and version; default "mcp-client", "0.0.0". */
  readonly info?: Implementation | undefined;
  /** The protocol versions to offer, out of those that were built in; default all. */
  readonly versions?: readonly string[] | undefined;
  /** A function answers plain messages; the object says what else the model can do. */
  readonly onSample?:
    | SampleHandler<P>
    | {
        readonly answer: SampleHandler<P>;
        /** The server may give tools to the model (from 2025-11-25 on). */
        readonly tools?: boolean | undefined;
        /** The server may ask for context of itself or of all servers (from 2025-11-25 on). */
        readonly context?: boolean | undefined;
      }
    | undefined;
  /** A function answers forms alone; the object says which modes there are. */
  readonly onElicit?:
    | FormHandler<P>
    | {
        readonly form?: FormHandler<P> | undefined;
        readonly url?: UrlHandler<P> | undefined;
      }
    | undefined;
  readonly roots?:
    | readonly Root[]
    | (() => readonly Root[] | Promise<readonly Root[]>)
    | undefined;
  readonly intercept?: ClientIntercept | undefined;
  readonly auth?: ClientAuth | undefined;
  /** The lowest level of log messages to ask the server for (server/utilities/logging); default none. */
  readonly logLevel?: string | undefined;
  /** Default for all calls: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Default for all calls: an hour, or `timeoutMs` if that is longer. */
  readonly maxTotalMs?: number | undefined;
  /** How long a peer on a stream may be silent before it is taken for one of the older era; default 5,000. */
  readonly probeTimeoutMs?: number | undefined;
  /** How many requests may wait for their answers at once; one more rejects with reason "limit". Default 10,000. */
  readonly maxPending?: number | undefined;
  /** Overrides the levels of the manifest. */
  readonly validate?:
    | {
        readonly input?: ValidationLevel | undefined;
        readonly output?: ValidationLevel | undefined;
      }
    | undefined;
  /** Told about what is odd but ends nothing: noise, late answers, values that fit no schema at level "warn". */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Who the server is and what was agreed with it. */
export type ServerIdentity = {
  /** Absent where a server of the modern era keeps it to itself. */
  readonly info: Implementation | undefined;
  readonly capabilities: { readonly [name: string]: unknown };
  readonly instructions: string | undefined;
  /** The protocol version that is spoken. */
  readonly version: string;
  readonly era: "legacy" | "modern";
};

/** Parameters of the events that every client knows; a notification's own name works too. */
export type ClientEvents = {
  toolsListChanged: object | undefined;
  promptsListChanged: object | undefined;
  resourcesListChanged: object | undefined;
  /** Comes for resources that `subscribe` was called for. */
  resourceUpdated: { readonly uri: string };
  /** A log message (server/utilities/logging). */
  message: {
    readonly level: string;
    readonly logger?: string;
    readonly data: unknown;
  };
};

/** A registered listener. */
export interface Listening {
  /** Settles when the server has agreed to tell; rejects when it will not. */
  readonly ready: Promise<void>;
  stop(): void;
}
