/** What a client does for a server: logging levels, roots and sampling. */
import {
  anyObject,
  anything,
  change,
  choice,
  define,
  type Definition,
  each,
  eitherOf,
  integer,
  list,
  number,
  object,
  ref,
  share,
  since,
  text,
  uri,
} from "./facts.js";
import {
  answer,
  bareNotification,
  bareQuestion,
  legacyOnly,
  meta,
  notification,
  objectMeta,
  question,
  request,
} from "./messages.js";
import { augmented } from "./tasks.js";

/** One block, and since tools came to sampling also a list of them. */
const sampled = change(
  eitherOf(
    "TextContent",
    "ImageContent",
    since("2025-03-26", ref("AudioContent")),
  ),
  "2025-11-25",
  eitherOf(
    "TextContent",
    "ImageContent",
    "AudioContent",
    "ToolUseContent",
    "ToolResultContent",
    list(ref("SamplingMessageContentBlock")),
  ),
);

const logging: readonly Definition[] = [
  define(
    "LoggingLevel",
    "How much a log message matters.",
    choice(
      "debug",
      "info",
      "notice",
      "warning",
      "error",
      "critical",
      "alert",
      "emergency",
    ),
  ),
  ...request(
    "SetLevelRequest",
    "logging/setLevel",
    "Sets the least level of log messages.",
    { level: ref("LoggingLevel") },
    legacyOnly,
  ),
  ...notification(
    "LoggingMessageNotification",
    "notifications/message",
    "Carries a log message.",
    {
      level: ref("LoggingLevel"),
      "logger?": text,
      data: anything,
    },
  ),
];

const roots: readonly Definition[] = [
  define(
    "Root",
    "A folder or file that a server may work in.",
    object({ uri, "name?": text, ...objectMeta }),
  ),
  bareQuestion("ListRootsRequest", "roots/list", "Asks which roots there are."),
  answer("ListRootsResult", "The roots that a client offers.", {
    roots: list(ref("Root")),
  }),
  bareNotification(
    "RootsListChangedNotification",
    "notifications/roots/list_changed",
    "Says that the list of roots has changed.",
    legacyOnly,
  ),
];

const sampling: readonly Definition[] = [
  define(
    "SamplingMessage",
    "One message of a conversation with a model.",
    object({
      role: ref("Role"),
      content: sampled,
      ...each((fact) => since("2025-11-25", fact), objectMeta),
    }),
  ),
  define(
    "SamplingMessageContentBlock",
    "One block of a conversation with a model.",
    since(
      "2025-11-25",
      eitherOf(
        "TextContent",
        "ImageContent",
        "AudioContent",
        "ToolUseContent",
        "ToolResultContent",
      ),
    ),
  ),
  define(
    "ModelHint",
    "Part of the name of a model.",
    object({ "name?": text }),
  ),
  define(
    "ModelPreferences",
    "What matters in the choice of a model.",
    object({
      "hints?": list(ref("ModelHint")),
      "costPriority?": share,
      "speedPriority?": share,
      "intelligencePriority?": share,
    }),
  ),
  define(
    "ToolChoice",
    "Whether a model has to use tools.",
    since(
      "2025-11-25",
      object({ "mode?": choice("auto", "required", "none") }),
    ),
  ),
  ...question(
    "CreateMessageRequest",
    "sampling/createMessage",
    "Asks a model through the client.",
    {
      ...augmented,
      messages: list(ref("SamplingMessage")),
      "modelPreferences?": ref("ModelPreferences"),
      "systemPrompt?": text,
      "includeContext?": choice("none", "thisServer", "allServers"),
      "temperature?": number,
      maxTokens: integer,
      "stopSequences?": list(text),
      "metadata?": change(anyObject, "2026-07-28", ref("JSONObject")),
      ...each((fact) => since("2025-11-25", fact), {
        "tools?": list(ref("Tool")),
        "toolChoice?": ref("ToolChoice"),
      }),
    },
  ),
  answer("CreateMessageResult", "What a model answered.", {
    "_meta?": meta,
    role: ref("Role"),
    content: sampled,
    model: text,
    "stopReason?": text,
  }),
];

export const client: readonly Definition[] = [
  ...logging,
  ...roots,
  ...sampling,
];
