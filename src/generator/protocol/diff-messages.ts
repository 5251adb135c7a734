import { byCodeUnit } from "../json.js";
import type { Protocol, ProtocolMessage, ProtocolRequest } from "./protocol.js";
import { messagesOf } from "./reach.js";
import type { Sender } from "./sent-by.js";

/** A method or a notification that came, went, or is sent or answered otherwise. */
export type MessageChange = {
  readonly kind: "method" | "notification";
  readonly change: "added" | "removed" | "changed";
  readonly method: string;
  readonly detail: string;
  readonly sender: Sender;
  readonly message: ProtocolMessage | ProtocolRequest;
};

type Row = Pick<MessageChange, "kind" | "method" | "sender" | "message">;

/** The messages that differ, methods first, by name. */
export function diffMessages(
  before: Protocol,
  after: Protocol,
): readonly MessageChange[] {
  const [old, now] = [rowsOf(before), rowsOf(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort(byCodeUnit);
  return keys.flatMap((key): readonly MessageChange[] => {
    const [was, is] = [old.get(key), now.get(key)];
    if (was === undefined)
      return is ? [{ ...is, change: "added", detail: gives(is) }] : [];
    if (is === undefined)
      return [{ ...was, change: "removed", detail: gives(was) }];
    const parts = [
      ...(was.sender === is.sender
        ? []
        : [`sent by ${was.sender} → ${is.sender}`]),
      ...(gives(was) === gives(is) ? [] : [`${gives(was)} → ${gives(is)}`]),
    ];
    if (parts.length === 0) return [];
    return [{ ...is, change: "changed", detail: parts.join(", ") }];
  });
}

/** What answers it, or what it is where nothing does. */
function gives({ message }: Row): string {
  return "result" in message ? message.result : message.definition;
}

function rowsOf(protocol: Protocol): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const { message, sender } of messagesOf(protocol)) {
    const { method } = message;
    const kind = "result" in message ? "method" : "notification";
    const key = `${kind} ${method}`;
    const both = rows.has(key) && rows.get(key)?.sender !== sender;
    rows.set(key, { kind, method, message, sender: both ? "either" : sender });
  }
  return rows;
}
