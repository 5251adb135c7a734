import type { Catalogue } from "./catalogue.js";
import { isObject } from "./json-rpc.js";
import type { AnyHandler, Completers, Engine } from "./server-engine.js";
import type { HandlerTable } from "./server-handlers.js";

/** The static dispatch tables: each entry of the manifest with the user's functions for it. Throws a TypeError where one is missing or is no function. */
export function tables(
  {
    tools = [],
    prompts = [],
    resources = [],
    resourceTemplates = [],
  }: Catalogue,
  handlers: HandlerTable,
): Pick<Engine, "tools" | "prompts" | "resources" | "templates"> {
  const find = (kind: HandlerKind, name: string): AnyHandler =>
    asFunction(own(handlers[kind], name), `handlers.${kind}`, name);
  return {
    tools: new Map(
      tools.map((row) => [
        row.tool.name,
        { ...row, handler: find("tools", row.tool.name) },
      ]),
    ),
    prompts: new Map(
      prompts.map((row) => {
        const { name } = row.prompt;
        const { complete } = beside(handlers, "prompts", name);
        return [name, { ...row, handler: find("prompts", name), complete }];
      }),
    ),
    resources: new Map(
      resources.map((row) => [
        row.resource.uri,
        { ...row, handler: find("resources", row.resource.name) },
      ]),
    ),
    templates: resourceTemplates.map((row) => {
      const { name } = row.template;
      const handler = find("resourceTemplates", name);
      return {
        ...row,
        handler,
        ...beside(handlers, "resourceTemplates", name),
      };
    }),
  };
}

type HandlerKind = Exclude<keyof HandlerTable, "modules">;

/** What a handler's file exports beside the handler. */
function beside(
  { modules }: HandlerTable,
  kind: "prompts" | "resourceTemplates",
  name: string,
): {
  readonly list: AnyHandler | undefined;
  readonly complete: Completers | undefined;
} {
  const module = own(modules?.[kind], name);
  const list = own(module, "list");
  const complete = own(module, "complete");
  const where = `handlers.modules.${kind}`;
  if (complete !== undefined && !isObject(complete))
    throw new TypeError(
      `${where}: complete of ${JSON.stringify(name)} must be an object of functions by argument`,
    );
  return {
    list: list === undefined ? undefined : asFunction(list, where, name),
    complete: complete as Completers | undefined,
  };
}

function own(table: unknown, name: string): unknown {
  return isObject(table) && Object.hasOwn(table, name)
    ? table[name]
    : undefined;
}

function asFunction(value: unknown, where: string, name: string): AnyHandler {
  if (typeof value === "function") return value as AnyHandler;
  throw new TypeError(`${where} has no function for ${JSON.stringify(name)}`);
}
