import { code, identifier, joinCode, property, type Code } from "../code.js";
import type { Contract, ContractEntry } from "../contract.js";
import { imports, specifier, type Import } from "./module.js";
import { foldersOf, handledEntries, relative } from "./paths.js";

/** `handlers.ts`: collects the user's files into the one object that the server takes. */
export function handlersFile(contract: Contract): {
  readonly imports: Code;
  readonly body: Code;
} {
  const folders = foldersOf(contract);
  const { importExtension } = contract.manifest;
  const fromHandlers = handledEntries(contract).map((entry): Import => {
    const file = `${folders.handlers}/${entry.handlerFile}`;
    const path = relative(folders.server, file);
    const own = identifier(entry.identifier);
    const local = identifier(entry.constant);
    const name = own === local ? own : code`${own} as ${local}`;
    const from = specifier(path, importExtension);
    return { from, names: [name], typeOnly: false };
  });
  const types: Import = {
    from: specifier("./server", importExtension),
    names: [code`Handlers`],
    typeOnly: true,
  };
  const groups = [
    group("tools", contract.tools),
    group("prompts", contract.prompts),
    group("resources", contract.resources),
    group("resourceTemplates", contract.resourceTemplates),
  ];
  return {
    imports: imports([...fromHandlers, types]),
    body: code`export const handlers: Handlers = {\n${joinCode(groups, "\n")}\n};`,
  };
}

function group(kind: string, entries: readonly ContractEntry[]): Code {
  if (entries.length === 0) return code`  ${identifier(kind)}: {},`;
  const members = entries.map(({ name, constant }) => {
    const key = property(name);
    const value = identifier(constant);
    return key === value ? code`    ${value},` : code`    ${key}: ${value},`;
  });
  return code`  ${identifier(kind)}: {\n${joinCode(members, "\n")}\n  },`;
}
