/** Tools: listing and calling them. */
import {
  anyObject,
  anything,
  change,
  choice,
  constant,
  define,
  type Definition,
  flag,
  list,
  map,
  object,
  only,
  ref,
  since,
  text,
} from "./facts.js";
import { contentBlock } from "./content.js";
import {
  answerMembers,
  bareNotification,
  cacheMembers,
  objectMeta,
  pageMembers,
  pageRequest,
  request,
  response,
  result,
} from "./messages.js";
import { named, withIcons } from "./metadata.js";
import { augmented } from "./tasks.js";

const toolSchema = object({
  "$schema?": since("2025-11-25", text),
  type: constant("object"),
  "properties?": map(anyObject),
  "required?": list(text),
});
const modernSchema = (type: boolean) =>
  object(
    { "$schema?": text, ...(type ? { type: constant("object") } : {}) },
    anything,
  );

export const tools: readonly Definition[] = [
  define(
    "Tool",
    "A function that a server offers to models.",
    object({
      ...named,
      ...withIcons,
      "description?": text,
      inputSchema: change(toolSchema, "2026-07-28", modernSchema(true)),
      "outputSchema?": since(
        "2025-06-18",
        change(toolSchema, "2026-07-28", modernSchema(false)),
      ),
      "execution?": only("2025-11-25", ref("ToolExecution")),
      "annotations?": since("2025-03-26", ref("ToolAnnotations")),
      ...objectMeta,
    }),
  ),
  define(
    "ToolAnnotations",
    "Hints about what a tool does; nobody has checked them.",
    since(
      "2025-03-26",
      object({
        "title?": text,
        "readOnlyHint?": flag,
        "destructiveHint?": flag,
        "idempotentHint?": flag,
        "openWorldHint?": flag,
      }),
    ),
  ),
  define(
    "ToolExecution",
    "Whether a tool may run as a task.",
    only(
      "2025-11-25",
      object({ "taskSupport?": choice("forbidden", "optional", "required") }),
    ),
  ),
  pageRequest("ListToolsRequest", "tools/list", "Asks which tools there are."),
  result("ListToolsResult", "One page of tools.", {
    tools: list(ref("Tool")),
    ...pageMembers,
    ...cacheMembers,
  }),
  response("ListToolsResult", "tools/list"),
  ...request("CallToolRequest", "tools/call", "Runs a tool.", {
    ...augmented,
    ...answerMembers,
    name: text,
    "arguments?": map(anything),
  }),
  result("CallToolResult", "What a tool answered.", {
    content: list(contentBlock),
    "structuredContent?": since(
      "2025-06-18",
      change(map(anything), "2026-07-28", anything),
    ),
    "isError?": flag,
  }),
  response("CallToolResult", "tools/call", true),
  bareNotification(
    "ToolListChangedNotification",
    "notifications/tools/list_changed",
    "Says that the list of tools has changed.",
  ),
];
