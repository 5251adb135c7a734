import {
  closingError,
  errorText,
  Refusal,
  RunningCall,
  runCall,
} from "./call.js";
import { eraOf, type Inbound, readInbound, whyRefused } from "./inbound.js";
import { errorCode, type RequestId } from "./json-rpc.js";
import { RunningCalls } from "./server-calls.js";
import type { Call, Caller, Engine, Link, Questions } from "./server-engine.js";
import type { AuthGrant } from "./server-http.js";

/**
 * One client on a channel that carries all messages: stdio, linked, HTTP+SSE. Each
 * message is classified by itself, so both eras may be spoken on one channel, and an
 * `initialize` without a version claim opens a legacy session at any time.
 */
export class ServerConnection implements Link {
  readonly stream = true;
  /** Of the client's last word, where it proves with each who it is. */
  grant: AuthGrant;
  readonly ask?: NonNullable<Link["ask"]>;
  readonly #engine: Engine;
  readonly #write: (text: string) => void;
  readonly #eraOf: typeof eraOf;
  readonly #calls = new RunningCalls();
  readonly #questions: Questions | undefined;
  readonly #stopEvents: () => void;
  #session: Caller | undefined;

  /** `write` sends one message, given as JSON text without a line end; `era` is asked for the era of each request. */
  constructor(
    engine: Engine,
    write: (text: string) => void,
    grant: AuthGrant = { auth: undefined },
    era: typeof eraOf = eraOf,
  ) {
    this.grant = grant;
    this.#engine = engine;
    this.#write = write;
    this.#eraOf = era;
    const { legacy, bus } = engine;
    let asked = 0;
    const questions = legacy?.questions?.(() => ++asked);
    this.#questions = questions;
    if (questions !== undefined)
      this.ask = (method, params, signal) =>
        questions.ask(method, params, signal, write);
    this.#stopEvents = bus.subscribe((event) => {
      const news = this.#session && legacy?.news?.(this.#session, event);
      if (news !== undefined) write(news);
    });
  }

  /** Takes a decoded message: any JSON value. Never throws. */
  receive(value: unknown): void {
    const batches = this.#session?.dialect.profile.batches === true;
    if (batches && Array.isArray(value) && value.length > 0)
      for (const item of value) this.#takeOfBatch(readInbound(item));
    else this.#take(readInbound(value));
  }

  /** The answer to what was no JSON. */
  receiveNoise(): void {
    this.#refuse(null, new Refusal(errorCode.parse, "Parse error", 400));
  }

  /** The client is gone: ends everything that was done for it. */
  close(): void {
    this.#stopEvents();
    this.#questions?.close();
    this.#calls.close();
  }

  emit(text: string): void {
    this.#write(text);
  }

  answer(call: Call | undefined, text: string): void {
    if (call !== undefined) this.drop(call);
    this.#write(text);
  }

  drop(call: Call): void {
    this.#calls.drop(call);
  }

  #takeOfBatch(message: Inbound): void {
    if (message.kind === "request" && message.method === "initialize") {
      this.#refuse(
        message.id,
        new Refusal(
          errorCode.invalidRequest,
          "initialize must not be part of a batch",
          400,
        ),
      );
    } else {
      this.#take(message);
    }
  }

  #take(message: Inbound): void {
    switch (message.kind) {
      case "request":
        this.#start(message);
        break;
      case "notification":
        this.#notified(message);
        break;
      case "response":
        this.#questions?.answered(message);
        break;
      case "invalid":
        this.#refuse(message.id, message.error);
    }
  }

  #start(request: Extract<Inbound, { kind: "request" }>): void {
    const { id, method, params } = request;
    const engine = this.#engine;
    try {
      const era = this.#eraOf(engine, params);
      if (engine.closing || era === undefined) throw closingError();
      if (this.#calls.has(id))
        throw new Refusal(errorCode.invalidRequest, "The id is in use", 400);
      const caller = era.admit(method, params, this.#session);
      if (era === engine.legacy) this.#session = caller;
      const call = new RunningCall(engine, this, caller, request);
      // Known before it runs, because a feature may wait within the handler's first step.
      this.#calls.add(call);
      runCall(call);
    } catch (error) {
      this.#refuse(id, error);
    }
  }

  #refuse(id: RequestId | null, error: unknown): void {
    this.#write(errorText(id, whyRefused(this.#engine, error)));
  }

  #notified({
    method,
    params,
  }: Extract<Inbound, { kind: "notification" }>): void {
    if (method === "notifications/cancelled") this.#calls.cancel(params);
    else if (this.#session !== undefined)
      this.#engine.legacy?.notified?.(method, this.#session);
  }
}
