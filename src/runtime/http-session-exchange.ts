import { errorText, Refusal } from "./call.js";
import { ConnectionError } from "./errors.js";
import type { Feed } from "./http-feed.js";
import type { PostExchange } from "./http-legacy.js";
import { sendJson } from "./http-policy.js";
import type { HttpSession } from "./http-session.js";
import { errorCode, type JsonObject } from "./json-rpc.js";
import type { Call, Engine } from "./server-engine.js";
import type { AuthGrant, HttpVisit } from "./server-http.js";

/**
 * A POST of a session and its answer. A stream that it becomes can be taken up
 * again, and a closed connection cancels nothing: only `notifications/cancelled` does
 * (2025-11-25 basic/transports, Sending Messages to the Server).
 */
export class SessionExchange implements PostExchange {
  readonly stream = false;
  readonly grant: AuthGrant;
  readonly #engine: Engine;
  readonly #visit: HttpVisit;
  readonly #session: HttpSession;
  #feed: Feed | undefined;
  #done = false;

  constructor(engine: Engine, visit: HttpVisit, session: HttpSession) {
    this.grant = visit.grant;
    this.#engine = engine;
    this.#visit = visit;
    this.#session = session;
  }

  /** Has the closed connection noticed: what was not yet a stream has no way back any more. */
  wait(): void {
    if (this.#done) return;
    this.#visit.host.onClosed(() => {
      if (this.#feed === undefined) this.#done = true;
    });
  }

  emit(text: string): void {
    if (!this.#done) this.#open().send(text);
  }

  ask(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (this.#done) {
      const gone = "The client closed the connection before it was asked";
      return Promise.reject(new ConnectionError("closed", gone));
    }
    const send = (text: string): void => this.emit(text);
    return this.#session.ask(method, params, signal, send);
  }

  release(retryMs: number | undefined): void {
    const { resumption } = this.#session.caller.dialect.profile;
    if (!this.#done && resumption === "poll") this.#open().release(retryMs);
  }

  answer(
    call: Call | undefined,
    text: string,
    status: number,
    more?: Readonly<Record<string, string>>,
  ): void {
    if (call !== undefined) this.#session.drop(call);
    const headers =
      call?.method === "initialize"
        ? { "Mcp-Session-Id": this.#session.id }
        : more;
    this.#whenSaved((error) => {
      if (error === undefined) this.#finish(text, status, headers);
      else this.#finish(errorText(call?.id ?? null, error), error.status);
    });
  }

  accept(): void {
    this.#whenSaved((error) => {
      this.#done = true;
      const status = error?.status ?? 202;
      this.#visit.host.send(status, "");
    });
  }

  /** The client cancelled a call: it expects no answer, but the POST has to end. */
  drop(call: Call): void {
    this.#session.drop(call);
    if (this.#done) return;
    this.#done = true;
    if (this.#feed !== undefined) this.#feed.discard();
    else this.#visit.host.send(202, "");
  }

  #open(): Feed {
    return (this.#feed ??= this.#session.openFeed(this.#visit));
  }

  #finish(
    text: string,
    status: number,
    headers?: Readonly<Record<string, string>>,
  ): void {
    if (this.#done) return;
    this.#done = true;
    if (this.#feed !== undefined) {
      this.#feed.send(text);
      this.#feed.finish();
      return;
    }
    sendJson(this.#visit.host, status, text, headers);
  }

  /** Nothing is answered before what it changed is stored: the next request may reach another process. */
  #whenSaved(then: (error: Refusal | undefined) => void): void {
    const failed = (cause: unknown): void => {
      this.#engine.warn("The session could not be stored", { cause });
      then(new Refusal(errorCode.internal, "Internal error", 500));
    };
    try {
      const saving = this.#session.save();
      if (saving === undefined) then(undefined);
      else void saving.then(() => then(undefined), failed);
    } catch (cause) {
      failed(cause);
    }
  }
}
