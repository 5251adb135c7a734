/** Prompts, and completion of their arguments and of template variables. */
import {
  change,
  constant,
  define,
  type Definition,
  eitherOf,
  fixed,
  flag,
  integer,
  list,
  map,
  object,
  ref,
  since,
  text,
  until,
  uriTemplate,
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

const reference = object({ type: constant("ref/resource"), uri: uriTemplate });

const completion: readonly Definition[] = [
  define(
    "PromptReference",
    "Points at a prompt.",
    object({ type: constant("ref/prompt"), ...named }),
  ),
  define(
    "ResourceReference",
    "Points at a resource or a template.",
    until("2025-06-18", reference),
  ),
  define(
    "ResourceTemplateReference",
    "Points at a resource template.",
    since("2025-06-18", reference),
  ),
  ...request(
    "CompleteRequest",
    "completion/complete",
    "Asks how an argument may go on.",
    {
      ref: eitherOf(
        "PromptReference",
        until("2025-06-18", ref("ResourceReference")),
        since("2025-06-18", ref("ResourceTemplateReference")),
      ),
      argument: object({ name: text, value: text }),
      "context?": since("2025-06-18", object({ "arguments?": map(text) })),
    },
  ),
  result("CompleteResult", "How an argument may go on.", {
    completion: object({
      values: change(
        list(text),
        "2026-07-28",
        fixed({ type: "array", items: { type: "string" }, maxItems: 100 }),
      ),
      "total?": integer,
      "hasMore?": flag,
    }),
  }),
  response("CompleteResult", "completion/complete"),
];

export const prompts: readonly Definition[] = [
  define(
    "Prompt",
    "A message, or several, that a server can fill in.",
    object({
      ...named,
      ...withIcons,
      "description?": text,
      "arguments?": list(ref("PromptArgument")),
      ...objectMeta,
    }),
  ),
  define(
    "PromptArgument",
    "A blank in a prompt.",
    object({ ...named, "description?": text, "required?": flag }),
  ),
  define(
    "PromptMessage",
    "One message of a filled-in prompt.",
    object({ role: ref("Role"), content: contentBlock }),
  ),
  pageRequest(
    "ListPromptsRequest",
    "prompts/list",
    "Asks which prompts there are.",
  ),
  result("ListPromptsResult", "One page of prompts.", {
    prompts: list(ref("Prompt")),
    ...pageMembers,
    ...cacheMembers,
  }),
  response("ListPromptsResult", "prompts/list"),
  ...request("GetPromptRequest", "prompts/get", "Fills in a prompt.", {
    name: text,
    "arguments?": map(text),
    ...answerMembers,
  }),
  result("GetPromptResult", "A filled-in prompt.", {
    "description?": text,
    messages: list(ref("PromptMessage")),
  }),
  response("GetPromptResult", "prompts/get", true),
  bareNotification(
    "PromptListChangedNotification",
    "notifications/prompts/list_changed",
    "Says that the list of prompts has changed.",
  ),
  ...completion,
];
