import { ConnectionError } from "./errors.js";
import { EventAnswer, messageEvent } from "./http-events.js";
import { jsonAnswer } from "./http-policy.js";
import type { Call, Link } from "./server-engine.js";
import type { AuthGrant, HttpVisit } from "./server-http.js";

/**
 * One request and its HTTP answer: plain JSON, or a stream of events as soon as
 * something has to be said before the answer (basic/transports, Sending Messages).
 */
export class HttpExchange implements Link {
  readonly stream = false;
  readonly grant: AuthGrant;
  readonly #visit: HttpVisit;
  #call: Call | undefined;
  #events: EventAnswer | undefined;
  #done = false;

  constructor(visit: HttpVisit) {
    this.grant = visit.grant;
    this.#visit = visit;
  }

  /** Says which call ends when the client closes the connection; none where closing means nothing. */
  cancelOnClose(call: Call): void {
    this.#call = call;
  }

  /** Has the closed connection noticed, if the answer is still to come. */
  wait(): void {
    if (!this.#done) this.#visit.writer.onClosed(() => this.#closed());
  }

  emit(text: string): void {
    if (this.#done) return;
    this.#events ??= new EventAnswer(this.#visit.writer, this.#visit.options);
    this.#events.write(messageEvent(text));
  }

  answer(
    _call: Call | undefined,
    text: string,
    status: number,
    headers?: Readonly<Record<string, string>>,
  ): void {
    if (this.#done) return;
    this.#done = true;
    if (this.#events === undefined) {
      this.#visit.writer.send(jsonAnswer(status, text, headers));
      return;
    }
    this.#events.write(messageEvent(text));
    this.#events.end();
  }

  /** Answers what has no result. */
  accept(): void {
    this.#done = true;
    this.#visit.writer.send({ status: 202, headers: {}, body: "" });
  }

  drop(): void {
    this.#done = true;
    this.#events?.closed();
  }

  #closed(): void {
    if (this.#done) return;
    this.drop();
    this.#call?.cancel(
      new ConnectionError("closed", "The client closed the connection"),
    );
  }
}
