import type { JsonObject } from "../json.js";
import {
  type Definitions,
  ProtocolError,
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

/** Lists the methods of a version from the unions that say who may send what. */
export function listMethods(definitions: Definitions): ProtocolMethods {
  // In the modern era a server's requests ride in results, so they have another union.
  const asking = definitions.has("ServerRequest")
    ? "ServerRequest"
    : "InputRequest";
  return {
    clientRequests: requestsOf(definitions, "ClientRequest"),
    serverRequests: requestsOf(definitions, asking),
    clientNotifications: messagesOf(definitions, "ClientNotification"),
    serverNotifications: messagesOf(definitions, "ServerNotification"),
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
  const schema = definitions.get(union);
  if (schema === undefined) {
    throw new ProtocolError(`schema.json: the definition ${union} is missing`);
  }
  const names = schemasAt(schema, "anyOf").map(refName);
  // A union of one message may be spelt out instead of referring to it.
  const members =
    names.length > 0 ? names : [namedLike(definitions, schema, union)];
  return members.map((name) => messageOf(definitions, name, union));
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

function messageOf(
  definitions: Definitions,
  name: string | undefined,
  union: string,
): ProtocolMessage {
  const schema = name === undefined ? undefined : definitions.get(name);
  const method = constOf(propertyOf(schema, "method"));
  if (
    name === undefined ||
    schema === undefined ||
    typeof method !== "string"
  ) {
    throw new ProtocolError(
      `schema.json: ${union} has a member without method`,
    );
  }
  const params = propertyOf(schema, "params");
  return {
    method,
    definition: name,
    params,
    paramsDefinition: refName(params),
    paramsRequired: requiredOf(schema).includes("params"),
  };
}
