import type { JsonObject } from "../json.js";
import {
  type Definitions,
  type ProtocolMessage,
  type ProtocolMethods,
  type ProtocolRequest,
} from "./protocol.js";
import {
  constOf,
  propertyOf,
  refName,
  requiredOf,
  schemasAt,
} from "./schema-view.js";

/**
 * Lists the methods of a version from the unions that say who may send what, which
 * `checkDefinitions` has found in order.
 */
export function listMethods(definitions: Definitions): ProtocolMethods {
  const lists = unionsOf(definitions);
  return {
    clientRequests: requestsOf(definitions, lists.clientRequests),
    serverRequests: requestsOf(definitions, lists.serverRequests),
    clientNotifications: messagesOf(definitions, lists.clientNotifications),
    serverNotifications: messagesOf(definitions, lists.serverNotifications),
  };
}

/** The unions of messages by who sends them. */
export function unionsOf(definitions: Definitions): {
  readonly [list in keyof ProtocolMethods]: string;
} {
  return {
    clientRequests: "ClientRequest",
    // In the modern era a server's requests ride in results, so they have another union.
    serverRequests: definitions.has("ServerRequest")
      ? "ServerRequest"
      : "InputRequest",
    clientNotifications: "ClientNotification",
    serverNotifications: "ServerNotification",
  };
}

function requestsOf(
  definitions: Definitions,
  union: string,
): readonly ProtocolRequest[] {
  return messagesOf(definitions, union).map((message) => ({
    ...message,
    result: resultOf(definitions, message.definition),
  }));
}

function resultOf(definitions: Definitions, request: string): string {
  const name = request.replace(/Request$/, "Result");
  return definitions.has(name) ? name : "EmptyResult";
}

function messagesOf(
  definitions: Definitions,
  union: string,
): readonly ProtocolMessage[] {
  return membersOf(definitions, union).flatMap((name) => {
    const message = messageOf(definitions, name);
    return message === undefined ? [] : [message];
  });
}

/** The names of a union's members; undefined for one that has no definition. */
export function membersOf(
  definitions: Definitions,
  union: string,
): readonly (string | undefined)[] {
  const schema = definitions.get(union);
  if (schema === undefined) return [];
  const alternatives = schemasAt(schema, "anyOf");
  // A union of one message may be spelt out instead of referring to it.
  return alternatives.length > 0
    ? alternatives.map(refName)
    : [namedLike(definitions, schema, union)];
}

/** The definition with the method of a schema that repeats it. */
function namedLike(
  definitions: Definitions,
  schema: JsonObject,
  union: string,
): string | undefined {
  const direct = refName(schema);
  if (direct !== undefined) return direct;
  const method = constOf(propertyOf(schema, "method"));
  for (const [name, other] of definitions) {
    if (name !== union && constOf(propertyOf(other, "method")) === method)
      return name;
  }
  return undefined;
}

/** The message that a definition describes; undefined where it names no method. */
export function messageOf(
  definitions: Definitions,
  name: string | undefined,
): ProtocolMessage | undefined {
  const schema = name === undefined ? undefined : definitions.get(name);
  const method = constOf(propertyOf(schema, "method"));
  if (name === undefined || typeof method !== "string") return undefined;
  const params = propertyOf(schema, "params");
  return {
    method,
    definition: name,
    params,
    paramsDefinition: refName(params),
    paramsRequired: requiredOf(schema).includes("params"),
  };
}
