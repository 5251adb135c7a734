import { closingError, Refusal } from "./call.js";
import { EventLog, readPlace } from "./http-feed.js";
import { takePost } from "./http-messages.js";
import { refusalAnswer } from "./http-policy.js";
import { HttpSession, type SessionHome } from "./http-session.js";
import { SessionExchange } from "./http-session-exchange.js";
import { dialectByHeader } from "./http-version.js";
import { IdleMap } from "./idle-map.js";
import { type Inbound, readInbound } from "./inbound.js";
import { errorCode } from "./json-rpc.js";
import type { Engine, EraServer, SessionFeature } from "./server-engine.js";
import type { ServerEvent } from "./server-events.js";
import type {
  HttpVisit,
  SessionOptions,
  SessionServer,
  SessionState,
  SessionStore,
} from "./server-http.js";

/**
 * Sessions of the legacy era over HTTP (2025-11-25 basic/transports, Session
 * Management): what `initialize` agreed on, log level and followed resources are kept
 * between requests, a standing stream tells of changes, handlers may ask the client,
 * and streams that broke are taken up again.
 */
export const sessions: SessionFeature = {
  prepare(engine, options) {
    const { legacy } = engine;
    if (legacy === undefined)
      throw new Error("Sessions need a version of the legacy era");
    return new HttpSessions(engine, legacy, options);
  },
};

const defaultIdleMs = 30 * 60_000;
const defaultMaxSessions = 10_000;
/** What `crypto.randomUUID` gives; nothing else is looked for in a store. */
const sessionId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

class HttpSessions implements SessionServer {
  readonly #engine: Engine;
  readonly #legacy: EraServer;
  readonly #store: SessionStore;
  readonly #home: SessionHome;
  /** The sessions that this process has met; the store knows whether they have ended. */
  readonly #live: IdleMap<HttpSession>;
  /** The answer to who looks for a stream that is not here: another process may have it, if there is one. */
  readonly #lost: Refusal;

  constructor(engine: Engine, legacy: EraServer, options: SessionOptions) {
    const { idleMs = defaultIdleMs, maxSessions = defaultMaxSessions } =
      options;
    this.#engine = engine;
    this.#legacy = legacy;
    this.#store = options.store ?? localStore(maxSessions, idleMs);
    this.#live = new IdleMap(maxSessions, idleMs, (session) => session.end());
    this.#home = {
      engine,
      store: this.#store,
      log: new EventLog(options.maxKept),
      touch: (session) => void this.#touch(session),
    };
    this.#lost = new Refusal(
      errorCode.invalidRequest,
      "The events of this stream are not kept here",
      options.store === undefined ? 400 : 503,
    );
    const stopEvents = engine.bus.subscribe((event) => this.#tell(event));
    engine.onClosing(() => {
      for (const session of this.#live.values()) session.endStanding();
    });
    engine.onClose(stopEvents);
  }

  post(visit: HttpVisit, id: string | undefined, value: unknown): void {
    if (id === undefined) {
      const { principal = null } = visit.grant;
      const { newest } = this.#legacy;
      const newId = crypto.randomUUID();
      // It lives from the first request that knows its id.
      const session = new HttpSession(this.#home, newId, newest, principal);
      this.#take(visit, session, value);
      return;
    }
    void this.#enter(visit, id, (session) => this.#take(visit, session, value));
  }

  get(visit: HttpVisit, id: string): void {
    const place = readPlace(visit.request.header("last-event-id"));
    void this.#enter(visit, id, (session) => {
      dialectByHeader(visit.request, this.#legacy);
      const resumed =
        place !== undefined && session.resume(visit, place.feed, place.at);
      if (resumed) return;
      if (this.#engine.closing)
        visit.writer.send(refusalAnswer(closingError()));
      // Of what belongs to no call, the rest is better than nothing.
      else if (place?.kind !== "call") session.openStanding(visit);
      else visit.writer.send(refusalAnswer(this.#lost));
    });
  }

  delete(visit: HttpVisit, id: string): void {
    void this.#enter(visit, id, async () => {
      dialectByHeader(visit.request, this.#legacy);
      await this.#store.delete(id);
      this.#end(id);
      this.#engine.bus.publish({ type: "session", id, state: undefined });
      visit.writer.send({ status: 200, headers: {}, body: "" });
    });
  }

  #take(visit: HttpVisit, session: HttpSession, value: unknown): void {
    const engine = this.#engine;
    const exchange = new SessionExchange(engine, visit, session);
    takePost({ engine, request: visit.request, exchange, session }, value);
    exchange.wait();
  }

  /** Finds the session and goes on with it, or answers that there is none. Never rejects. */
  async #enter(
    visit: HttpVisit,
    id: string,
    go: (session: HttpSession) => void | Promise<void>,
  ): Promise<void> {
    try {
      const session = await this.#find(id, visit.grant.principal ?? null);
      if (session === undefined) {
        const message = "There is no such session, or it has ended";
        visit.writer.send(
          refusalAnswer(new Refusal(errorCode.invalidRequest, message, 404)),
        );
      } else {
        await go(session);
      }
    } catch (cause) {
      if (cause instanceof Refusal) {
        visit.writer.send(refusalAnswer(cause));
        return;
      }
      this.#engine.warn("The session could not be looked up", { cause });
      visit.writer.send(
        refusalAnswer(new Refusal(errorCode.internal, "Internal error", 500)),
      );
    }
  }

  /** The session of this principal: to another there is none. */
  async #find(
    id: string,
    principal: string | null,
  ): Promise<HttpSession | undefined> {
    const state = sessionId.test(id) ? await this.#store.get(id) : undefined;
    if (state === undefined) {
      this.#end(id);
      return undefined;
    }
    const dialect = this.#legacy.dialects.get(state.version);
    if (state.principal !== principal || dialect === undefined)
      return undefined;
    const session =
      this.#live.get(id) ?? new HttpSession(this.#home, id, dialect, principal);
    this.#live.set(id, session);
    session.apply(state);
    return session;
  }

  /** An open stream is a use; one of a session that has ended elsewhere ends too. */
  async #touch({ id }: HttpSession): Promise<void> {
    try {
      this.#live.get(id);
      if ((await this.#store.get(id)) === undefined) this.#end(id);
    } catch (cause) {
      this.#engine.warn("The session could not be looked up", { cause });
    }
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

function localStore(maxSessions: number, idleMs: number): SessionStore {
  const states = new IdleMap<SessionState>(maxSessions, idleMs);
  return {
    get: (id) => states.get(id),
    set: (id, state) => states.set(id, state),
    delete: (id) => states.delete(id),
  };
}
