import { isJsonObject, type JsonValue } from "../json.js";
import type {
  Definitions,
  Protocol,
  ProtocolMessage,
  ProtocolRequest,
} from "./protocol.js";
import { refName } from "./schema-view.js";

/** The definitions that a schema refers to itself. */
export function refsOf(schema: JsonValue | undefined): readonly string[] {
  if (Array.isArray(schema))
    return schema.flatMap((item: JsonValue) => refsOf(item));
  if (!isJsonObject(schema)) return [];
  const own = refName(schema);
  const inner = Object.values(schema).flatMap((value) => refsOf(value));
  return own === undefined ? inner : [own, ...inner];
}

/** The roots and every definition that they refer to, however far; what `stops` is true for is left out with all behind it. */
export function reach(
  definitions: Definitions,
  roots: Iterable<string>,
  stops: (name: string) => boolean = () => false,
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || !definitions.has(name)) continue;
    found.add(name);
    const next = refsOf(definitions.get(name));
    waiting.push(...next.filter((one) => !stops(one)));
  }
  return found;
}

/** The definitions that stand for one message: itself, and the result and the response that answer it. */
export function definitionsOf(
  message: ProtocolMessage | ProtocolRequest,
): readonly string[] {
  if (!("result" in message)) return [message.definition];
  const { definition, result } = message;
  // Many methods share the empty result.
  return result === "EmptyResult"
    ? [definition]
    : [definition, result, `${result}Response`];
}

/** Every message of a protocol with the side that sends it; one that both send stands there twice. */
export function messagesOf({ methods }: Protocol): readonly {
  readonly message: ProtocolMessage | ProtocolRequest;
  readonly sender: "client" | "server";
}[] {
  const of = (
    sender: "client" | "server",
    ...messages: readonly ProtocolMessage[]
  ) => messages.map((message) => ({ message, sender }));
  return [
    ...of("client", ...methods.clientRequests, ...methods.clientNotifications),
    ...of("server", ...methods.serverRequests, ...methods.serverNotifications),
  ];
}
