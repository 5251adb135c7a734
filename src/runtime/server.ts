import { inTime } from "./alarm.js";
import { CallContext, type RuntimeContext, toStderr } from "./context.js";
import { asyncDispose } from "./dispose.js";
import type { JsonObject } from "./json-rpc.js";
import type { Member, Protocol } from "./protocol.js";
import type {
  ChangingList,
  ListEntry,
  ServerCatalogue,
} from "./server-catalogue.js";
import type {
  AnyHandler,
  AskFeature,
  Call,
  Engine,
  EraServer,
  EventBus,
  Intercept,
  ListenFeature,
  ServerAuth,
  ServerEra,
  ServerEvent,
  WarningDetail,
} from "./server-engine.js";
import type { Awaitable, HandlerTable } from "./server-handlers.js";

/** What the emitted `server.ts` passes in; a module that is in none of these is in no bundle. */
export interface ServerContract extends ServerCatalogue {
  /** `modernServer`, `legacyServer`: those that the profiles need. */
  readonly eras: readonly ServerEra[];
  /** `listen`, where something can change and a version of the modern era is spoken. */
  readonly listen?: ListenFeature;
  /** `asks`, where handlers may ask the client. */
  readonly asks?: AskFeature;
}

/** A request on its way to its handler, as `intercept` sees it. */
export type ServerRequest<App, P extends Protocol> = {
  readonly method: string;
  readonly params: JsonObject;
  readonly context: RuntimeContext<App, P>;
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
export type RequestHandlers<App, P extends Protocol> = {
  readonly [Method in keyof P["requests"] & string]?: (
    params: P["requests"][Method],
    context: RuntimeContext<App, P>,
  ) => Awaitable<Unmarked<Member<P["results"], Method, object>>>;
};

/** What a user may say when making a server. */
export interface ServerOptions<
  Handlers extends HandlerTable,
  App,
  P extends Protocol = Protocol,
> {
  readonly handlers: Handlers;
  /** What `createApp` gave; `context.app` in every handler. */
  readonly app: App;
  /** Sees every request but `initialize` and `subscriptions/listen`, and its result; `next` runs it. It may change either, or answer by itself. */
  readonly intercept?:
    | ((
        request: ServerRequest<App, P>,
        next: (request: { readonly params: JsonObject }) => Promise<object>,
      ) => Promise<object>)
    | undefined;
  readonly requests?: RequestHandlers<App, P> | undefined;
  /** Decides on HTTP requests; stdio is trusted. */
  readonly auth?: ServerAuth | undefined;
  /** Whether a client may see and use an entry, in lists and calls alike; default all. Cache scopes should be private then. */
  readonly visible?: ((entry: ListEntry, auth: unknown) => boolean) | undefined;
  /** 32 random bytes that all processes of one server share, to seal what a client carries between rounds; default random. */
  readonly sealKey?: Uint8Array | undefined;
  /** Carries changes to listeners; default within the process. */
  readonly bus?: EventBus | undefined;
  /** Milliseconds that calls in flight have to finish once the server closes; default 10,000. */
  readonly graceMs?: number | undefined;
  /** Told about what is odd but ends nothing; default stderr. */
  readonly onWarning?:
    ((message: string, detail: WarningDetail) => void) | undefined;
}

/** A server that no transport listens for yet: `serveStdio`, `serveHttp`, `withFetch`, `linked`. */
export interface Server extends AsyncDisposable {
  /** The inside, for transports. */
  readonly engine: Engine;
  /** Tells clients that a list is not what it was; needs `listChanged` in the manifest. */
  changed(list: ChangingList): void;
  /** Tells the clients that follow this resource that it is not what it was. */
  updated(uri: string): void;
  /** Takes no more requests, ends subscriptions, finishes what is in flight as far as `graceMs` allows, then closes the transports. */
  close(): Promise<void>;
}

/** Makes a server: builds its dispatch tables and serialises what never changes. Throws an Error when a handler is missing. */
export function createServer<
  Handlers extends HandlerTable,
  App,
  P extends Protocol = Protocol,
>(contract: ServerContract, options: ServerOptions<Handlers, App, P>): Server {
  const { graceMs = 10_000 } = options;
  const life = lifeCycle(graceMs);
  const bus = options.bus ?? localBus();
  const eras = new Map<ServerEra["era"], EraServer>();
  const engine: Engine = {
    ...tables(contract, options.handlers),
    catalogue: contract,
    requests: new Map(Object.entries(options.requests ?? {})) as ReadonlyMap<
      string,
      AnyHandler
    >,
    get modern() {
      return eras.get("modern");
    },
    get legacy() {
      return eras.get("legacy");
    },
    listen: contract.listen,
    asks: contract.asks,
    intercept: interceptOf(options),
    visible: options.visible,
    auth: options.auth,
    app: options.app,
    sealKey: options.sealKey,
    bus,
    graceMs,
    warn: warner(options.onWarning),
    ...life.hooks,
    get closing() {
      return life.closing();
    },
  };
  for (const era of contract.eras) {
    const profiles = contract.profiles.filter(
      (profile) => profile.era === era.era,
    );
    if (profiles.length > 0) eras.set(era.era, era.prepare(engine, profiles));
  }
  return {
    engine,
    changed(list) {
      if (contract.listChanged[list]) bus.publish({ type: "changed", list });
      else
        engine.warn(
          `The manifest does not say that ${list} can change: listChanged`,
        );
    },
    updated(uri) {
      bus.publish({ type: "updated", uri });
    },
    close: life.close,
    [asyncDispose]: life.close,
  };
}

/** The static dispatch tables. */
function tables(
  contract: ServerContract,
  handlers: HandlerTable,
): Pick<Engine, "tools" | "prompts" | "resources" | "templates"> {
  const find = (kind: keyof HandlerTable, name: string): AnyHandler => {
    const table: object = handlers[kind] ?? {};
    const handler: unknown = Object.hasOwn(table, name)
      ? table[name as keyof typeof table]
      : undefined;
    if (typeof handler !== "function")
      throw new TypeError(
        `handlers.${kind} has no function for ${JSON.stringify(name)}`,
      );
    return handler as AnyHandler;
  };
  const {
    tools = [],
    prompts = [],
    resources = [],
    resourceTemplates = [],
  } = contract;
  return {
    tools: new Map(
      tools.map((row) => [
        row.tool.name,
        { ...row, handler: find("tools", row.tool.name) },
      ]),
    ),
    prompts: new Map(
      prompts.map((row) => [
        row.prompt.name,
        { ...row, handler: find("prompts", row.prompt.name) },
      ]),
    ),
    resources: new Map(
      resources.map((row) => [
        row.resource.uri,
        { ...row, handler: find("resources", row.resource.name) },
      ]),
    ),
    templates: resourceTemplates.map((row) => ({
      ...row,
      handler: find("resourceTemplates", row.template.name),
    })),
  };
}

function interceptOf<Handlers extends HandlerTable, App, P extends Protocol>({
  intercept,
}: ServerOptions<Handlers, App, P>): Intercept | undefined {
  if (intercept === undefined) return undefined;
  return (call: Call, next) => {
    const { method, params } = call;
    const context = new CallContext(call) as unknown as RuntimeContext<App, P>;
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

function localBus(): EventBus {
  const listeners = new Set<(event: ServerEvent) => void>();
  return {
    publish(event) {
      for (const listener of [...listeners]) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Life = {
  readonly hooks: Pick<Engine, "begin" | "end" | "onClosing" | "onClose">;
  readonly closing: () => boolean;
  readonly close: () => Promise<void>;
};

/** Counts what is in flight and closes in order. */
function lifeCycle(graceMs: number): Life {
  const calls = new Set<Call>();
  const before = new Set<() => void>();
  const after = new Set<() => void | Promise<void>>();
  let idle: (() => void) | undefined;
  let closed: Promise<void> | undefined;
  const register = <T>(set: Set<T>, hook: T): (() => void) => {
    set.add(hook);
    return () => set.delete(hook);
  };
  const close = async (): Promise<void> => {
    for (const hook of [...before]) hook();
    if (calls.size > 0) {
      const finished = new Promise<void>((resolve) => (idle = resolve));
      if (!(await inTime(finished, graceMs)))
        for (const call of [...calls]) call.giveUp();
    }
    await Promise.all([...after].map(async (hook) => hook()));
  };
  return {
    hooks: {
      begin: (call) => void calls.add(call),
      end(call) {
        calls.delete(call);
        if (calls.size === 0) idle?.();
      },
      onClosing: (hook) => register(before, hook),
      onClose: (hook) => register(after, hook),
    },
    closing: () => closed !== undefined,
    close: () => (closed ??= close()),
  };
}
