import { EventAnswer, messageEvent } from "./http-events.js";
import type { HttpVisit } from "./server-http.js";

type Kept = { readonly feed: Feed; readonly at: number; readonly text: string };

/** What a feed is for: the answer of a POST, or what belongs to none. */
export type FeedKind = "call" | "standing";

const defaultMaxKept = 16 * 1024 * 1024;
const defaultRetryMs = 1000;

/**
 * What feeds sent, for clients that lost the connection: over all sessions of the
 * process together no more than a number of characters, the oldest given up first.
 */
export class EventLog {
  /** No other process has it, so that no event of another is taken for one of ours. */
  readonly #tag = crypto.randomUUID().slice(0, 8);
  readonly #maxKept: number;
  readonly #events = new Set<Kept>();
  #size = 0;
  #ids = 0;

  constructor(maxKept = defaultMaxKept) {
    this.#maxKept = maxKept;
  }

  /** An id that is given once. */
  nextId(): string {
    return `${this.#tag}.${++this.#ids}`;
  }

  /** Keeps an event; the newest is kept however long it is. */
  add(event: Kept): void {
    this.#events.add(event);
    this.#size += event.text.length;
    for (const oldest of this.#events) {
      if (this.#size <= this.#maxKept || oldest === event) return;
      this.remove(oldest);
      oldest.feed.shorten();
    }
  }

  remove(event: Kept): void {
    if (this.#events.delete(event)) this.#size -= event.text.length;
  }
}

/**
 * A stream of events that outlives its HTTP answer: a client whose connection broke
 * takes it up on another (2025-11-25 basic/transports, Resumability and Redelivery).
 */
export class Feed {
  readonly id: string;
  readonly #log: EventLog;
  readonly #onEmpty: () => void;
  #kept: Kept[] = [];
  #last = 0;
  #answer: EventAnswer | undefined;
  #finished = false;

  /** `onEmpty` is called when the feed is over and nothing of it is kept any more. */
  constructor(log: EventLog, kind: FeedKind, onEmpty: () => void) {
    this.id = `${kind}.${log.nextId()}`;
    this.#log = log;
    this.#onEmpty = onEmpty;
  }

  /** Whether somebody reads it now, as far as is known. */
  get read(): boolean {
    return this.#answer?.open === true;
  }

  /**
   * Begins on an answer. Where the version lets clients poll, an event without data
   * gives them a place to come back to (2025-11-25 basic/transports).
   */
  open(visit: HttpVisit, polls: boolean, onKeepAlive: () => void): void {
    const { retryMs = defaultRetryMs } = visit.options;
    const first = polls
      ? `id: ${this.#eventId(0)}\nretry: ${retryMs}\ndata: \n\n`
      : ": open\n\n";
    this.#attach(visit, onKeepAlive).write(first);
  }

  /** Goes on, on another answer, after the event with this number. */
  resume(visit: HttpVisit, after: number, onKeepAlive: () => void): void {
    const missed = this.#kept.filter(({ at }) => at > after);
    const answer = this.#attach(visit, onKeepAlive);
    answer.write(missed.map(({ text }) => text).join("") || ": open\n\n");
    if (this.#finished) answer.end();
  }

  send(text: string): void {
    const at = ++this.#last;
    const event = `id: ${this.#eventId(at)}\n${messageEvent(text)}`;
    const kept = { feed: this, at, text: event };
    this.#kept.push(kept);
    this.#log.add(kept);
    this.#answer?.write(event);
  }

  /** Ends the answer and keeps the feed: the client comes back for the rest. */
  release(retryMs: number | undefined): void {
    if (retryMs !== undefined) this.#answer?.write(`retry: ${retryMs}\n\n`);
    this.#answer?.end();
  }

  /** Nothing more is sent. */
  finish(): void {
    this.#finished = true;
    this.#answer?.end();
    if (this.#kept.length === 0) this.#onEmpty();
  }

  /** Ends it, and forgets what it sent. */
  discard(): void {
    for (const event of this.#kept) this.#log.remove(event);
    this.#kept = [];
    this.finish();
  }

  /** The log gave up the oldest event. */
  shorten(): void {
    this.#kept.shift();
    if (this.#finished && this.#kept.length === 0) this.#onEmpty();
  }

  #attach(visit: HttpVisit, onKeepAlive: () => void): EventAnswer {
    // A client reads a stream once: who takes it up again has lost the former connection.
    this.#answer?.end();
    const answer = new EventAnswer(visit.host, visit.options, onKeepAlive);
    visit.host.onClosed(() => answer.closed());
    this.#answer = answer;
    return answer;
  }

  #eventId(at: number): string {
    return `${this.id}-${at}`;
  }
}

const place = /^((call|standing)\..+)-(\d+)$/;

/** Reads a `Last-Event-ID`; undefined for what no feed has sent. */
export function readPlace(
  lastEventId: string | undefined,
):
  | { readonly feed: string; readonly kind: FeedKind; readonly at: number }
  | undefined {
  const [, feed, kind, at] = place.exec(lastEventId ?? "") ?? [];
  if (feed === undefined) return undefined;
  return { feed, kind: kind as FeedKind, at: Number(at) };
}
