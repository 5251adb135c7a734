/**
 * What one protocol version can do, as plain data. The runtime branches on these
 * fields and never on a version string, so a version that it has never seen works
 * as soon as it is described. Section names are those of the specification site;
 * "schema" means the version's schema.json.
 */
export type Profile = SchemaFacts & WireFacts;

/**
 * What a client reads of a profile. A fact that says no (false, null, "none", "never", an
 * empty list) is left out, and so is one that nothing in the build asks for.
 */
export type ClientProfile = Identity &
  Facts<
    | "batches"
    | "cacheableMethods"
    | "cancelOverHttp"
    | "changes"
    | "clientCapabilities"
    | "completionContext"
    | "elicitationModes"
    | "inputRequiredMethods"
    | "logLevel"
    | "requestHeaders"
    | "resultType"
    | "resumption"
    | "structuredContent"
    | "tasks"
    | "versionHeader"
  >;

/** What a server reads of a profile; what is left out is as for a client. */
export type ServerProfile = Identity &
  ListingFacts &
  Pick<
    Profile,
    "contentTypes" | "envelopeStatus" | "inputFailure" | "resourceNotFoundCode"
  > &
  Facts<
    | "assumedVersion"
    | "batches"
    | "cacheableMethods"
    | "cancelOverHttp"
    | "changes"
    | "elicitationId"
    | "elicitationMode"
    | "elicitationModes"
    | "errorStatuses"
    | "inputRequiredMethods"
    | "originStatus"
    | "progressMessage"
    | "requestHeaders"
    | "requestMeta"
    | "resultType"
    | "resumption"
    | "samplingTools"
    | "serverAsks"
    | "serverCapabilities"
    | "sessions"
    | "structuredContent"
    | "tasks"
    | "versionHeader"
  >;

/** What a version shows of an entry of a list. */
export type ListingFacts = Facts<
  "icons" | "outputSchema" | "toolAnnotations" | "toolExecution"
>;

/** What is stated of every version; `errorCodes` has those codes alone that the version has. */
type Identity = Pick<Profile, "version" | "era"> & {
  readonly errorCodes: {
    readonly [
      name in Exclude<keyof ProfileErrorCodes, "urlElicitationRequired">
    ]?: number;
  };
};

type Facts<Name extends keyof Profile> = {
  readonly [name in Name]?: Exclude<
    Profile[name],
    false | null | "none" | "never"
  >;
};

/** Methods by the side that sends them. */
export type ProfileMethods = {
  readonly clientRequests: readonly string[];
  /** Requests proper or, where `serverAsks` is "inputRequests", what rides in a result. */
  readonly serverRequests: readonly string[];
  readonly clientNotifications: readonly string[];
  readonly serverNotifications: readonly string[];
};

/** Error codes that only some versions define; null where the version has none. */
export type ProfileErrorCodes = {
  /** A header is missing or contradicts the body (basic/transports/streamable-http). */
  readonly headerMismatch: number | null;
  /** The request needs a capability that the client did not declare (basic, Error Codes). */
  readonly missingClientCapability: number | null;
  /** The request names a version that the server does not speak (basic/versioning). */
  readonly unsupportedVersion: number | null;
  /** A URL elicitation has to be completed first (client/elicitation, URL Elicitation Required Error). */
  readonly urlElicitationRequired: number | null;
};

/** Which values an output may have: no structured output at all, JSON objects only, or any JSON value. */
export type OutputKind = "none" | "object" | "any";

/** The facts that are computed from the version's schema.json. */
export type SchemaFacts = {
  /** The version string as it travels on the wire. */
  readonly version: string;
  /** "legacy" opens with `initialize` and keeps a session; "modern" has `server/discover` and none. */
  readonly era: "legacy" | "modern";
  readonly methods: ProfileMethods;
  /** How a server asks its client: by a request of its own, or by an `input_required` result (basic/patterns/mrtr). */
  readonly serverAsks: "requests" | "inputRequests";
  /** Methods whose result may be `input_required` (basic/patterns/mrtr, schema: the responses' result unions). */
  readonly inputRequiredMethods: readonly string[];
  /** Methods whose complete result must carry `ttlMs` and `cacheScope` (server/utilities/caching, schema: CacheableResult). */
  readonly cacheableMethods: readonly string[];
  /** Paths that ClientCapabilities names, such as `sampling` and `sampling.tools`, sorted (schema). */
  readonly clientCapabilities: readonly string[];
  /** Paths that ServerCapabilities names, such as `completions` and `tools.listChanged`, sorted (schema). */
  readonly serverCapabilities: readonly string[];
  /** Members that `params._meta` of every request must have (basic, _meta; schema: RequestMetaObject). */
  readonly requestMeta: readonly string[];
  /** Every result says which kind it is (basic, resultType). */
  readonly resultType: boolean;
  /** What `CallToolResult.structuredContent` may hold (server/tools, Structured Content). */
  readonly structuredContent: OutputKind;
  /** What the root of `Tool.outputSchema` may describe (server/tools, Output Schema). */
  readonly outputSchema: OutputKind;
  /** The `type`s of content blocks that a tool result may hold, in the schema's order. */
  readonly contentTypes: readonly string[];
  /** `Tool.annotations` exists (server/tools). */
  readonly toolAnnotations: boolean;
  /** `Tool.execution` exists (basic/utilities/tasks, Tool-Level Negotiation). */
  readonly toolExecution: boolean;
  /** `title` beside `name` exists in the schema; it is harmless elsewhere. */
  readonly titles: boolean;
  /** `icons` exists on tools, resources, prompts and implementations. */
  readonly icons: boolean;
  /** `ProgressNotification` has `message` (basic/utilities/progress). */
  readonly progressMessage: boolean;
  /** `CompleteRequest` has `context` (server/utilities/completion). */
  readonly completionContext: boolean;
  /** Elicitation modes; empty where the version has no elicitation (client/elicitation). */
  readonly elicitationModes: readonly ("form" | "url")[];
  /** A form request names its mode; a version without modes has no such member. */
  readonly elicitationMode: boolean;
  /** URL elicitation carries `elicitationId` (client/elicitation, URL Mode). */
  readonly elicitationId: boolean;
  /** `sampling/createMessage` takes `tools` and `toolChoice` (client/sampling, Tools). */
  readonly samplingTools: boolean;
  /** A sampling message may hold a list of content blocks (client/sampling). */
  readonly samplingContentList: boolean;
  /** Log messages follow `logging/setLevel` of the session, or the level named by each request. */
  readonly logLevel: "session" | "request";
  /** Changes come unasked on the session, or on a `subscriptions/listen` stream that asked for them. */
  readonly changes: "session" | "listen";
  /** Tasks are absent, part of the protocol, or left to an extension. */
  readonly tasks: "none" | "core" | "extension";
  readonly errorCodes: ProfileErrorCodes;
};

/** The facts that no schema.json states; `wire.json` lists them with their sections. */
export type WireFacts = {
  /** Transports that the version defines: "sse" is HTTP+SSE, "streamable" POST and GET with sessions, "post" POST alone (basic/transports). */
  readonly transports: readonly ("stdio" | "sse" | "streamable" | "post")[];
  /** When a client sends `MCP-Protocol-Version` (basic/transports, Protocol Version Header). */
  readonly versionHeader: "never" | "after-initialize" | "always";
  /** The version that a server assumes for an HTTP request without that header, or null to refuse or to know it otherwise. */
  readonly assumedVersion: string | null;
  /** Methods that mirror a member of `params` in `Mcp-Name`, beside `Mcp-Method` on all; null where no such header exists (basic/transports/streamable-http). */
  readonly requestHeaders: { readonly [method: string]: string } | null;
  /** Input that its schema refuses: a JSON-RPC error, or a result with `isError` (server/tools, Error Handling). */
  readonly inputFailure: "protocol-error" | "tool-error";
  /** Error code for a resource that does not exist (server/resources, Error Handling). */
  readonly resourceNotFoundCode: number;
  /** HTTP status for an `Origin` that is not allowed (basic/transports, Security). */
  readonly originStatus: number;
  /** HTTP status by error code, for errors of the protocol itself; any other error is 200 (basic/transports). */
  readonly errorStatuses: { readonly [code: string]: number };
  /** HTTP status when `params._meta` itself is missing or malformed (basic/transports/streamable-http). */
  readonly envelopeStatus: number;
  /** How a request over HTTP is cancelled: `notifications/cancelled`, or closing its response (basic/patterns/cancellation). */
  readonly cancelOverHttp: "notification" | "close";
  /** HTTP sessions by `Mcp-Session-Id` exist (basic/transports, Session Management). */
  readonly sessions: boolean;
  /** What `Last-Event-ID` can do: nothing, replay a stream, or also poll a stream that the server closed early (basic/transports, Resumability). */
  readonly resumption: "none" | "replay" | "poll";
  /** JSON-RPC batches must be accepted (basic, Batching). */
  readonly batches: boolean;
  /** How a client finds the authorization server: not at all, at the server's origin, or by protected resource metadata (basic/authorization). */
  readonly authorization: "none" | "origin" | "resource-metadata";
};
