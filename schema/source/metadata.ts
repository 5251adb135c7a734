/** Names, titles, icons and annotations: what people read about an object. */
import {
  change,
  choice,
  define,
  type Definition,
  list,
  type Members,
  object,
  ref,
  share,
  since,
  text,
  until,
  uri,
} from "./facts.js";

/** What an object is called, by programs and by people. */
export const named: Members = {
  name: text,
  "title?": since("2025-06-18", text),
};

/** Pictures of an object. */
export const withIcons: Members = {
  "icons?": since("2025-11-25", list(ref("Icon"))),
};

const annotationMembers: Members = {
  "audience?": list(ref("Role")),
  "priority?": share,
  "lastModified?": since("2025-06-18", text),
};

/** Hints for the reader, spelt out in each object until they got a definition. */
export const annotated: Members = {
  "annotations?": change(
    object(annotationMembers),
    "2025-03-26",
    ref("Annotations"),
  ),
};

export const metadata: readonly Definition[] = [
  define("Role", "Who speaks in a conversation.", choice("user", "assistant")),
  define(
    "Annotated",
    "An object with hints for its reader.",
    until("2025-03-26", object(annotated)),
  ),
  define(
    "Annotations",
    "Hints for whoever shows or uses an object.",
    since("2025-03-26", object(annotationMembers)),
  ),
  define(
    "BaseMetadata",
    "A name for programs and a title for people.",
    since("2025-06-18", object(named)),
  ),
  define(
    "Icon",
    "One picture in one or more sizes.",
    since(
      "2025-11-25",
      object({
        src: uri,
        "mimeType?": text,
        "sizes?": list(text),
        "theme?": choice("light", "dark"),
      }),
    ),
  ),
  define(
    "Icons",
    "An object with pictures.",
    since("2025-11-25", object(withIcons)),
  ),
];
