/** What the stateless era brought: JSON values, typed `_meta`, discovery, input in results, subscriptions, named errors. */
import {
  absent,
  all,
  anything,
  constant,
  define,
  type Definition,
  eitherOf,
  fixed,
  flag,
  list,
  map,
  type Members,
  object,
  ref,
  text,
} from "./facts.js";
import {
  bareRequest,
  cacheMembers,
  modernOnly,
  notification,
  request,
  requestMeta,
  response,
  result,
  resultMembers,
} from "./messages.js";

const key = (name: string) => `io.modelcontextprotocol/${name}`;

const values: readonly Definition[] = [
  define(
    "JSONValue",
    "Whatever JSON can hold.",
    modernOnly(
      eitherOf(
        "JSONObject",
        list(ref("JSONValue")),
        fixed({ type: ["string", "integer", "boolean"] }),
      ),
    ),
  ),
  define("JSONObject", "Any JSON object.", modernOnly(map(ref("JSONValue")))),
  define(
    "JSONArray",
    "Any list of JSON values.",
    modernOnly(list(ref("JSONValue"))),
  ),
];

const metas: readonly Definition[] = [
  define(
    "MetaObject",
    "Data beside a message that the protocol itself leaves alone.",
    modernOnly(fixed({ type: "object" })),
  ),
  define(
    "RequestMetaObject",
    "What every request says about its client.",
    modernOnly(
      object({
        "progressToken?": ref("ProgressToken"),
        [key("protocolVersion")]: text,
        [key("clientCapabilities")]: ref("ClientCapabilities"),
        [`${key("clientInfo")}?`]: ref("Implementation"),
        [`${key("logLevel")}?`]: ref("LoggingLevel"),
      }),
    ),
  ),
  define(
    "NotificationMetaObject",
    "What a notification says about its stream.",
    modernOnly(object({ [`${key("subscriptionId")}?`]: ref("RequestId") })),
  ),
  define(
    "ResultMetaObject",
    "What a result says about its server.",
    modernOnly(object({ [`${key("serverInfo")}?`]: ref("Implementation") })),
  ),
  define(
    "SubscriptionsListenResultMetaObject",
    "What the last message of a subscription says.",
    modernOnly(
      object({
        [`${key("serverInfo")}?`]: ref("Implementation"),
        [key("subscriptionId")]: ref("RequestId"),
      }),
    ),
  ),
];

const discovery: readonly Definition[] = [
  bareRequest(
    "DiscoverRequest",
    "server/discover",
    "Asks what a server is and which versions it speaks.",
    modernOnly,
  ),
  result(
    "DiscoverResult",
    "What a server is and which versions it speaks.",
    {
      supportedVersions: list(text),
      capabilities: ref("ServerCapabilities"),
      "instructions?": text,
      ...cacheMembers,
    },
    modernOnly,
  ),
  response("DiscoverResult", "server/discover"),
];

const inputs: readonly Definition[] = [
  define(
    "ResultType",
    "Whether a result is complete or asks for input.",
    modernOnly(text),
  ),
  define(
    "CacheableResult",
    "Any result that may be kept for a while.",
    modernOnly(object({ ...resultMembers, ...cacheMembers })),
  ),
  define(
    "InputRequest",
    "One question of a server to its client.",
    modernOnly(
      eitherOf("CreateMessageRequest", "ListRootsRequest", "ElicitRequest"),
    ),
  ),
  define(
    "InputResponse",
    "The answer to one question.",
    modernOnly(
      eitherOf("CreateMessageResult", "ListRootsResult", "ElicitResult"),
    ),
  ),
  define(
    "InputRequests",
    "Questions of a server, each under a key of its own.",
    modernOnly(map(ref("InputRequest"))),
  ),
  define(
    "InputResponses",
    "Answers under the keys of the questions.",
    modernOnly(map(ref("InputResponse"))),
  ),
  define(
    "InputRequiredResult",
    "Ends a round: the request has to be sent again, with answers.",
    modernOnly(
      object({
        ...resultMembers,
        "inputRequests?": ref("InputRequests"),
        "requestState?": text,
      }),
    ),
  ),
  define(
    "InputResponseRequestParams",
    "Parameters of a request that may be sent again with answers.",
    modernOnly(
      object({
        ...requestMeta,
        "inputResponses?": ref("InputResponses"),
        "requestState?": text,
      }),
    ),
  ),
];

const subscriptions: readonly Definition[] = [
  define(
    "SubscriptionFilter",
    "Which changes a subscription is about.",
    modernOnly(
      object({
        "toolsListChanged?": flag,
        "promptsListChanged?": flag,
        "resourcesListChanged?": flag,
        "resourceSubscriptions?": list(text),
      }),
    ),
  ),
  ...request(
    "SubscriptionsListenRequest",
    "subscriptions/listen",
    "Asks to be told of changes.",
    { notifications: ref("SubscriptionFilter") },
    modernOnly,
  ),
  ...notification(
    "SubscriptionsAcknowledgedNotification",
    "notifications/subscriptions/acknowledged",
    "Says which changes a subscription will tell of.",
    { notifications: ref("SubscriptionFilter") },
    modernOnly,
  ),
  define(
    "SubscriptionsListenResult",
    "Ends a subscription.",
    modernOnly(
      object({
        ...resultMembers,
        "_meta?": absent,
        _meta: ref("SubscriptionsListenResultMetaObject"),
      }),
    ),
  ),
  response("SubscriptionsListenResult", "subscriptions/listen"),
];

/** An error with a fixed code: plain, or as the whole response that carries it. */
function plainError(name: string, code: number, says: string): Definition {
  return define(
    name,
    says,
    modernOnly(
      object({ code: constant(code), message: text, "data?": anything }),
    ),
  );
}
function errorResponse(
  name: string,
  code: number,
  says: string,
  data?: Members,
): Definition {
  const own: Members = {
    code: constant(code),
    ...(data === undefined ? {} : { data: object(data) }),
  };
  return define(
    name,
    says,
    modernOnly(
      object({
        jsonrpc: constant("2.0"),
        "id?": ref("RequestId"),
        error: all(ref("Error"), object(own)),
      }),
    ),
  );
}

const errors: readonly Definition[] = [
  plainError("ParseError", -32700, "The message is not JSON."),
  plainError("InvalidRequestError", -32600, "The message is not JSON-RPC."),
  plainError("MethodNotFoundError", -32601, "The method is unknown here."),
  plainError(
    "InvalidParamsError",
    -32602,
    "The parameters do not fit the method.",
  ),
  plainError("InternalError", -32603, "The receiver failed."),
  errorResponse(
    "HeaderMismatchError",
    -32020,
    "A header is missing or contradicts the body.",
  ),
  errorResponse(
    "MissingRequiredClientCapabilityError",
    -32021,
    "The request needs a capability that the client lacks.",
    { requiredCapabilities: ref("ClientCapabilities") },
  ),
  errorResponse(
    "UnsupportedProtocolVersionError",
    -32022,
    "The server does not speak the version of the request.",
    { supported: list(text), requested: text },
  ),
];

export const modernEra: readonly Definition[] = [
  ...values,
  ...metas,
  ...discovery,
  ...inputs,
  ...subscriptions,
  ...errors,
];
