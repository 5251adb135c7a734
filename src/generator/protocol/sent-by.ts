import { isError } from "./error-codes.js";
import type { Protocol } from "./protocol.js";
import { definitionsOf, messagesOf, reach } from "./reach.js";

/** Which side a part of the protocol comes from; `neither` for what only other definitions build on. */
export type Sender = "client" | "server" | "either" | "neither";

/** Tells who sends a definition in at least one of two versions. */
export function senderOf(
  before: Protocol,
  after: Protocol,
): (definition: string) => Sender {
  const sent = [before, after].map((protocol) => ({
    client: sentBy(protocol, "client"),
    server: sentBy(protocol, "server"),
  }));
  return (definition) => {
    const client = sent.some((one) => one.client.has(definition));
    const server = sent.some((one) => one.server.has(definition));
    if (client && server) return "either";
    return client ? "client" : server ? "server" : "neither";
  };
}

function sentBy(
  protocol: Protocol,
  side: "client" | "server",
): ReadonlySet<string> {
  const { definitions } = protocol;
  const roots = messagesOf(protocol).flatMap(({ message, sender }) => {
    const [definition, ...answer] = definitionsOf(message);
    return sender === side ? (definition ?? []) : answer;
  });
  const errors = [...definitions].flatMap(([name, schema]) =>
    side === "server" && isError(schema) ? name : [],
  );
  return reach(definitions, [...roots, ...errors]);
}
