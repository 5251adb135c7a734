/** JSON-RPC, `_meta` and the shapes that other definitions build on. */
import {
  anything,
  change,
  constant,
  define,
  type Definition,
  eitherOf,
  fixed,
  integer,
  list,
  map,
  type Members,
  number,
  object,
  only,
  ref,
  since,
  text,
  until,
} from "./facts.js";
import {
  bareNotification,
  bareRequest,
  legacyOnly,
  meta,
  notification,
  notificationMeta,
  pageMembers,
  pageRequest,
  requestMeta,
  result,
  resultMembers,
} from "./messages.js";

const version = constant("2.0");
const stringOrInteger = fixed({ type: ["string", "integer"] });
/** From this version on the definitions are whole messages. */
const whole = "2025-11-25";
const modern = "2026-07-28";

const errorMembers: Members = {
  code: integer,
  message: text,
  "data?": anything,
};
const batchRequest = list(eitherOf("JSONRPCRequest", "JSONRPCNotification"));
const batchResponse = list(eitherOf("JSONRPCResponse", "JSONRPCError"));
const anyParams = (members: Members) =>
  change(object(members, anything), whole, map(anything));

const envelopes: readonly Definition[] = [
  define(
    "RequestId",
    "Names a request, so that its response can be matched.",
    stringOrInteger,
  ),
  define(
    "ProgressToken",
    "Names the request that progress belongs to.",
    stringOrInteger,
  ),
  define(
    "Cursor",
    "Marks a place in a paged list; only its sender can read it.",
    text,
  ),
  define(
    "Request",
    "Any request, without its envelope.",
    object({ method: text, "params?": anyParams(requestMeta) }),
  ),
  define(
    "Notification",
    "Any notification, without its envelope.",
    object({ method: text, "params?": anyParams({ "_meta?": meta }) }),
  ),
  define("Result", "Any result.", object(resultMembers, anything)),
  define(
    "EmptyResult",
    "A result that says only that it worked.",
    ref("Result"),
  ),
  define(
    "JSONRPCRequest",
    "Any request as it travels.",
    object({
      jsonrpc: version,
      id: ref("RequestId"),
      method: text,
      "params?": anyParams(requestMeta),
    }),
  ),
  define(
    "JSONRPCNotification",
    "Any notification as it travels.",
    object({
      jsonrpc: version,
      method: text,
      "params?": anyParams({ "_meta?": meta }),
    }),
  ),
  define(
    "JSONRPCResponse",
    "The answer to a request as it travels.",
    change(
      object({ jsonrpc: version, id: ref("RequestId"), result: ref("Result") }),
      whole,
      eitherOf("JSONRPCResultResponse", "JSONRPCErrorResponse"),
    ),
  ),
  define(
    "JSONRPCResultResponse",
    "A successful answer as it travels.",
    since(
      whole,
      object({ jsonrpc: version, id: ref("RequestId"), result: ref("Result") }),
    ),
  ),
  define(
    "JSONRPCError",
    "A failed answer as it travels.",
    until(
      whole,
      object({
        jsonrpc: version,
        id: ref("RequestId"),
        error: object(errorMembers),
      }),
    ),
  ),
  define(
    "JSONRPCErrorResponse",
    "A failed answer as it travels.",
    since(
      whole,
      object({
        jsonrpc: version,
        "id?": ref("RequestId"),
        error: ref("Error"),
      }),
    ),
  ),
  define(
    "Error",
    "What went wrong with a request.",
    since(whole, object(errorMembers)),
  ),
  define(
    "JSONRPCBatchRequest",
    "Several requests and notifications in one message.",
    only("2025-03-26", batchRequest),
  ),
  define(
    "JSONRPCBatchResponse",
    "Several answers in one message.",
    only("2025-03-26", batchResponse),
  ),
  define(
    "JSONRPCMessage",
    "Anything that may travel.",
    eitherOf(
      "JSONRPCRequest",
      "JSONRPCNotification",
      only("2025-03-26", batchRequest),
      change(ref("JSONRPCResponse"), whole, ref("JSONRPCResultResponse")),
      change(ref("JSONRPCError"), whole, ref("JSONRPCErrorResponse")),
      only("2025-03-26", batchResponse),
    ),
  ),
];

const parameters: readonly Definition[] = [
  define(
    "RequestParams",
    "Parameters that every request may have.",
    since(whole, object(requestMeta)),
  ),
  define(
    "NotificationParams",
    "Parameters that every notification may have.",
    since(whole, object(notificationMeta)),
  ),
  define(
    "PaginatedRequestParams",
    "Parameters of a request for one page.",
    since(whole, object({ ...requestMeta, "cursor?": text })),
  ),
  pageRequest(
    "PaginatedRequest",
    undefined,
    "Any request for one page of a list.",
  ),
  result(
    "PaginatedResult",
    "Any result that is one page of a list.",
    pageMembers,
  ),
];

const upkeep: readonly Definition[] = [
  bareRequest(
    "PingRequest",
    "ping",
    "Asks whether the other side is still there.",
    legacyOnly,
  ),
  ...notification(
    "CancelledNotification",
    "notifications/cancelled",
    "Gives up a request that is under way.",
    {
      requestId: change(
        until(whole, ref("RequestId")),
        modern,
        ref("RequestId"),
      ),
      "requestId?": only(whole, ref("RequestId")),
      "reason?": text,
    },
  ),
  ...notification(
    "ProgressNotification",
    "notifications/progress",
    "Reports how far a request has come.",
    {
      progressToken: ref("ProgressToken"),
      progress: number,
      "total?": number,
      "message?": since("2025-03-26", text),
    },
  ),
  bareNotification(
    "InitializedNotification",
    "notifications/initialized",
    "Says that the client is ready.",
    legacyOnly,
  ),
];

export const base: readonly Definition[] = [
  ...envelopes,
  ...parameters,
  ...upkeep,
];
