import { ConnectionError } from "./errors.js";
import { EventAnswer, messageEvent } from "./http-events.js";
import { sendJson } from "./http-policy.js";
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
  #events: EventAnswer | undefined;
  #done = false;

  constructor(visit: HttpVisit) {
    this.grant = visit.grant;
    this.#visit = visit;
  }

  /** Has the closed connection noticed, if the answer is still to come; it ends this call, where closing means that. */
  wait(call?: Call): void {
    if (this.#done) return;
    this.#visit.host.onClosed(() => {
      if (this.#done) return;
      this.drop();
      call?.cancel(
        new ConnectionError("closed", "The client closed the connection"),
      );
    });
  }

  emit(text: string): void {
    if (this.#done) return;
    this.#events ??= new EventAnswer(this.#visit.host, this.#visit.options);
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
      sendJson(this.#visit.host, status, text, headers);
      return;
    }
    this.#events.write(messageEvent(text));
    this.#events.end();
  }

  /** Answers what has no result. */
  accept(): void {
    this.#done = true;
    this.#visit.host.send(202, "");
  }

  drop(): void {
    this.#done = true;
    this.#events?.closed();
  }
}
