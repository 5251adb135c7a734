import { refuse } from "./call.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import type { ListEntry } from "./catalogue.js";
import type { ServerProfile } from "./profile.js";
import { shownEntry } from "./list-entry.js";
import { runHandler } from "./run-handler.js";
import type { ChangingList, ServerCatalogue } from "./server-catalogue.js";
import { getPrompt } from "./server-prompts.js";
import { type List, listText } from "./server-pages.js";
import { readResource } from "./server-resources.js";
import { callTool } from "./server-tools.js";
import type { Call, Dialect, Engine } from "./server-engine.js";

/** The lists of one version by method; only those whose capability is declared. */
export type Lists = ReadonlyMap<string, List>;

/** What a tool's descriptor says of its output. */
type Wrapping = { readonly wrapped?: true };

/** Serialises the lists as one version has them. */
export function serialiseLists(
  catalogue: ServerCatalogue,
  profile: ServerProfile,
): Lists {
  const {
    tools = [],
    prompts = [],
    resources = [],
    resourceTemplates = [],
  } = catalogue;
  const lists = new Map<string, List>();
  const add = (
    method: string,
    key: string,
    entries: readonly { readonly entry: ListEntry; readonly tool?: Wrapping }[],
  ): void => {
    const rows = entries.map(({ entry, tool }) => ({
      entry,
      text: JSON.stringify(
        shownEntry(withoutTaskSupport(entry), profile, tool?.wrapped),
      ),
    }));
    lists.set(method, { key, rows, pages: new Map() });
  };
  if (tools.length > 0) add("tools/list", "tools", tools);
  if (prompts.length > 0) add("prompts/list", "prompts", prompts);
  if (resources.length + resourceTemplates.length > 0) {
    add("resources/list", "resources", resources);
    add("resources/templates/list", "resourceTemplates", resourceTemplates);
  }
  return lists;
}

/**
 * The experimental tasks of 2025-11-25 are not served, and official clients do not
 * call a tool that seems to require one.
 */
function withoutTaskSupport(entry: ListEntry): ListEntry {
  const { execution, ...rest } = entry;
  if (!isObject(execution)) return entry;
  const { taskSupport: _taskSupport, ...others } = execution;
  const isEmpty = Object.keys(others).length === 0;
  return isEmpty ? rest : { ...rest, execution: others };
}

/** The server's capabilities in one version: those of the kinds that it has, as far as the version knows them. */
export function capabilitiesOf(
  { catalogue, completion }: Engine,
  profile: ServerProfile,
  lists: Lists,
): JsonObject {
  const has = (path: string): boolean =>
    profile.serverCapabilities?.includes(path) === true;
  const kind = (list: ChangingList): JsonObject =>
    catalogue.listChanged[list] && has(`${list}.listChanged`)
      ? { listChanged: true }
      : {};
  const capabilities: JsonObject = {};
  if (lists.has("tools/list")) capabilities["tools"] = kind("tools");
  if (lists.has("resources/list")) {
    const follow = catalogue.subscribe === true && has("resources.subscribe");
    capabilities["resources"] = {
      ...(follow ? { subscribe: true } : {}),
      ...kind("resources"),
    };
  }
  if (lists.has("prompts/list")) capabilities["prompts"] = kind("prompts");
  if (catalogue.logging === true && has("logging"))
    capabilities["logging"] = {};
  if (completion !== undefined && has("completions"))
    capabilities["completions"] = {};
  return capabilities;
}

/** Answers what both eras have in common: lists, calls, reads, and the user's own methods. */
export function answerCommon(
  call: Call,
  dialect: Dialect,
  lists: Lists,
): string | Promise<string> {
  const { method, engine } = call;
  const list = lists.get(method);
  if (list !== undefined) return listText(call, dialect, list);
  if (method === "tools/call" && lists.has("tools/list")) return callTool(call);
  if (method === "prompts/get" && lists.has("prompts/list"))
    return getPrompt(call);
  if (method === "resources/read" && lists.has("resources/list"))
    return readResource(call);
  if (method === "completion/complete" && engine.completion !== undefined)
    return engine.completion.complete(call);
  const own = engine.requests.get(method);
  if (own === undefined) {
    throw refuse(
      dialect.profile,
      errorCode.methodNotFound,
      `Method not found: ${method}`,
    );
  }
  return runHandler(call, {
    start: (context) => own(call.params, context),
    done: (value) => dialect.object(method, isObject(value) ? value : {}),
    failed: (error) => {
      throw error;
    },
  });
}
