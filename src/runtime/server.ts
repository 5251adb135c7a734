import type { ListEntry } from "./catalogue.js";
import { CallContext, type RuntimeContext, toStderr } from "./context.js";
import { asyncDispose } from "./dispose.js";
import type { JsonObject } from "./json-rpc.js";
import type { Member, Protocol } from "./protocol.js";
import type { ServerCatalogue } from "./server-catalogue.js";
import { type Changes, changesOf } from "./server-changes.js";
import type {
  AnyHandler,
  AskFeature,
  Call,
  CompletionFeature,
  Engine,
  EraServer,
  Intercept,
  ListenFeature,
  ScopeFeature,
  ServerEra,
  SessionFeature,
  SseFeature,
  TaskFeature,
  WarningDetail,
} from "./server-engine.js";
import type { EventBus, StateLedger } from "./server-events.js";
import type { TaskOptions } from "./server-task-store.js";
import { tables } from "./server-tables.js";
import type { Awaitable, HandlerTable } from "./server-handlers.js";
import type { HttpPart, ServerAuth, SessionOptions } from "./server-http.js";
import { lifeCycle, localBus } from "./server-life.js";

/** What the emitted `server.ts` passes in; a module that is in none of these is in no bundle. */
export interface ServerContract extends ServerCatalogue {
  /** `modernServer`, `legacyServer`: those that the profiles need. */
  readonly eras: readonly ServerEra[];
  /** `listen`, where something can change and a version of the modern era is spoken. */
  readonly listen?: ListenFeature;
  /** `asks`, where handlers may ask the client. */
  readonly asks?: AskFeature;
  /** `tasks`, where calls may go on after their answer; it does what `asks` does too. */
  readonly tasks?: TaskFeature;
  /** `completion`, where arguments can be completed. */
  readonly completion?: CompletionFeature;
  /** `entryScopes`, where entries need scopes. */
  readonly scopes?: ScopeFeature;
  /** `sessions`, where the legacy era is spoken over HTTP. */
  readonly sessions?: SessionFeature;
  /** `sse`, where the transport HTTP+SSE is asked for. */
  readonly sse?: SseFeature;
}

/** A request on its way to its handler, as `intercept` sees it. */
export type ServerRequest<App, P extends Protocol, Auth = unknown> = {
  readonly method: string;
  readonly params: JsonObject;
  readonly context: RuntimeContext<App, P, Auth>;
};

/** A result without what the runtime adds by itself. */
type Unmarked<Result> = {
  [
    K in keyof Result as K extends "resultType" | "ttlMs" | "cacheScope"
      ? never
      : K
  ]: Result[K];
};

/** Answers to methods beyond the manifest's tools, prompts and resources. */
export type RequestHandlers<App, P extends Protocol, Auth = unknown> = {
  readonly [Method in keyof P["requests"] & string]?: (
    params: P["requests"][Method],
    context: RuntimeContext<App, P, Auth>,
  ) => Awaitable<Unmarked<Member<P["results"], Method, object>>>;
};

/** What a user may say when making a server. */
export interface ServerOptions<
  Handlers extends HandlerTable,
  App,
  P extends Protocol = Protocol,
  Auth = unknown,
> {
  readonly handlers: Handlers;
  /** What `createApp` gave; `context.app` in every handler. */
  readonly app: App;
  /** Sees every request but `initialize` and `subscriptions/listen`, and its result; `next` runs it. It may change either, or answer by itself. */
  readonly intercept?:
    | ((
        request: ServerRequest<App, P, Auth>,
        next: (request: { readonly params: JsonObject }) => Promise<object>,
      ) => Promise<object>)
    | undefined;
  readonly requests?: RequestHandlers<App, P, Auth> | undefined;
  /** Decides on HTTP requests; stdio is trusted. */
  readonly auth?: ServerAuth | undefined;
  /** Whether a client may see and use an entry, in lists and calls alike; default all. Cache scopes should be private then. */
  readonly visible?: ((entry: ListEntry, auth: Auth) => boolean) | undefined;
  /** 32 random bytes that all processes of one server share, to seal what a client carries between rounds; default random. */
  readonly sealKey?: Uint8Array | undefined;
  /** Sees to it that no `requestState` is used twice; default within the process. */
  readonly ledger?: StateLedger | undefined;
  /** How tasks are kept; needs the feature in the manifest. */
  readonly tasks?: TaskOptions | undefined;
  /** Carries changes to listeners; default within the process. */
  readonly bus?: EventBus | undefined;
  /** How HTTP sessions are kept; versions before 2026-07-28 alone have them. */
  readonly sessions?: SessionOptions | undefined;
  /** Overrides the manifest's `pageSize`. */
  readonly pageSize?: number | undefined;
  /** Milliseconds that calls in flight have to finish once the server closes; default 10,000. */
  readonly graceMs?: number | undefined;
  /** Told about what is odd but ends nothing; default stderr. */
  readonly onWarning?:
    ((message: string, detail: WarningDetail) => void) | undefined;
}

/** A server that no transport listens for yet: `serveStdio`, `serveHttp`, `withFetch`, `linked`. */
export interface Server extends AsyncDisposable, Changes {
  /** The inside, for transports. */
  readonly engine: Engine;
  /** Takes no more requests, ends subscriptions, finishes what is in flight as far as `graceMs` allows, then closes the transports. */
  close(): Promise<void>;
}

/** Makes a server: builds its dispatch tables and serialises what never changes. Throws an Error when a handler is missing. */
export function createServer<
  Handlers extends HandlerTable,
  App,
  P extends Protocol = Protocol,
  Auth = unknown,
>(
  contract: ServerContract,
  options: ServerOptions<Handlers, App, P, Auth>,
): Server {
  const { graceMs = 10_000, sessions: kept = {}, tasks: long = {} } = options;
  checkNumbers({ sessions: kept, tasks: long });
  const life = lifeCycle(graceMs);
  const bus = options.bus ?? localBus();
  const eras = new Map<ServerEra["era"], EraServer>();
  const http: HttpPart[] = [];
  const engine: Engine = {
    ...tables(contract, options.handlers),
    catalogue: contract,
    requests: new Map<string, AnyHandler>(
      Object.entries(options.requests ?? {}),
    ),
    get modern() {
      return eras.get("modern");
    },
    get legacy() {
      return eras.get("legacy");
    },
    listen: contract.listen,
    completion: contract.completion,
    scopes: contract.scopes,
    get asks() {
      return tasks ?? contract.asks;
    },
    get tasks() {
      return tasks;
    },
    pageSize: pageSizeOf(options.pageSize ?? contract.pageSize),
    http,
    ...chosenBy(options),
    bus,
    graceMs,
    warn: warner(options.onWarning),
    ...life.hooks,
    get closing() {
      return life.closing();
    },
  };
  const tasks = contract.tasks?.prepare(engine, long);
  for (const era of contract.eras) {
    const own = contract.profiles.filter((one) => one.era === era.era);
    if (own.length > 0) eras.set(era.era, era.prepare(engine, own));
  }
  // A path of its own, if anything, tells HTTP+SSE.
  if (contract.sse !== undefined) http.push(contract.sse.prepare(engine));
  const legacy = eras.get("legacy");
  if (legacy !== undefined && contract.sessions !== undefined)
    http.push(contract.sessions.prepare(engine, legacy, kept));
  return facing(engine, life.close);
}

/** What the options say of the inside, as they say it. */
function chosenBy<Handlers extends HandlerTable, App, P extends Protocol, Auth>(
  options: ServerOptions<Handlers, App, P, Auth>,
): Pick<
  Engine,
  "intercept" | "visible" | "auth" | "app" | "sealKey" | "ledger"
> {
  const { visible, auth, app, sealKey, ledger } = options;
  return {
    intercept: interceptOf(options),
    // What `auth` gives is what `visible` takes: the types have seen to it.
    visible: visible as Engine["visible"],
    auth,
    app,
    sealKey,
    ledger,
  };
}

/** The side of a server that its user sees. */
function facing(engine: Engine, close: () => Promise<void>): Server {
  return { engine, ...changesOf(engine), close, [asyncDispose]: close };
}

/** Throws a RangeError for a time or a number that cannot be. */
function checkNumbers(options: Readonly<Record<string, object>>): void {
  for (const [name, group] of Object.entries(options)) {
    for (const [key, value] of Object.entries(group) as [string, unknown][]) {
      if (typeof value === "number" && !(value >= 0))
        throw new RangeError(
          `${name}.${key} must be a number from 0, not ${value}`,
        );
    }
  }
}

function pageSizeOf(pageSize = Infinity): number {
  if (pageSize === Infinity || (Number.isInteger(pageSize) && pageSize > 0))
    return pageSize;
  throw new RangeError(`pageSize must be an integer from 1, not ${pageSize}`);
}

function interceptOf<
  Handlers extends HandlerTable,
  App,
  P extends Protocol,
  Auth,
>({ intercept }: ServerOptions<Handlers, App, P, Auth>): Intercept | undefined {
  if (intercept === undefined) return undefined;
  return (call: Call, next) => {
    const { method, params } = call;
    const context = new CallContext(call) as unknown as RuntimeContext<
      App,
      P,
      Auth
    >;
    return intercept({ method, params, context }, (request) => {
      call.params = request.params;
      return next();
    });
  };
}

function warner(onWarning = warnOnConsole): Engine["warn"] {
  return (message, detail = {}) => {
    try {
      onWarning(message, detail);
    } catch {
      // What was thrown cannot even be printed; no warning may cost an answer.
      toStderr(message);
    }
  };
}

function warnOnConsole(message: string, detail: WarningDetail): void {
  if (detail.cause === undefined) toStderr(message);
  else toStderr(message, detail.cause);
}
