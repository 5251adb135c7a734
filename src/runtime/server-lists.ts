import { refuse } from "./call.js";
import { ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import type { Profile } from "./profile.js";
import type {
  CatalogueTool,
  ChangingList,
  ListEntry,
  ServerCatalogue,
} from "./server-catalogue.js";
import { runHandler } from "./run-handler.js";
import { getPrompt } from "./server-prompts.js";
import { readResource } from "./server-resources.js";
import { callTool } from "./server-tools.js";
import type { Call, Dialect } from "./server-engine.js";

/** One list of one version, serialised. */
type List = {
  /** The member of the result that holds it. */
  readonly key: string;
  readonly rows: readonly {
    readonly entry: ListEntry;
    readonly text: string;
  }[];
  /** The text of the whole result; made at first use. */
  whole: string | undefined;
};

/** The lists of one version by method; only those whose capability is declared. */
export type Lists = ReadonlyMap<string, List>;

/** Serialises the lists as one version has them. */
export function serialiseLists(
  catalogue: ServerCatalogue,
  profile: Profile,
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
    entries: readonly ListEntry[],
    shown: readonly ListEntry[],
  ): void => {
    const rows = entries.map((entry, at) => ({
      entry,
      text: JSON.stringify(known(shown[at] ?? entry, profile)),
    }));
    lists.set(method, { key, rows, whole: undefined });
  };
  if (tools.length > 0) {
    add(
      "tools/list",
      "tools",
      tools.map(({ entry }) => entry),
      tools.map((tool) => toolEntry(tool, profile)),
    );
  }
  if (prompts.length > 0) {
    const entries = prompts.map(({ entry }) => entry);
    add("prompts/list", "prompts", entries, entries);
  }
  if (resources.length + resourceTemplates.length > 0) {
    const fixed = resources.map(({ entry }) => entry);
    const templates = resourceTemplates.map(({ entry }) => entry);
    add("resources/list", "resources", fixed, fixed);
    add("resources/templates/list", "resourceTemplates", templates, templates);
  }
  return lists;
}

/** Leaves out what the version does not know. Titles stay: they are harmless, and people read them. */
function known(entry: ListEntry, profile: Profile): ListEntry {
  const { icons, annotations, execution, ...rest } = entry;
  const shown: { name: string; [key: string]: unknown } = rest;
  if (profile.icons && icons !== undefined) shown["icons"] = icons;
  // Resources had annotations from the start; only those of tools came later.
  const annotated = profile.toolAnnotations || !("inputSchema" in entry);
  if (annotated && annotations !== undefined)
    shown["annotations"] = annotations;
  if (profile.toolExecution && execution !== undefined)
    shown["execution"] = execution;
  return shown;
}

/** A tool's entry with the output schema that the version allows (server/tools, Output Schema). */
function toolEntry(
  { tool, entry }: CatalogueTool,
  profile: Profile,
): ListEntry {
  const { outputSchema, ...rest } = entry;
  if (outputSchema === undefined || profile.outputSchema === "none")
    return rest;
  if (profile.outputSchema === "any" || !isObject(outputSchema)) return entry;
  if (tool.wrapped !== true)
    return { ...rest, outputSchema: { ...outputSchema, type: "object" } };
  // An $id of its own keeps the schema's `#/…` references pointing into itself.
  const inner = {
    $id: `urn:mcp:output:${encodeURIComponent(entry.name)}`,
    ...withoutRootRef(outputSchema),
  };
  const { $schema } = outputSchema;
  return {
    ...rest,
    outputSchema: {
      ...($schema === undefined ? {} : { $schema }),
      type: "object",
      properties: { result: inner },
      required: ["result"],
    },
  };
}

/**
 * The schema with its root `$ref` one level down: old dialects ignore an `$id` beside a
 * `$ref`, and Ajv, which official clients use, never comes back from the two together.
 */
function withoutRootRef({ $ref, ...schema }: JsonObject): JsonObject {
  if ($ref === undefined) return schema;
  const before = schema["allOf"];
  const allOf: readonly unknown[] = Array.isArray(before) ? before : [];
  return { ...schema, allOf: [...allOf, { $ref }] };
}

/** The server's capabilities in one version: those of the kinds that it has, as far as the version knows them. */
export function capabilitiesOf(
  catalogue: ServerCatalogue,
  profile: Profile,
  lists: Lists,
): JsonObject {
  const has = (path: string): boolean =>
    profile.serverCapabilities.includes(path);
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

function listText(call: Call, dialect: Dialect, list: List): string {
  const cursor = call.params["cursor"];
  if (cursor !== undefined && cursor !== null) {
    // Every list fits one page, so no cursor was ever given out.
    throw new ProtocolError(errorCode.invalidParams, "Unknown cursor");
  }
  const { visible } = call.engine;
  if (visible === undefined)
    return (list.whole ??= page(dialect, call.method, list.key, list.rows));
  const { auth } = call.link;
  const rows = list.rows.filter(({ entry }) => visible(entry, auth));
  return page(dialect, call.method, list.key, rows);
}

function page(
  dialect: Dialect,
  method: string,
  key: string,
  rows: List["rows"],
): string {
  const texts = rows.map(({ text }) => text);
  return dialect.result(method, `"${key}":[${texts.join(",")}]`, undefined);
}
