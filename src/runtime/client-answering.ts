import { excerpt } from "./client-messages.js";
import type { ClientSession } from "./client-parts.js";
import { ProtocolError } from "./errors.js";
import {
  errorCode,
  type ErrorObject,
  type JsonObject,
  type RequestId,
} from "./json-rpc.js";

/** How many requests of the server are answered at a time. */
const maxAnswering = 100;

/** The requests of a legacy server that are being answered. */
export class Answering {
  readonly #session: ClientSession;
  readonly #controllers = new Map<unknown, AbortController>();

  constructor(session: ClientSession) {
    this.#session = session;
  }

  /** Answers one; never rejects. */
  async answer(id: unknown, method: string, params: JsonObject): Promise<void> {
    const session = this.#session;
    const { profile } = session.wire;
    const found = session.features.answers?.find(session, method);
    if (typeof id !== "string" && typeof id !== "number") {
      const message = "The server sent a request without a usable id";
      session.warning(`${message}: ${method}`);
    } else if (method === "ping") {
      this.#respond(id, {});
    } else if (found === undefined) {
      const message = `The client has no method ${method}`;
      const error = { code: errorCode.methodNotFound, message };
      this.#respond(id, undefined, error);
    } else if (this.#controllers.size >= maxAnswering) {
      const message = `The client answers ${maxAnswering} requests at a time`;
      this.#respond(id, undefined, { code: errorCode.internal, message });
    } else {
      await this.#ask(id, method, (signal) =>
        found.answer(session.options, profile, params, signal),
      );
    }
  }

  /** The server no longer waits for this one. */
  cancel(id: unknown): void {
    this.#controllers.get(id)?.abort();
  }

  stop(): void {
    for (const controller of this.#controllers.values()) controller.abort();
  }

  #respond(
    id: RequestId,
    result: object | undefined,
    error?: ErrorObject,
  ): void {
    this.#session.tell({ jsonrpc: "2.0", id, result, error });
  }

  async #ask(
    id: RequestId,
    method: string,
    ask: (signal: AbortSignal) => Promise<object>,
  ): Promise<void> {
    const session = this.#session;
    const controller = new AbortController();
    const { signal } = controller;
    this.#controllers.set(id, controller);
    // Whoever waits for this answer on the other side keeps our own request waiting.
    const resume = session.pause();
    try {
      const result = await ask(signal);
      if (!signal.aborted) this.#respond(id, result);
    } catch (error) {
      if (!signal.aborted)
        this.#respond(id, undefined, this.#toErrorObject(method, error));
    } finally {
      this.#controllers.delete(id);
      resume();
    }
  }

  #toErrorObject(method: string, error: unknown): ErrorObject {
    if (error instanceof ProtocolError) {
      const { code, message, data } = error;
      return { code, message, data };
    }
    // What went wrong here is the user's business, not the server's.
    this.#session.warning(`The handler of ${method} failed: ${excerpt(error)}`);
    const message = `The client failed at ${method}`;
    return { code: errorCode.internal, message };
  }
}
