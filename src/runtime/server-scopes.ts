import { isObject, type JsonObject } from "./json-rpc.js";
import { findResource } from "./server-resources.js";
import type {
  Engine,
  PromptRow,
  ResourceRow,
  ScopeFeature,
  TemplateRow,
  ToolRow,
} from "./server-engine.js";

/**
 * The scopes that the manifest asks for on entries, over HTTP (basic/authorization,
 * Scope Challenge Handling). They are checked before anything else is looked at, on
 * whichever way an entry is reached: calls, reads, subscriptions, completion. What
 * `visible` hides from a caller needs none: to it, it is unknown.
 */
export const entryScopes: ScopeFeature = {
  lack(engine, grant, messages) {
    if (grant.lacks === undefined) return undefined;
    const needed = messages.flatMap((message) =>
      rowsOf(engine, grant.auth, message).flatMap((row) =>
        row === undefined || engine.visible?.(row.entry, grant.auth) === false
          ? []
          : (row.scopes ?? []),
      ),
    );
    return needed.length === 0 ? undefined : grant.lacks(needed);
  },
};

type Row = ToolRow | PromptRow | ResourceRow | TemplateRow;

/** The entries that a message is about; undefined for what there is not. */
function rowsOf(
  engine: Engine,
  auth: unknown,
  message: unknown,
): readonly (Row | undefined)[] {
  if (!isObject(message) || !isObject(message["params"])) return [];
  const { name, uri, ref, notifications } = message["params"];
  switch (message["method"]) {
    case "tools/call":
      return [engine.tools.get(name as string)];
    case "prompts/get":
      return [engine.prompts.get(name as string)];
    case "resources/read":
    case "resources/subscribe":
      return [resourceRow(engine, auth, uri)];
    case "subscriptions/listen": {
      const uris = isObject(notifications)
        ? notifications["resourceSubscriptions"]
        : undefined;
      if (!Array.isArray(uris)) return [];
      return uris.map((one: unknown) => resourceRow(engine, auth, one));
    }
    case "completion/complete":
      return isObject(ref) ? [completedRow(engine, ref)] : [];
    default:
      return [];
  }
}

function resourceRow(
  engine: Engine,
  auth: unknown,
  uri: unknown,
): Row | undefined {
  return typeof uri === "string"
    ? findResource(engine, auth, uri)?.row
    : undefined;
}

function completedRow(
  { prompts, templates }: Engine,
  { type, name, uri }: JsonObject,
): Row | undefined {
  return type === "ref/prompt"
    ? prompts.get(name as string)
    : templates.find(({ template }) => template.uriTemplate === uri);
}
