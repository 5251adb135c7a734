import { shown } from "../diagnostic-text.js";
import {
  added,
  fromTo,
  gone,
  renamed,
  type Changed,
  type Named,
  type None,
} from "./entry-rule.js";
import { judge, rule } from "./rule.js";
import { toolRules } from "./tool-rules.js";

/** What every kind of entry can undergo. */
const common = {
  TEXT_CHANGED: rule(
    "none",
    judge(
      "note",
      "safe",
      "models and people read it: they may choose differently",
    ),
    ({ key }: { readonly key: string }) => `its ${key} changed`,
  ),
  META_CHANGED: rule(
    "none",
    judge("note", "safe", "clients that know the member may act on it"),
    ({ key }: { readonly key: string }) => `its ${key} changed`,
  ),
  IDENTIFIER_CHANGED: rule(
    "none",
    judge(
      "safe",
      "breaking",
      "the generated member has another name",
      "keep as: what it was",
    ),
    (p: Changed) => `its as: changed ${fromTo(p)}`,
  ),
  OPEN_CHANGED: rule(
    "none",
    judge("safe", "note", "further members compile, or no longer do"),
    ({ open }: { readonly open: boolean }) =>
      open ? "its types are open now" : "its types are no longer open",
  ),
  SCOPE_ADDED: rule(
    "caller",
    judge(
      "breaking",
      "safe",
      "tokens without the scope are refused",
      "grant the scope to clients first",
    ),
    ({ name }: Named) => `it asks for the scope ${shown(name)}`,
  ),
  SCOPE_REMOVED: rule(
    "caller",
    judge("note", "safe", "clients without the scope can call it now"),
    ({ name }: Named) => `it no longer asks for the scope ${shown(name)}`,
  ),
};

const resources = {
  RESOURCE_ADDED: rule("none", added, (_: None) => "it was added"),
  RESOURCE_REMOVED: rule(
    "none",
    gone("resource"),
    (_: None) => "it was removed",
  ),
  RESOURCE_RENAMED: rule(
    "none",
    judge(
      "note",
      "breaking",
      "its URI is the same, but the generated member has another name",
      "set as: to the old identifier",
    ),
    ({ name }: Named) => `it was called ${shown(name)}`,
  ),
  RESOURCE_URI_CHANGED: rule(
    "none",
    judge(
      "breaking",
      "safe",
      "callers that kept the URI find nothing there",
      "serve the old URI too",
    ),
    (p: Changed) => `its URI changed ${fromTo(p)}`,
  ),
  TEMPLATE_ADDED: rule("none", added, (_: None) => "it was added"),
  TEMPLATE_REMOVED: rule(
    "none",
    gone("resource template"),
    (_: None) => "it was removed",
  ),
  TEMPLATE_RENAMED: rule(
    "none",
    judge(
      "note",
      "breaking",
      "its URIs are the same, but the generated member has another name",
      "set as: to the old identifier",
    ),
    ({ name }: Named) => `it was called ${shown(name)}`,
  ),
  TEMPLATE_URI_CHANGED: rule(
    "none",
    judge(
      "breaking",
      "breaking",
      "callers that kept the template ask for URIs that are no more",
      "add a template beside this one",
    ),
    (p: Changed) => `its URI template changed ${fromTo(p)}`,
  ),
  MIME_TYPE_CHANGED: rule(
    "server",
    judge(
      "breaking",
      "safe",
      "readers that go by the type cannot read it",
      "add a resource beside this one",
    ),
    (p: Changed) => `its mimeType changed ${fromTo(p)}`,
  ),
};

const prompts = {
  PROMPT_ADDED: rule("none", added, (_: None) => "it was added"),
  PROMPT_REMOVED: rule("none", gone("prompt"), (_: None) => "it was removed"),
  PROMPT_RENAMED: rule(
    "none",
    renamed,
    ({ name }: Named) => `it was called ${shown(name)}`,
  ),
  ARGUMENT_ADDED: rule(
    "caller",
    judge("safe", "safe", "callers that do not know it leave it out"),
    ({ name }: Named) =>
      `the argument ${shown(name)} was added and may be left out`,
  ),
  ARGUMENT_ADDED_REQUIRED: rule(
    "caller",
    judge(
      "breaking",
      "breaking",
      "callers that do not know it are refused",
      "make it optional",
    ),
    ({ name }: Named) =>
      `the argument ${shown(name)} was added and is required`,
  ),
  ARGUMENT_REMOVED: rule(
    "caller",
    judge(
      "breaking",
      "breaking",
      "callers that send it are no longer heard",
      "keep it",
    ),
    ({ name }: Named) => `the argument ${shown(name)} was removed`,
  ),
  ARGUMENT_REQUIRED: rule(
    "caller",
    judge(
      "breaking",
      "breaking",
      "callers that leave it out are refused",
      "leave it optional",
    ),
    ({ name }: Named) => `the argument ${shown(name)} became required`,
  ),
  ARGUMENT_OPTIONAL: rule(
    "caller",
    judge("safe", "note", "callers may leave it out; handlers may not find it"),
    ({ name }: Named) => `the argument ${shown(name)} is no longer required`,
  ),
  ARGUMENT_TEXT_CHANGED: rule(
    "caller",
    judge("note", "safe", "models and people read it"),
    ({ name }: Named) => `the text of the argument ${shown(name)} changed`,
  ),
};

/** Forms are filled in by whoever sits at the client, and read by the server's own handlers. */
const forms = {
  FORM_ADDED: rule(
    "none",
    judge("note", "safe", "clients may be asked something new"),
    (_: None) => "it was added",
  ),
  FORM_REMOVED: rule(
    "none",
    judge("safe", "note", "handlers that ask for it no longer compile"),
    (_: None) => "it was removed",
  ),
  FORM_CHANGED: rule(
    "caller",
    judge(
      "note",
      "note",
      "clients show whatever they are asked; handlers may find other answers",
    ),
    ({ what }: { readonly what: string }) => what,
  ),
};

/** The rules for tools, prompts, resources and forms. */
export const entryRules = {
  ...common,
  ...toolRules,
  ...resources,
  ...prompts,
  ...forms,
};
