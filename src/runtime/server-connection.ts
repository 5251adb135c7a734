import {
  closingError,
  errorText,
  Refusal,
  RunningCall,
  runCall,
} from "./call.js";
import { ProtocolError } from "./errors.js";
import { eraOf, type Inbound, readInbound } from "./inbound.js";
import { errorCode, type JsonObject, type RequestId } from "./json-rpc.js";
import type { Call, Caller, Engine, EraServer, Link } from "./server-engine.js";
import type { AuthGrant } from "./server-http.js";
import { newsFor, ServerPeer } from "./server-peer.js";

/**
 * One client on a channel that carries all messages: stdio, linked, HTTP+SSE. Each
 * message is classified by itself, so both eras may be spoken on one channel, and an
 * `initialize` without a version claim opens a legacy session at any time.
 */
export class ServerConnection implements Link {
  readonly stream = true;
  /** Of the client's last word, where it proves with each who it is. */
  grant: AuthGrant;
  readonly #engine: Engine;
  readonly #write: (text: string) => void;
  readonly #eraOf: typeof eraOf;
  readonly #peer: ServerPeer;
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
    let asked = 0;
    this.#peer = new ServerPeer(() => ++asked);
    this.#stopEvents = engine.bus.subscribe((event) => {
      const news =
        this.#session === undefined ? undefined : newsFor(this.#session, event);
      if (news !== undefined) write(news);
    });
  }

  /** Takes a decoded message: any JSON value. Never throws. */
  receive(value: unknown): void {
    if (!Array.isArray(value)) {
      this.#take(readInbound(value));
      return;
    }
    const batches = this.#session?.dialect.profile.batches === true;
    if (!batches || value.length === 0) {
      this.#refuse(
        null,
        new Refusal(
          errorCode.invalidRequest,
          "A message must be an object",
          400,
        ),
      );
      return;
    }
    for (const item of value) this.#takeOfBatch(readInbound(item));
  }

  /** The answer to what was no JSON. */
  receiveNoise(): void {
    this.#refuse(null, new Refusal(errorCode.parse, "Parse error", 400));
  }

  /** The client is gone: ends everything that was done for it. */
  close(): void {
    this.#stopEvents();
    this.#peer.close();
  }

  emit(text: string): void {
    this.#write(text);
  }

  answer(call: Call | undefined, text: string): void {
    if (call !== undefined) this.drop(call);
    this.#write(text);
  }

  drop(call: Call): void {
    this.#peer.drop(call);
  }

  ask(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
  ): Promise<unknown> {
    return this.#peer.ask(method, params, signal, this.#write);
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
        this.#notified(message.method, message.params);
        break;
      case "response":
        this.#peer.answered(message);
        break;
      case "invalid":
        this.#refuse(message.id, message.error);
    }
  }

  #start(request: Extract<Inbound, { kind: "request" }>): void {
    const { id, method, params } = request;
    const era = this.#eraOf(this.#engine, params);
    let caller: Caller;
    try {
      if (this.#engine.closing || era === undefined) throw closingError();
      if (this.#peer.has(id))
        throw new Refusal(errorCode.invalidRequest, "The id is in use", 400);
      caller = this.#admit(era, method, params);
    } catch (error) {
      this.#refuse(id, error);
      return;
    }
    const call = new RunningCall(this.#engine, this, caller, request);
    // Known before it runs, because a feature may wait within the handler's first step.
    this.#peer.add(call);
    runCall(call);
  }

  #admit(era: EraServer, method: string, params: JsonObject): Caller {
    const caller = era.admit(method, params, this.#session);
    if (era === this.#engine.legacy) this.#session = caller;
    return caller;
  }

  #refuse(id: RequestId | null, error: unknown): void {
    const known =
      error instanceof Refusal || error instanceof ProtocolError
        ? error
        : new Refusal(errorCode.internal, "Internal error", 200);
    if (known !== error)
      this.#engine.warn("A request could not be read", { cause: error });
    this.#write(errorText(id, known));
  }

  #notified(method: string, params: JsonObject): void {
    if (method === "notifications/cancelled") this.#peer.cancel(params);
    else if (this.#session !== undefined)
      this.#engine.legacy?.notified(method, this.#session);
  }
}
