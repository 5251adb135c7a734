import type { Client, Connection, Entry, Result } from "./client-api.js";
import { core } from "./client-core.js";
import type { CallOptions, ClientEvents, Listening } from "./client-options.js";
import type { ClientSession, Listeners } from "./client-parts.js";
import { fault } from "./client-messages.js";
import { paginate } from "./pagination.js";
import type { Member, Protocol } from "./protocol.js";

/** The tools of all pages. */
export function listTools<P extends Protocol>(
  client: Connection<P>,
  options?: CallOptions,
): AsyncIterable<Entry<P, "tools/list", "tools">> {
  return paginate(client[core], "tools/list", "tools", options);
}

/** The prompts of all pages. */
export function listPrompts<P extends Protocol>(
  client: Connection<P>,
  options?: CallOptions,
): AsyncIterable<Entry<P, "prompts/list", "prompts">> {
  return paginate(client[core], "prompts/list", "prompts", options);
}

/** The resources of all pages. */
export function listResources<P extends Protocol>(
  client: Connection<P>,
  options?: CallOptions,
): AsyncIterable<Entry<P, "resources/list", "resources">> {
  return paginate(client[core], "resources/list", "resources", options);
}

/** The resource templates of all pages. */
export function listResourceTemplates<P extends Protocol>(
  client: Connection<P>,
  options?: CallOptions,
): AsyncIterable<Entry<P, "resources/templates/list", "resourceTemplates">> {
  const method = "resources/templates/list";
  return paginate(client[core], method, "resourceTemplates", options);
}

export function readResource<P extends Protocol>(
  client: Connection<P>,
  uri: string,
  options?: CallOptions,
): Promise<Result<P, "resources/read">> {
  const read = client[core].ask("resources/read", { uri }, options);
  return read as Promise<Result<P, "resources/read">>;
}

/** Asks to be told of changes to a resource by the event "resourceUpdated"; settles when the server has agreed. */
export async function subscribe<P extends Protocol>(
  client: Connection<P>,
  uri: string,
  options: CallOptions = {},
): Promise<Listening> {
  return listenersOf(client[core]).subscribe(uri, options);
}

/**
 * Hears an event, or any notification by its own name. On versions that tell
 * nothing unasked it opens a subscription for it.
 */
export function on<
  P extends Protocol,
  Event extends keyof ClientEvents | (keyof P["notifications"] & string),
>(
  client: Connection<P>,
  event: Event,
  listener: (
    params: Event extends keyof ClientEvents
      ? ClientEvents[Event]
      : Member<P["notifications"], Event>,
  ) => void,
): Listening {
  return listenersOf(client[core]).on(event, listener);
}

/** A connection with the verbs of a whole client. */
export function withVerbs<P extends Protocol>(
  connection: Connection<P>,
): Client<P> {
  const verbs: Omit<Client<P>, keyof Connection<P>> = {
    listTools: (options) => listTools(connection, options),
    listPrompts: (options) => listPrompts(connection, options),
    listResources: (options) => listResources(connection, options),
    listResourceTemplates: (options) =>
      listResourceTemplates(connection, options),
    readResource: (uri, options) => readResource(connection, uri, options),
    subscribe: (uri, options) => subscribe(connection, uri, options),
    on: (event, listener) => on(connection, event, listener),
  };
  return Object.assign(connection, verbs);
}

function listenersOf(session: ClientSession): Listeners {
  if (session.listeners !== undefined) return session.listeners;
  const { cache, features } = session;
  const listeners = features.listen?.(session);
  if (listeners === undefined)
    throw fault(
      "This client was built without listening: the manifest asks for it by subscribe or logging in features, or by listChanged",
    );
  return (session.listeners = {
    ...listeners,
    heard(method, params) {
      // First, so that a listener who asks again gets what is new.
      cache?.heard(method, params);
      listeners.heard(method, params);
    },
  });
}
