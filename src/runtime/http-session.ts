import { Refusal } from "./call.js";
import { type EventLog, Feed, type FeedKind } from "./http-feed.js";
import type { OneWay, PostSession } from "./http-legacy.js";
import { unserved } from "./http-policy.js";
import type { Idle } from "./idle-map.js";
import { newSession } from "./inbound.js";
import { errorCode, type JsonObject } from "./json-rpc.js";
import { RunningCalls } from "./server-calls.js";
import type { Call, Caller, Dialect, Engine } from "./server-engine.js";
import type { ServerEvent } from "./server-events.js";
import type { HttpVisit, SessionState, SessionStore } from "./server-http.js";
import { newsFor, OpenQuestions } from "./server-questions.js";

/** What the sessions of a process share. */
export type SessionHome = {
  readonly engine: Engine;
  /** Undefined where no other process has the sessions. */
  readonly store: SessionStore | undefined;
  readonly log: EventLog;
  /** Remembers a session of this process. */
  readonly keep: (session: HttpSession) => void;
  /** The session with this id is in use, though nothing arrives for it. */
  readonly touch: (id: string) => void;
};

/** How much a client can have us remember, in characters. */
const maxState = 64 * 1024;

/**
 * A session as far as it lives in this process: its calls, its streams, and its
 * state. There may be thousands that do nothing, so what they do not use is not made.
 */
export class HttpSession implements PostSession, Idle {
  readonly id: string;
  readonly caller: Caller;
  readonly principal: string | null;
  used = 0;
  readonly #home: SessionHome;
  #calls: RunningCalls | undefined;
  #questions: OpenQuestions | undefined;
  /** The streams that a client can take up again, by id. */
  #feeds: Map<string, Feed> | undefined;
  #standing: Feed | undefined;
  /** What happened while nobody read the standing stream; each is worth telling once. */
  #news: Set<string> | undefined;
  #revision = 0;
  #saved = "";
  #ended = false;

  constructor(
    home: SessionHome,
    id: string,
    dialect: Dialect,
    principal: string | null,
  ) {
    this.id = id;
    this.caller = newSession(dialect);
    this.principal = principal;
    this.#home = home;
  }

  /** Takes over what another process, or an earlier life, knows; what is older than ours is left. */
  apply(state: SessionState): void {
    if (state.revision <= this.#revision) return;
    const { caller } = this;
    this.#revision = state.revision;
    caller.client = {
      info: state.info ?? undefined,
      capabilities: state.capabilities,
      version: state.version,
    };
    caller.level = state.level ?? undefined;
    caller.opened = state.opened;
    caller.uris = new Set(state.uris);
    this.#saved = this.#fingerprint();
  }

  /** Stores the state, if it has changed; undefined when there is nothing to wait for. */
  save(): Promise<void> | undefined {
    const { store, engine, keep } = this.#home;
    if (this.#ended) return undefined;
    if (store === undefined) {
      keep(this);
      return undefined;
    }
    const now = this.#fingerprint();
    if (now === this.#saved) return undefined;
    this.#saved = now;
    this.#revision += 1;
    const { id } = this;
    const state = this.#state();
    const tell = (): void => engine.bus.publish({ type: "session", id, state });
    const stored = store.set(id, state);
    if (stored !== undefined) return Promise.resolve(stored).then(tell);
    tell();
    return undefined;
  }

  add(call: Call): void {
    this.#calls ??= new RunningCalls();
    if (this.#calls.has(call.id)) throw unserved(400, "The id is in use");
    const { method, params, caller } = call;
    const size =
      method === "initialize" || method === "resources/subscribe"
        ? JSON.stringify([params, ...caller.uris]).length
        : 0;
    if (size > maxState) {
      throw new Refusal(
        errorCode.invalidParams,
        `A session must not have to remember more than ${maxState} characters`,
        400,
      );
    }
    this.#calls.add(call);
  }

  drop(call: Call): void {
    this.#calls?.drop(call);
    if (this.#calls?.none === true) this.#calls = undefined;
  }

  /** Asks the client something and waits; `send` is the way there. */
  ask(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    send: (text: string) => void,
  ): Promise<unknown> {
    const { log } = this.#home;
    this.#questions ??= new OpenQuestions(() => log.nextId());
    return this.#questions.ask(method, params, signal, send);
  }

  received(message: OneWay): void {
    const known = this.receivedHere(message);
    if (known) return;
    // The call that it is for may run in another process.
    const { bus } = this.#home.engine;
    const { kind: _kind, ...members } = message;
    bus.publish({
      type: "received",
      id: this.id,
      message: { jsonrpc: "2.0", ...members },
    });
  }

  /** Takes a message without an answer; false when it means nothing to this process. */
  receivedHere(message: OneWay): boolean {
    if (message.kind === "response")
      return this.#questions?.answered(message) === true;
    const { method, params } = message;
    if (method === "notifications/cancelled")
      return this.#calls?.cancel(params) === true;
    this.#home.engine.legacy?.notified?.(method, this.caller);
    return true;
  }

  /** A stream for one call, which begins on the call's own answer. */
  openFeed(visit: HttpVisit, kind: FeedKind = "call"): Feed {
    const feed = this.#newFeed(kind);
    const polls = this.caller.dialect.profile.resumption === "poll";
    feed.open(visit, polls, () => this.#home.touch(this.id));
    return feed;
  }

  /** Opens the stream for what belongs to no call. There is one at a time: a second one ends the first. */
  openStanding(visit: HttpVisit): void {
    this.#standing?.discard();
    this.#standing = this.openFeed(visit, "standing");
    this.#tellNews();
  }

  /** Goes on with a stream that broke; false when nothing of it is kept here. */
  resume(visit: HttpVisit, feedId: string, after: number): boolean {
    const feed = this.#feeds?.get(feedId);
    feed?.resume(visit, after, () => this.#home.touch(this.id));
    this.#tellNews();
    return feed !== undefined;
  }

  tell(event: ServerEvent): void {
    const news = newsFor(this.caller, event);
    if (news === undefined) return;
    this.#news ??= new Set();
    this.#news.add(news);
    this.#tellNews();
  }

  endStanding(): void {
    this.#standing?.finish();
    this.#standing = undefined;
  }

  /** The client does not come back: ends its calls and its streams. */
  end(): void {
    this.#ended = true;
    this.#questions?.close();
    this.#calls?.close();
    for (const feed of [...(this.#feeds?.values() ?? [])]) feed.discard();
  }

  #tellNews(): void {
    if (this.#standing?.read !== true) return;
    for (const news of this.#news ?? []) this.#standing.send(news);
    this.#news = undefined;
  }

  #newFeed(kind: FeedKind): Feed {
    const feed: Feed = new Feed(this.#home.log, kind, () =>
      this.#feeds?.delete(feed.id),
    );
    this.#feeds ??= new Map();
    this.#feeds.set(feed.id, feed);
    return feed;
  }

  /** What can change after `initialize`. */
  #fingerprint(): string {
    const { level, opened, uris } = this.caller;
    return JSON.stringify([level, opened, ...uris]);
  }

  #state(): SessionState {
    const { client, level, uris, opened } = this.caller;
    return {
      revision: this.#revision,
      version: client.version,
      info: client.info ?? null,
      capabilities: client.capabilities,
      level: level ?? null,
      uris: [...uris],
      opened,
      principal: this.principal,
    };
  }
}
