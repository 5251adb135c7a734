/** Who may send what. */
import {
  change,
  constant,
  define,
  type Definition,
  eitherOf,
  type Fact,
  object,
  only,
  ref,
  since,
  until,
} from "./facts.js";

const core = (name: string): Fact => only("2025-11-25", ref(name));
const old = (name: string): Fact => until("2026-07-28", ref(name));
const modern = (name: string): Fact => since("2026-07-28", ref(name));
const asking = (name: string): Fact => since("2025-06-18", ref(name));

const taskRequests = [
  "GetTaskRequest",
  "GetTaskPayloadRequest",
  "CancelTaskRequest",
  "ListTasksRequest",
].map(core);
const taskResults = [
  "GetTaskResult",
  "GetTaskPayloadResult",
  "CancelTaskResult",
  "ListTasksResult",
].map(core);

const requests: readonly Definition[] = [
  define(
    "ClientRequest",
    "Any request that a client may send.",
    eitherOf(
      old("InitializeRequest"),
      old("PingRequest"),
      modern("DiscoverRequest"),
      "ListResourcesRequest",
      "ListResourceTemplatesRequest",
      "ReadResourceRequest",
      old("SubscribeRequest"),
      old("UnsubscribeRequest"),
      modern("SubscriptionsListenRequest"),
      "ListPromptsRequest",
      "GetPromptRequest",
      "ListToolsRequest",
      "CallToolRequest",
      ...taskRequests,
      old("SetLevelRequest"),
      "CompleteRequest",
    ),
  ),
  define(
    "ServerRequest",
    "Any request that a server may send.",
    until(
      "2026-07-28",
      eitherOf(
        "PingRequest",
        ...taskRequests,
        "CreateMessageRequest",
        "ListRootsRequest",
        asking("ElicitRequest"),
      ),
    ),
  ),
];

/** A union of one member, which the official schema spells out. */
const cancelledAlone = object({
  jsonrpc: constant("2.0"),
  method: constant("notifications/cancelled"),
  params: ref("CancelledNotificationParams"),
});

const notifications: readonly Definition[] = [
  define(
    "ClientNotification",
    "Any notification that a client may send.",
    change(
      eitherOf(
        "CancelledNotification",
        "InitializedNotification",
        "ProgressNotification",
        core("TaskStatusNotification"),
        "RootsListChangedNotification",
      ),
      "2026-07-28",
      cancelledAlone,
    ),
  ),
  define(
    "ServerNotification",
    "Any notification that a server may send.",
    eitherOf(
      "CancelledNotification",
      "ProgressNotification",
      "ResourceListChangedNotification",
      modern("SubscriptionsAcknowledgedNotification"),
      "ResourceUpdatedNotification",
      "PromptListChangedNotification",
      "ToolListChangedNotification",
      core("TaskStatusNotification"),
      "LoggingMessageNotification",
      core("ElicitationCompleteNotification"),
    ),
  ),
];

const results: readonly Definition[] = [
  define(
    "ClientResult",
    "Any result that a client may send.",
    change(
      eitherOf(
        "Result",
        ...taskResults,
        "CreateMessageResult",
        "ListRootsResult",
        asking("ElicitResult"),
      ),
      "2026-07-28",
      ref("Result"),
    ),
  ),
  define(
    "ServerResult",
    "Any result that a server may send.",
    eitherOf(
      "Result",
      modern("InputRequiredResult"),
      old("InitializeResult"),
      modern("DiscoverResult"),
      "ListResourcesResult",
      "ListResourceTemplatesResult",
      "ReadResourceResult",
      modern("SubscriptionsListenResult"),
      "ListPromptsResult",
      "GetPromptResult",
      "ListToolsResult",
      "CallToolResult",
      ...taskResults,
      "CompleteResult",
    ),
  ),
];

export const unions: readonly Definition[] = [
  ...requests,
  ...notifications,
  ...results,
];
