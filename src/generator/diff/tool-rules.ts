import { shown } from "../diagnostic-text.js";
import { added, gone, renamed, type Named, type None } from "./entry-rule.js";
import { judge, rule } from "./rule.js";

/** The rules for tools. */
export const toolRules = {
  TOOL_ADDED: rule("none", added, (_: None) => "it was added"),
  TOOL_REMOVED: rule("none", gone("tool"), (_: None) => "it was removed"),
  TOOL_RENAMED: rule(
    "none",
    renamed,
    ({ name }: Named) => `it was called ${shown(name)}`,
  ),
  OUTPUT_SCHEMA_ADDED: rule(
    "server",
    judge(
      "safe",
      "breaking",
      "the generated call returns structured content where it returned blocks",
      "add a new tool beside this one",
    ),
    (_: None) => "it has an output schema now",
  ),
  OUTPUT_SCHEMA_REMOVED: rule(
    "server",
    judge(
      "breaking",
      "breaking",
      "readers of structured content get none",
      "keep the output schema",
    ),
    (_: None) => "it has no output schema any more",
  ),
  READ_ONLY_LOST: rule(
    "server",
    judge(
      "breaking",
      "safe",
      "clients that run it without asking now change something",
      "add a new tool for what changes something",
    ),
    (_: None) => "it is no longer read-only",
  ),
  READ_ONLY_GAINED: rule(
    "server",
    judge("safe", "safe", "clients may ask less often"),
    (_: None) => "it is read-only now",
  ),
  DESTRUCTIVE_GAINED: rule(
    "server",
    judge(
      "breaking",
      "safe",
      "clients that run it without asking may now lose something",
      "add a new tool for what destroys",
    ),
    (_: None) => "it may destroy now",
  ),
  DESTRUCTIVE_LOST: rule(
    "server",
    judge("safe", "safe", "clients may ask less often"),
    (_: None) => "it no longer destroys",
  ),
  IDEMPOTENT_LOST: rule(
    "server",
    judge(
      "breaking",
      "safe",
      "clients that send a call twice do it twice",
      "make repeated calls harmless",
    ),
    (_: None) => "calling it twice is no longer the same as once",
  ),
  IDEMPOTENT_GAINED: rule(
    "server",
    judge("safe", "safe", "clients may send a call again"),
    (_: None) => "calling it twice is the same as once",
  ),
  OPEN_WORLD_GAINED: rule(
    "server",
    judge(
      "breaking",
      "safe",
      "clients that trust its answers now get text from outside",
      "add a new tool for what reaches out",
    ),
    (_: None) => "it reaches the open world now",
  ),
  OPEN_WORLD_LOST: rule(
    "server",
    judge("safe", "safe", "clients may trust its answers more"),
    (_: None) => "it no longer reaches the open world",
  ),
  TASK_REQUIRED: rule(
    "caller",
    judge(
      "breaking",
      "breaking",
      "callers that do not run it as a task are refused",
      "leave task: optional",
    ),
    (_: None) => "it has to be run as a task",
  ),
  TASK_OPTIONAL: rule(
    "caller",
    judge("safe", "safe", "callers may run it as a task, or not"),
    (_: None) => "it may be run as a task",
  ),
  TASK_REMOVED: rule(
    "caller",
    judge(
      "breaking",
      "breaking",
      "callers that run it as a task are refused",
      "leave task: optional",
    ),
    (_: None) => "it can no longer be run as a task",
  ),
  HEADER_ADDED: rule(
    "caller",
    judge(
      "breaking",
      "safe",
      "over HTTP, clients that know the previous schema leave the header out and are refused",
      "accept it once clients list the tools anew",
    ),
    (p: { readonly header: string; readonly at: string }) =>
      `${p.at} has to travel in the header ${p.header} too`,
  ),
  HEADER_REMOVED: rule(
    "caller",
    judge("safe", "safe", "servers pass over a header that nothing asks for"),
    (p: { readonly header: string; readonly at: string }) =>
      `${p.at} need not travel in the header ${p.header} any more`,
  ),
};
