import type { Connection } from "./client-api.js";
import { core } from "./client-core.js";
import type { ConnectOptions } from "./client-options.js";
import type { ClientFeatures, ClientSession, Send } from "./client-parts.js";
import { Session } from "./client-session.js";
import { asyncDispose } from "./dispose.js";
import { ConnectionError } from "./errors.js";
import type { JsonObject } from "./json-rpc.js";
import type { Protocol } from "./protocol.js";
import type { Transport } from "./transport.js";

export type { Client, Connection } from "./client-api.js";
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
export {
  listPrompts,
  listResources,
  listResourceTemplates,
  listTools,
  on,
  readResource,
  subscribe,
} from "./client-verbs.js";
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
 * Connects to a server and agrees on a version with it. What the connection can do beside
 * `request` are functions (`call`, `listTools`, …), so that a bundle carries those alone that
 * are used. Rejects with a ConnectionError: "spawn" or "http" where there is no server,
 * "version" where there is no common version, "timeout" or "closed" where it says nothing.
 */
export async function connect<P extends Protocol = Protocol>(
  transport: Transport,
  options: ConnectOptions<P> & { readonly features: ClientFeatures },
): Promise<Connection<P>> {
  const { features, versions, auth } = options;
  const profiles = features.profiles.filter(
    ({ version }) => versions?.includes(version) ?? true,
  );
  if (profiles.length === 0)
    throw new ConnectionError(
      "version",
      `None of these versions is built in: ${versions?.join(", ") ?? "none was selected"}`,
    );
  // Handlers are typed by the user's protocol; the session hands them what comes.
  const handlers = options as unknown as ConnectOptions;
  const session: ClientSession = new Session(transport, handlers, features);
  const cache = (session.cache = features.cache?.(session, auth));
  session.ask = intercepted(session);
  const channel = await transport.open(session, cache?.auth ?? auth);
  session.channel = features.httpSessions?.(channel) ?? channel;
  try {
    await features.open(session, profiles);
  } catch (error) {
    await session.close();
    throw error;
  }
  const close = (): Promise<void> => {
    cache?.clear();
    return session.close();
  };
  const connection = {
    [core]: session,
    get server() {
      return session.server;
    },
    request: (...args: Parameters<Send>) => session.ask(...args),
    close,
    [asyncDispose]: close,
  };
  return connection as unknown as Connection<P>;
}

function intercepted({ options: { intercept }, ask }: ClientSession): Send {
  if (intercept === undefined) return ask;
  return (method, params, options = {}, parameters) =>
    intercept({ method, params, options }, (request) =>
      ask(request.method, request.params, request.options, parameters),
    ) as Promise<JsonObject>;
}
