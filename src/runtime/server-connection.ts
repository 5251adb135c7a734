import {
  closingError,
  errorText,
  notificationText,
  Refusal,
  RunningCall,
  runCall,
} from "./call.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import { eraOf, type Inbound, readInbound } from "./inbound.js";
import {
  errorCode,
  isObject,
  type JsonObject,
  type RequestId,
} from "./json-rpc.js";
import type {
  Call,
  Caller,
  Engine,
  EraServer,
  Link,
  ServerEvent,
} from "./server-engine.js";

type Waiting = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

/**
 * One client on a channel that carries all messages: stdio, linked. Each message
 * is classified by itself, so both eras may be spoken on one channel, and an
 * `initialize` without a version claim opens a legacy session at any time.
 */
export class ServerConnection implements Link {
  readonly stream = true;
  readonly auth = undefined;
  readonly principal = undefined;
  readonly #engine: Engine;
  readonly #write: (text: string) => void;
  readonly #calls = new Map<RequestId, Call>();
  readonly #asked = new Map<unknown, Waiting>();
  readonly #stopEvents: () => void;
  #session: Caller | undefined;
  #lastAsked = 0;

  /** `write` sends one message, given as JSON text without a line end. */
  constructor(engine: Engine, write: (text: string) => void) {
    this.#engine = engine;
    this.#write = write;
    this.#stopEvents = engine.bus.subscribe((event) => this.#tell(event));
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
    const gone = new ConnectionError("closed", "The client is gone");
    for (const call of [...this.#calls.values()]) call.cancel(gone);
    for (const { reject } of this.#asked.values()) reject(gone);
    this.#asked.clear();
  }

  emit(text: string): void {
    this.#write(text);
  }

  answer(call: Call | undefined, text: string): void {
    if (call !== undefined) this.drop(call);
    this.#write(text);
  }

  drop(call: Call): void {
    if (this.#calls.get(call.id) === call) this.#calls.delete(call.id);
  }

  ask(method: string, params: JsonObject): Promise<unknown> {
    const id = ++this.#lastAsked;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
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
        this.#answered(message);
        break;
      case "invalid":
        this.#refuse(message.id, message.error);
    }
  }

  #start(request: Extract<Inbound, { kind: "request" }>): void {
    const { id, method, params } = request;
    const era = eraOf(this.#engine, params);
    let caller: Caller;
    try {
      if (this.#engine.closing || era === undefined) throw closingError();
      if (this.#calls.has(id))
        throw new Refusal(errorCode.invalidRequest, "The id is in use", 400);
      caller = this.#admit(era, method, params);
    } catch (error) {
      this.#refuse(id, error);
      return;
    }
    const call = new RunningCall(this.#engine, this, caller, request);
    // Known before it runs, because a feature may wait within the handler's first step.
    this.#calls.set(id, call);
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
    if (method === "notifications/cancelled") {
      const call = this.#calls.get(params["requestId"] as RequestId);
      const { reason } = params;
      call?.cancel(
        new ConnectionError(
          "aborted",
          typeof reason === "string" ? reason : "The client cancelled",
        ),
      );
      return;
    }
    if (this.#session !== undefined)
      this.#engine.legacy?.notified(method, this.#session);
  }

  #answered(message: Extract<Inbound, { kind: "response" }>): void {
    const waiting = this.#asked.get(message.id);
    if (waiting === undefined) return;
    this.#asked.delete(message.id);
    const { error } = message;
    if (error === undefined) {
      waiting.resolve(message.result);
      return;
    }
    const known = isObject(error) ? error : {};
    const code =
      typeof known["code"] === "number" ? known["code"] : errorCode.internal;
    const text =
      typeof known["message"] === "string"
        ? known["message"]
        : "The client failed";
    waiting.reject(new ProtocolError(code, text, known["data"]));
  }

  /** Tells a legacy session what changed: unasked for lists, and for the resources that it follows. */
  #tell(event: ServerEvent): void {
    const session = this.#session;
    if (
      session === undefined ||
      !session.opened ||
      session.dialect.profile.changes !== "session"
    )
      return;
    const { serverCapabilities } = session.dialect.profile;
    if (event.type === "updated") {
      if (session.uris.has(event.uri))
        this.#write(
          notificationText("notifications/resources/updated", {
            uri: event.uri,
          }),
        );
    } else if (serverCapabilities.includes(`${event.list}.listChanged`)) {
      this.#write(notificationText(`notifications/${event.list}/list_changed`));
    }
  }
}
