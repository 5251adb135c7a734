import type { Client } from "./client-api.js";
import { type ClientCore, core, createCore } from "./client-core.js";
import type {
  CallOptions,
  ConnectOptions,
  Listening,
} from "./client-options.js";
import { agree, plan } from "./client-eras.js";
import type { ClientCache, ClientFeatures, Listeners } from "./client-parts.js";
import { Session } from "./client-session.js";
import { asyncDispose } from "./dispose.js";
import { ConnectionError } from "./errors.js";
import { paginate } from "./pagination.js";
import type { Protocol } from "./protocol.js";
import type { Transport } from "./transport.js";

export type { Client } from "./client-api.js";
export type { ClientHandle } from "./client-core.js";
export type {
  AnswerContext,
  CallOptions,
  ClientEvents,
  ClientIntercept,
  ClientRequest,
  ConnectOptions,
  FormHandler,
  Implementation,
  Listening,
  Progress,
  Root,
  SampleHandler,
  ServerIdentity,
  UrlHandler,
} from "./client-options.js";
export type { ClientFeatures } from "./client-parts.js";
export type { ToolCall, Tried } from "./tool-call.js";
export { call } from "./tool-call.js";
export {
  facade,
  type PromptCall,
  type ResourceCall,
  type TemplateCall,
} from "./facade.js";
export type { ValidationLevel } from "./validate.js";

/**
 * Connects to a server and agrees on a version with it. Rejects with a
 * ConnectionError: "spawn" or "http" where there is no server, "version" where
 * there is no common version, "timeout" or "closed" where it says nothing.
 */
export async function connect<P extends Protocol = Protocol>(
  transport: Transport,
  options: ConnectOptions<P> & { readonly features: ClientFeatures },
): Promise<Client<P>> {
  const { features, ...rest } = options;
  // Handlers are typed by the user's protocol; the session hands them what comes.
  const handlers = rest as unknown as ConnectOptions;
  const session = new Session(transport.kind, handlers, features);
  const attempts = plan(features, options.versions);
  const cache = features.cache?.(session, options.auth);
  const auth = cache?.auth ?? options.auth;
  const channel = await transport.open(session, auth);
  session.channel = features.httpSessions?.(channel) ?? channel;
  try {
    await agree(session, transport, attempts);
  } catch (error) {
    await session.close();
    throw error;
  }
  const client = createClient(
    createCore(session, handlers, features, cache),
    features,
    cache,
  );
  return client as unknown as Client<P>;
}

/** The cache hears of a change first, so that a listener who asks again gets what is new. */
function listenersOf(
  listeners: Listeners | undefined,
  cache: ClientCache | undefined,
): Listeners | undefined {
  if (listeners === undefined || cache === undefined) return listeners;
  return {
    ...listeners,
    heard(method, params) {
      cache.heard(method, params);
      listeners.heard(method, params);
    },
  };
}

function createClient(
  client: ClientCore,
  { listen }: ClientFeatures,
  cache: ClientCache | undefined,
): Client {
  const { session } = client;
  const list =
    (method: string, member: string) =>
    (options: CallOptions = {}) =>
      paginate(client, method, member, options);
  const listeners = (): Listeners => {
    session.listeners ??= listenersOf(listen?.(session), cache);
    if (session.listeners !== undefined) return session.listeners;
    throw new ConnectionError(
      "protocol",
      "This client was built without listening",
    );
  };
  const close = () => {
    cache?.clear();
    return session.close();
  };
  const made: Omit<Client, "request"> & { request: ClientCore["request"] } = {
    [core]: client,
    get server() {
      return session.wire.server;
    },
    listTools: list("tools/list", "tools"),
    listPrompts: list("prompts/list", "prompts"),
    listResources: list("resources/list", "resources"),
    listResourceTemplates: list(
      "resources/templates/list",
      "resourceTemplates",
    ),
    readResource: (uri, options = {}) =>
      client.request("resources/read", { uri }, options),
    subscribe: async (uri, options = {}): Promise<Listening> =>
      listeners().subscribe(uri, options),
    on: (event, listener) => listeners().on(event, listener),
    request: (method, params, options: CallOptions | undefined) =>
      client.request(method, params, options ?? {}),
    close,
    [asyncDispose]: close,
  };
  return made as unknown as Client;
}
