import { excerpt, type Message } from "./client-messages.js";
import type { Pending, Wire } from "./client-parts.js";
import { isObject, type JsonObject } from "./json-rpc.js";

/** Who hears what a peer says, sorted by what it is. */
export interface Hearer {
  readonly wire: Wire;
  answered(message: Message): void;
  /** A report of progress on a request that waits. */
  progressed(pending: Pending, params: JsonObject): void;
  notified(method: string, params: JsonObject): void;
  pending(id: unknown): Pending | undefined;
  warning(text: string): void;
}

/** Sorts what came from the peer: any JSON value. */
export function hear(hearer: Hearer, value: unknown): void {
  // A batch holds messages, not batches.
  if (Array.isArray(value) && hearer.wire.profile.batches)
    for (const one of value) hearOne(hearer, one);
  else hearOne(hearer, value);
}

function hearOne(hearer: Hearer, value: unknown): void {
  if (!isObject(value)) {
    hearer.warning(`The server sent no JSON-RPC message: ${excerpt(value)}`);
    return;
  }
  const message: Message = value;
  const { method, id } = message;
  if (typeof method !== "string") {
    hearer.answered(message);
    return;
  }
  const params = isObject(message.params) ? message.params : {};
  if (id === undefined) hearNotification(hearer, method, params);
  else if (typeof id === "string" || typeof id === "number")
    hearer.wire.asked(id, method, params);
  else
    hearer.warning(`The server sent a request without a usable id: ${method}`);
}

function hearNotification(
  hearer: Hearer,
  method: string,
  params: JsonObject,
): void {
  if (method === "notifications/progress") {
    const pending = hearer.pending(params["progressToken"]);
    if (pending !== undefined && typeof params["progress"] === "number")
      hearer.progressed(pending, params);
  } else if (method === "notifications/cancelled") {
    hearer.wire.cancelled(params["requestId"]);
  } else {
    hearer.notified(method, params);
  }
}
