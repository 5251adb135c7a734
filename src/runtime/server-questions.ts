import { notificationText } from "./call.js";
import { ProtocolError } from "./errors.js";
import type { Inbound } from "./inbound.js";
import {
  errorCode,
  isObject,
  type JsonObject,
  type RequestId,
} from "./json-rpc.js";
import { clientGone } from "./server-calls.js";
import type { Caller, Questions } from "./server-engine.js";
import type { ServerEvent } from "./server-events.js";

type Waiting = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

/** The questions that one client of the legacy era has not answered. */
export class OpenQuestions implements Questions {
  readonly #asked = new Map<unknown, Waiting>();
  readonly #nextId: () => RequestId;

  /** `nextId` gives ids that no other question to this client has. */
  constructor(nextId: () => RequestId) {
    this.#nextId = nextId;
  }

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

  close(): void {
    const gone = clientGone();
    for (const { reject } of this.#asked.values()) reject(gone);
    this.#asked.clear();
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
