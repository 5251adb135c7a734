import { closingError, Refusal } from "./call.js";
import { HttpExchange } from "./http-exchange.js";
import { EventLog, readPlace } from "./http-feed.js";
import {
  dialectByHeader,
  isModern,
  type PostExchange,
  takePost,
} from "./http-legacy.js";
import { unserved } from "./http-policy.js";
import { refuse } from "./http-post.js";
import { HttpSession, type SessionHome } from "./http-session.js";
import { SessionExchange } from "./http-session-exchange.js";
import { IdleMap } from "./idle-map.js";
import { type Inbound, readInbound } from "./inbound.js";
import { errorCode, isObject } from "./json-rpc.js";
import type { Engine, EraServer, SessionFeature } from "./server-engine.js";
import type { ServerEvent } from "./server-events.js";
import type { Awaitable } from "./server-handlers.js";
import type {
  HttpPart,
  HttpVisit,
  SessionOptions,
  SessionStore,
} from "./server-http.js";

/**
 * The legacy era over HTTP, and its sessions (2025-11-25 basic/transports, Session
 * Management): what `initialize` agreed on, log level and followed resources are kept
 * between requests, a standing stream tells of changes, handlers may ask the client,
 * and streams that broke are taken up again. Who asks without a session is served too.
 */
export const sessions: SessionFeature = {
  prepare: (engine, legacy, options) =>
    new HttpSessions(engine, legacy, options),
};

const defaultIdleMs = 30 * 60_000;
const defaultMaxSessions = 10_000;
/** What `crypto.randomUUID` gives; nothing else is looked for in a store. */
const sessionId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

class HttpSessions implements HttpPart {
  readonly #engine: Engine;
  readonly #legacy: EraServer;
  readonly #store: SessionStore | undefined;
  readonly #home: SessionHome;
  /** The sessions that this process has met; where there is a store, it knows whether they have ended. */
  readonly #live: IdleMap<HttpSession>;

  constructor(engine: Engine, legacy: EraServer, options: SessionOptions) {
    const { idleMs = defaultIdleMs, maxSessions = defaultMaxSessions } =
      options;
    this.#engine = engine;
    this.#legacy = legacy;
    this.#store = options.store;
    this.#live = new IdleMap(maxSessions, idleMs, (session) => session.end());
    this.#home = {
      engine,
      store: options.store,
      log: new EventLog(options.maxKept),
      keep: (session) => this.#live.set(session.id, session),
      touch: (id) => this.#touch(id),
    };
    const stopEvents = engine.bus.subscribe((event) => this.#tell(event));
    engine.onClosing(() => {
      for (const session of this.#live.values()) session.endStanding();
    });
    engine.onClose(stopEvents);
  }

  post(visit: HttpVisit, value: unknown): boolean {
    const { host, grant } = visit;
    const { request } = host;
    if (isModern(this.#engine, request, value)) return false;
    const id = request.header("mcp-session-id");
    if (this.#legacy.newest.profile.sessions === true && opens(value)) {
      const { principal = null } = grant;
      const { newest } = this.#legacy;
      // It lives from its first answer, which tells its id.
      this.#take(
        visit,
        value,
        new HttpSession(this.#home, crypto.randomUUID(), newest, principal),
      );
    } else if (id === undefined) {
      this.#take(visit, value);
    } else {
      this.#enter(visit, id, (session) => this.#take(visit, value, session));
    }
    return true;
  }

  open(visit: HttpVisit): boolean {
    const { request } = visit.host;
    const id = request.header("mcp-session-id");
    if (id === undefined) return false;
    if (request.method === "DELETE") {
      this.#enter(visit, id, () => this.#delete(visit, id));
      return true;
    }
    const events = request.header("accept")?.includes("text/event-stream");
    if (request.method !== "GET" || events !== true) return false;
    this.#enter(visit, id, (session) => this.#listen(visit, session));
    return true;
  }

  #listen(visit: HttpVisit, session: HttpSession): void {
    const { request } = visit.host;
    dialectByHeader(request, this.#legacy);
    const place = readPlace(request.header("last-event-id"));
    if (place !== undefined && session.resume(visit, place.feed, place.at))
      return;
    if (this.#engine.closing) throw closingError();
    if (place?.kind === "call") {
      // Another process may have it, if there is one.
      const status = this.#store === undefined ? 400 : 503;
      throw unserved(status, "The events of this stream are not kept here");
    }
    // Of what belongs to no call, the rest is better than nothing.
    session.openStanding(visit);
  }

  #delete(visit: HttpVisit, id: string): void {
    dialectByHeader(visit.host.request, this.#legacy);
    const deleted = (): void => {
      this.#end(id);
      this.#engine.bus.publish({ type: "session", id, state: undefined });
      visit.host.send(200, "");
    };
    const store = this.#store;
    if (store === undefined) deleted();
    else
      void this.#reach(() => store.delete(id))
        .then(deleted)
        .catch((error: unknown) => this.#refuse(visit, error));
  }

  #take(visit: HttpVisit, value: unknown, session?: HttpSession): void {
    const engine = this.#engine;
    const exchange: PostExchange =
      session === undefined
        ? new HttpExchange(visit)
        : new SessionExchange(engine, visit, session);
    const { request } = visit.host;
    takePost(
      { engine, legacy: this.#legacy, request, exchange, session },
      value,
    );
  }

  #refuse({ host }: HttpVisit, error: unknown): void {
    refuse(this.#engine, host, null, error);
  }

  /** Finds the session and goes on with it, or answers that there is none. */
  #enter(
    visit: HttpVisit,
    id: string,
    go: (session: HttpSession) => void,
  ): void {
    const { principal = null } = visit.grant;
    // To another principal there is no such session.
    const enter = (session: HttpSession | undefined): void => {
      if (session?.principal !== principal)
        throw unserved(404, "There is no such session, or it has ended");
      go(session);
    };
    if (this.#store === undefined) enter(this.#live.get(id));
    else
      void this.#find(this.#store, id)
        .then(enter)
        .catch((error: unknown) => this.#refuse(visit, error));
  }

  async #find(
    store: SessionStore,
    id: string,
  ): Promise<HttpSession | undefined> {
    const state = sessionId.test(id)
      ? await this.#reach(() => store.get(id))
      : undefined;
    const dialect = this.#legacy.dialects.get(state?.version ?? "");
    if (state === undefined) this.#end(id);
    if (state === undefined || dialect === undefined) return undefined;
    const session =
      this.#live.get(id) ??
      new HttpSession(this.#home, id, dialect, state.principal);
    this.#live.set(id, session);
    session.apply(state);
    return session;
  }

  /** Asks the store; a failure of it is told here, and says nothing to the client. */
  async #reach<Answer>(ask: () => Awaitable<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (cause) {
      this.#engine.warn("The session could not be looked up", { cause });
      throw new Refusal(errorCode.internal, "Internal error", 500);
    }
  }

  /** An open stream is a use; one of a session that has ended elsewhere ends too. */
  #touch(id: string): void {
    this.#live.get(id);
    const store = this.#store;
    if (store === undefined) return;
    void this.#reach(() => store.get(id)).then(
      (state) => {
        if (state === undefined) this.#end(id);
      },
      // It has been told, and the next use looks again.
      () => undefined,
    );
  }

  #end(id: string): void {
    this.#live.peek(id)?.end();
    this.#live.delete(id);
  }

  #tell(event: ServerEvent): void {
    switch (event.type) {
      case "session":
        if (event.state === undefined) this.#end(event.id);
        else this.#live.peek(event.id)?.apply(event.state);
        break;
      case "received":
        this.#receive(event.id, readInbound(event.message));
        break;
      default:
        for (const session of this.#live.values()) session.tell(event);
    }
  }

  /** Takes what reached another process. */
  #receive(id: string, message: Inbound): void {
    if (message.kind === "notification" || message.kind === "response")
      this.#live.peek(id)?.receivedHere(message);
  }
}

function opens(value: unknown): boolean {
  return isObject(value) && value["method"] === "initialize" && "id" in value;
}
