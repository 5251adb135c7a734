import { sleep } from "./alarm.js";
import { excerpt } from "./client-messages.js";
import type { CallOptions, Listening } from "./client-options.js";
import type { ClientSession, Listeners } from "./client-parts.js";
import { extend } from "./client-pending.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import { isObject, type JsonObject, metaKey } from "./json-rpc.js";

/** Events by the names that `Client.on` takes. */
const eventMethods: { readonly [event: string]: string } = {
  toolsListChanged: "notifications/tools/list_changed",
  promptsListChanged: "notifications/prompts/list_changed",
  resourcesListChanged: "notifications/resources/list_changed",
  resourceUpdated: "notifications/resources/updated",
  message: "notifications/message",
};

/** What a `subscriptions/listen` request must name before the server tells of it. */
const listFlags = Object.keys(eventMethods).slice(0, 3);

const acknowledged = "notifications/subscriptions/acknowledged";

/** Milliseconds before a subscription that broke is opened again; doubled each time, up to the longest. */
const shortestDelay = 1000;
const longestDelay = 30_000;

/** Hears notifications; the value of `listen` in the features. */
export function clientListen(session: ClientSession): Listeners {
  const byMethod = new Map<string, Set<(params: never) => void>>();
  const streams = new Streams(session);
  const subscriptions = new SessionSubscriptions(session);
  const asksFirst = () => session.wire.profile.changes === "listen";
  return {
    on(event, listener) {
      const method = eventMethods[event] ?? event;
      const listeners = byMethod.get(method) ?? new Set();
      // A wrapper of its own, so that the same function may listen twice.
      const own = (params: never) => listener(params);
      byMethod.set(method, listeners.add(own));
      const flag = listFlags.find((name) => eventMethods[name] === method);
      const listening =
        flag !== undefined && asksFirst() ? streams.want({ flag }) : undefined;
      const ready = listening?.ready ?? openStream(session, asksFirst());
      return {
        ready,
        stop() {
          listeners.delete(own);
          listening?.stop();
        },
      };
    },
    async subscribe(uri, options) {
      if (!asksFirst()) return subscriptions.add(uri, options);
      const listening = streams.want({ uri });
      await listening.ready;
      return listening;
    },
    heard(method, params) {
      if (method === acknowledged) streams.acknowledge(params);
      else if (method === "notifications/cancelled" && asksFirst())
        streams.cancel(params);
      for (const listener of byMethod.get(method) ?? []) {
        try {
          listener(params as never);
        } catch (error) {
          session.warning(`A listener of ${method} threw: ${excerpt(error)}`);
        }
      }
    },
    renewed: () => subscriptions.renew(),
    stop: () => streams.stop(),
  };
}

/** On a session changes come by themselves, once there is something that they can come on. */
function openStream(session: ClientSession, asksFirst: boolean): Promise<void> {
  const { channel, features } = session;
  const opened = asksFirst
    ? undefined
    : channel.listen?.(features.requestHeaders?.(session, ""));
  // Whoever does not wait for it hears of the end elsewhere.
  opened?.catch(() => undefined);
  return opened ?? Promise.resolve();
}

/** Subscriptions by `resources/subscribe` (server/resources, Subscriptions), which end with their session. */
class SessionSubscriptions {
  readonly #session: ClientSession;
  readonly #counts = new Map<string, number>();

  constructor(session: ClientSession) {
    this.#session = session;
  }

  async add(uri: string, options: CallOptions): Promise<Listening> {
    const counts = this.#counts;
    const opened = openStream(this.#session, false);
    await this.#session.request("resources/subscribe", { uri }, options);
    counts.set(uri, (counts.get(uri) ?? 0) + 1);
    let stopped = false;
    return {
      ready: opened,
      stop: () => {
        if (stopped) return;
        stopped = true;
        const left = (counts.get(uri) ?? 0) - 1;
        counts.set(uri, left);
        if (left > 0) return;
        counts.delete(uri);
        this.#request("resources/unsubscribe", uri);
      },
    };
  }

  renew(): void {
    for (const uri of this.#counts.keys())
      this.#request("resources/subscribe", uri);
  }

  #request(method: string, uri: string): void {
    const session = this.#session;
    session.request(method, { uri }, {}).catch((error: unknown) => {
      session.warning(`${method} failed for ${uri}: ${excerpt(error)}`);
    });
  }
}

/** A change that somebody wants to hear of. */
type Want = { readonly flag?: string; readonly uri?: string };

/** Streams of `subscriptions/listen` (basic/patterns/subscriptions): one for all that is wanted in a tick. */
class Streams {
  readonly #session: ClientSession;
  readonly #open = new Set<Stream>();
  #next: Stream | undefined;
  #stopped = false;

  constructor(session: ClientSession) {
    this.#session = session;
  }

  want(want: Want): Listening {
    const stream = this.#covering(want) ?? this.#later();
    stream.wants.add(want);
    const ready = stream.honoured.then((honoured) => {
      if (honours(honoured, want)) return;
      const what = want.uri ?? want.flag ?? "";
      throw new ConnectionError(
        "protocol",
        `The server will not tell of ${what}`,
      );
    });
    // Whoever does not wait for it has the warnings.
    ready.catch((error: unknown) => this.#session.warning(String(error)));
    return {
      ready,
      stop: () => {
        stream.wants.delete(want);
        if (stream.wants.size === 0) stream.controller.abort();
      },
    };
  }

  acknowledge(params: JsonObject): void {
    const meta = params["_meta"];
    const id = isObject(meta) ? meta[metaKey.subscriptionId] : undefined;
    const pending = this.#session.pending.get(id);
    for (const stream of this.#open) {
      if (pending === undefined || stream.params !== pending.params) continue;
      // From here on silence is what a quiet server does.
      pending.timeoutMs = pending.limit = Infinity;
      extend(pending);
      const honoured = params["notifications"];
      stream.acknowledge(isObject(honoured) ? honoured : {});
    }
  }

  /** The one thing that a server of this era may cancel (basic/patterns/cancellation). */
  cancel({ requestId }: JsonObject): void {
    const pending = this.#session.pending.get(requestId);
    if (pending?.method !== "subscriptions/listen") return;
    const message = "The server ended the subscription";
    this.#session.fail(pending, new ConnectionError("closed", message));
  }

  stop(): void {
    this.#stopped = true;
    for (const { controller } of this.#open) controller.abort();
  }

  #covering(want: Want): Stream | undefined {
    for (const stream of this.#open)
      for (const { flag, uri } of stream.wants)
        if (flag === want.flag && uri === want.uri) return stream;
    return undefined;
  }

  #later(): Stream {
    if (this.#next !== undefined) return this.#next;
    const stream = new Stream();
    this.#next = stream;
    this.#open.add(stream);
    queueMicrotask(() => {
      this.#next = undefined;
      void this.#run(stream);
    });
    return stream;
  }

  async #run(stream: Stream): Promise<void> {
    const { controller, fail } = stream;
    const { signal } = controller;
    const isOver = () => this.#stopped || signal.aborted;
    for (let delay = shortestDelay; !isOver();) {
      stream.params = { notifications: filterOf(stream.wants) };
      stream.begin();
      try {
        await this.#session.request("subscriptions/listen", stream.params, {
          signal,
        });
      } catch (error) {
        fail(error);
        // A refusal stands, the user's too; a broken stream is opened again.
        if (error instanceof ProtocolError) break;
        if (isUnauthorized(error)) {
          this.#session.warning(`No changes are told of: ${error.message}`);
          break;
        }
      }
      if (isOver()) break;
      if (stream.isAcknowledged()) delay = shortestDelay;
      await sleep(delay, signal);
      delay = Math.min(delay * 2, longestDelay);
    }
    this.#open.delete(stream);
    // Nobody who waits is left waiting; after an answer this says nothing new.
    if (this.#stopped)
      fail(new ConnectionError("closed", "The client was closed"));
  }
}

function isUnauthorized(error: unknown): error is ConnectionError {
  return error instanceof ConnectionError && error.reason === "authorization";
}

class Stream {
  readonly wants = new Set<Want>();
  readonly controller = new AbortController();
  params: object | undefined;
  #acknowledged = false;
  readonly honoured: Promise<JsonObject>;
  acknowledge!: (honoured: JsonObject) => void;
  fail!: (error: unknown) => void;

  constructor() {
    this.honoured = new Promise((resolve, reject) => {
      this.acknowledge = (honoured) => {
        this.#acknowledged = true;
        resolve(honoured);
      };
      this.fail = reject;
    });
    // The promises derived from it report; this one may be without any.
    this.honoured.catch(() => undefined);
  }

  begin(): void {
    this.#acknowledged = false;
  }

  isAcknowledged(): boolean {
    return this.#acknowledged;
  }
}

function filterOf(wants: ReadonlySet<Want>): JsonObject {
  const filter: JsonObject = {};
  const uris: string[] = [];
  for (const { flag, uri } of wants) {
    if (flag !== undefined) filter[flag] = true;
    if (uri !== undefined && !uris.includes(uri)) uris.push(uri);
  }
  if (uris.length > 0) filter["resourceSubscriptions"] = uris;
  return filter;
}

function honours(honoured: JsonObject, { flag, uri }: Want): boolean {
  if (flag !== undefined) return honoured[flag] === true;
  const uris = honoured["resourceSubscriptions"];
  return Array.isArray(uris) && uris.includes(uri);
}
