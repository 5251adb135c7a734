/** How the two sides meet: initialization, discovery, identities and capabilities. */
import {
  anyObject,
  change,
  define,
  type Definition,
  each,
  flag,
  map,
  type Members,
  object,
  only,
  ref,
  since,
  text,
  uri,
} from "./facts.js";
import { legacyOnly, request, result } from "./messages.js";
import { named, withIcons } from "./metadata.js";

const modern = "2026-07-28";
const setting = change(anyObject, modern, ref("JSONObject"));
const changes: Members = { "listChanged?": flag };

const clientCapabilities: Members = {
  "experimental?": map(setting),
  "roots?": change(object(changes), modern, object({})),
  "sampling?": change(
    anyObject,
    "2025-11-25",
    object({ "context?": setting, "tools?": setting }),
  ),
  "elicitation?": since(
    "2025-06-18",
    change(
      anyObject,
      "2025-11-25",
      object({ "form?": setting, "url?": setting }),
    ),
  ),
  "tasks?": only(
    "2025-11-25",
    object({
      "list?": anyObject,
      "cancel?": anyObject,
      "requests?": object({
        "sampling?": object({ "createMessage?": anyObject }),
        "elicitation?": object({ "create?": anyObject }),
      }),
    }),
  ),
  "extensions?": since(modern, map(setting)),
};

const serverCapabilities: Members = {
  "experimental?": map(setting),
  "logging?": setting,
  "completions?": since("2025-03-26", setting),
  "prompts?": object(changes),
  "resources?": object({ "subscribe?": flag, ...changes }),
  "tools?": object(changes),
  "tasks?": only(
    "2025-11-25",
    object({
      "list?": anyObject,
      "cancel?": anyObject,
      "requests?": object({ "tools?": object({ "call?": anyObject }) }),
    }),
  ),
  "extensions?": since(modern, map(setting)),
};

export const lifecycle: readonly Definition[] = [
  define(
    "ClientCapabilities",
    "What a client can do for a server.",
    object(clientCapabilities),
  ),
  define(
    "ServerCapabilities",
    "What a server offers.",
    object(serverCapabilities),
  ),
  define(
    "Implementation",
    "Names a program that speaks the protocol.",
    object({
      ...named,
      version: text,
      ...withIcons,
      ...each((fact) => since("2025-11-25", fact), {
        "description?": text,
        "websiteUrl?": uri,
      }),
    }),
  ),
  ...request(
    "InitializeRequest",
    "initialize",
    "Opens a session and offers a version.",
    {
      protocolVersion: text,
      capabilities: ref("ClientCapabilities"),
      clientInfo: ref("Implementation"),
    },
    legacyOnly,
  ),
  result(
    "InitializeResult",
    "Accepts a session and settles its version.",
    {
      protocolVersion: text,
      capabilities: ref("ServerCapabilities"),
      serverInfo: ref("Implementation"),
      "instructions?": text,
    },
    legacyOnly,
  ),
];
