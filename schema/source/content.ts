/** The blocks that results and messages are made of. */
import {
  bytes,
  change,
  constant,
  define,
  type Definition,
  eitherOf,
  type Fact,
  flag,
  integer,
  list,
  map,
  anything,
  type Members,
  object,
  ref,
  since,
  text,
  uri,
} from "./facts.js";
import { objectMeta } from "./messages.js";
import { annotated, named, withIcons } from "./metadata.js";

/** A block of one type. */
function block(type: string, members: Members): Fact {
  return object({
    type: constant(type),
    ...members,
    ...annotated,
    ...objectMeta,
  });
}

const media: Members = { data: bytes, mimeType: text };
const resourceContents: Members = { uri, "mimeType?": text, ...objectMeta };

/** The blocks of a prompt message or tool result: a list of names at first, a definition later. */
export const contentBlock = change(
  eitherOf(
    "TextContent",
    "ImageContent",
    since("2025-03-26", ref("AudioContent")),
    "EmbeddedResource",
  ),
  "2025-06-18",
  ref("ContentBlock"),
);

/** What describes a resource; `size` is its length in bytes. */
export const resourceMembers: Members = {
  uri,
  ...named,
  ...withIcons,
  "description?": text,
  "mimeType?": text,
  "size?": integer,
  ...annotated,
  ...objectMeta,
};

export const content: readonly Definition[] = [
  define("TextContent", "A block of text.", block("text", { text })),
  define("ImageContent", "A picture.", block("image", media)),
  define(
    "AudioContent",
    "A sound.",
    since("2025-03-26", block("audio", media)),
  ),
  define(
    "ResourceLink",
    "Points at a resource that can be read.",
    since(
      "2025-06-18",
      object({ type: constant("resource_link"), ...resourceMembers }),
    ),
  ),
  define(
    "EmbeddedResource",
    "The contents of a resource inside a message.",
    block("resource", {
      resource: eitherOf("TextResourceContents", "BlobResourceContents"),
    }),
  ),
  define(
    "ContentBlock",
    "One block of a message or of a tool's result.",
    since(
      "2025-06-18",
      eitherOf(
        "TextContent",
        "ImageContent",
        "AudioContent",
        "ResourceLink",
        "EmbeddedResource",
      ),
    ),
  ),
  define(
    "ResourceContents",
    "What every part of a read resource has.",
    object(resourceContents),
  ),
  define(
    "TextResourceContents",
    "A part of a read resource that is text.",
    object({ ...resourceContents, text }),
  ),
  define(
    "BlobResourceContents",
    "A part of a read resource that is bytes.",
    object({ ...resourceContents, blob: bytes }),
  ),
  define(
    "ToolUseContent",
    "A model asks for a tool.",
    since(
      "2025-11-25",
      object({
        type: constant("tool_use"),
        id: text,
        name: text,
        input: map(anything),
        ...objectMeta,
      }),
    ),
  ),
  define(
    "ToolResultContent",
    "What a tool answered to a model.",
    since(
      "2025-11-25",
      object({
        type: constant("tool_result"),
        toolUseId: text,
        content: list(ref("ContentBlock")),
        "structuredContent?": change(map(anything), "2026-07-28", anything),
        "isError?": flag,
        ...objectMeta,
      }),
    ),
  ),
];
