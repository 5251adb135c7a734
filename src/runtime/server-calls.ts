import { ConnectionError } from "./errors.js";
import type { JsonObject, RequestId } from "./json-rpc.js";
import type { Call } from "./server-engine.js";

/** The calls that run for one client, by their ids. */
export class RunningCalls {
  readonly #calls = new Map<RequestId, Call>();

  get none(): boolean {
    return this.#calls.size === 0;
  }

  has(id: RequestId): boolean {
    return this.#calls.has(id);
  }

  add(call: Call): void {
    this.#calls.set(call.id, call);
  }

  drop(call: Call): void {
    if (this.#calls.get(call.id) === call) this.#calls.delete(call.id);
  }

  /** Cancels the call that a `notifications/cancelled` names; false when it does not run here. */
  cancel({ requestId, reason }: JsonObject): boolean {
    const call = this.#calls.get(requestId as RequestId);
    const why = typeof reason === "string" ? reason : "The client cancelled";
    call?.cancel(new ConnectionError("aborted", why));
    return call !== undefined;
  }

  /** The client is gone. */
  close(): void {
    const gone = clientGone();
    for (const call of [...this.#calls.values()]) call.cancel(gone);
  }
}

/** Why what was done for a client has ended. */
export function clientGone(): ConnectionError {
  return new ConnectionError("closed", "The client is gone");
}
