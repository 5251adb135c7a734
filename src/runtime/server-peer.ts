import { notificationText } from "./call.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import type { Inbound } from "./inbound.js";
import {
  errorCode,
  isObject,
  type JsonObject,
  type RequestId,
} from "./json-rpc.js";
import type { Call, Caller } from "./server-engine.js";
import type { ServerEvent } from "./server-events.js";

type Waiting = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

/** What is under way with one client: the calls that run for it, and the questions that it has not answered. */
export class ServerPeer {
  readonly #calls = new Map<RequestId, Call>();
  readonly #asked = new Map<unknown, Waiting>();
  readonly #nextId: () => RequestId;

  /** `nextId` gives ids that no other question to this client has. */
  constructor(nextId: () => RequestId) {
    this.#nextId = nextId;
  }

  /** Whether a call with this id runs. */
  has(id: RequestId): boolean {
    return this.#calls.has(id);
  }

  add(call: Call): void {
    this.#calls.set(call.id, call);
  }

  drop(call: Call): void {
    if (this.#calls.get(call.id) === call) this.#calls.delete(call.id);
  }

  /** Sends a question and waits for its answer; rejects with what the client says, when it is gone, or with the signal's reason. */
  ask(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    send: (text: string) => void,
  ): Promise<unknown> {
    const id = this.#nextId();
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      this.#asked.set(id, { resolve, reject });
      signal.addEventListener("abort", () => {
        if (!this.#asked.delete(id)) return;
        reject(signal.reason as Error);
        // A user may be looking at it still (basic/utilities/cancellation).
        send(notificationText("notifications/cancelled", { requestId: id }));
      });
      send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** Takes the answer to a question; false when nobody here waits for it. */
  answered(message: Extract<Inbound, { kind: "response" }>): boolean {
    const waiting = this.#asked.get(message.id);
    if (waiting === undefined) return false;
    this.#asked.delete(message.id);
    const { error } = message;
    if (error === undefined) {
      waiting.resolve(message.result);
      return true;
    }
    const known = isObject(error) ? error : {};
    const code =
      typeof known["code"] === "number" ? known["code"] : errorCode.internal;
    const text =
      typeof known["message"] === "string"
        ? known["message"]
        : "The client failed";
    waiting.reject(new ProtocolError(code, text, known["data"]));
    return true;
  }

  /** Cancels the call that a `notifications/cancelled` names; false when it does not run here. */
  cancel({ requestId, reason }: JsonObject): boolean {
    const call = this.#calls.get(requestId as RequestId);
    call?.cancel(
      new ConnectionError(
        "aborted",
        typeof reason === "string" ? reason : "The client cancelled",
      ),
    );
    return call !== undefined;
  }

  /** The client is gone: ends everything that was done for it. */
  close(): void {
    const gone = new ConnectionError("closed", "The client is gone");
    for (const { reject } of this.#asked.values()) reject(gone);
    // Before the calls end, which would take their questions back.
    this.#asked.clear();
    for (const call of [...this.#calls.values()]) call.cancel(gone);
  }
}

/** What a legacy session is told of an event: of lists unasked, and of the resources that it follows. */
export function newsFor(
  session: Caller,
  event: ServerEvent,
): string | undefined {
  const { changes, serverCapabilities } = session.dialect.profile;
  if (!session.opened || changes !== "session") return undefined;
  switch (event.type) {
    case "changed":
      return serverCapabilities?.includes(`${event.list}.listChanged`)
        ? notificationText(`notifications/${event.list}/list_changed`)
        : undefined;
    case "updated":
      return session.uris.has(event.uri)
        ? notificationText("notifications/resources/updated", {
            uri: event.uri,
          })
        : undefined;
    default:
      return undefined;
  }
}
