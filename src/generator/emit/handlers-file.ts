import {
  assigned,
  code,
  identifier,
  joinCode,
  property,
  type Code,
} from "../code.js";
import type { Contract, ContractEntry } from "../contract.js";
import { entryKinds } from "../manifest/manifest.js";
import { bindingOf } from "../names.js";
import { createImports, type FileView } from "./module.js";
import { foldersOf, relative } from "./paths.js";

/** `handlers.ts`: collects the user's files into the one object that the server takes. */
export function handlersFile(contract: Contract): FileView {
  const { use, useFrom, print } = createImports(
    contract.manifest.importExtension,
  );
  const folders = foldersOf(contract);
  const local = (entry: ContractEntry) => {
    const file = `${folders.handlers}/${entry.handlerFile}`;
    const path = relative(folders.server, file);
    return useFrom(path, bindingOf(entry.identifier), entry.constant);
  };
  const groups = entryKinds.map((kind) => group(kind, contract[kind], local));
  const type = use("Handlers");
  return {
    body: code`export const handlers: ${type} = {\n${joinCode(groups, "\n")}\n};`,
    imports: print(),
  };
}

function group(
  kind: string,
  entries: readonly ContractEntry[],
  local: (entry: ContractEntry) => Code,
): Code {
  if (entries.length === 0) return code`  ${identifier(kind)}: {},`;
  const members = entries.map((entry) => {
    const key = property(entry.name);
    const value = local(entry);
    return code`    ${key === value ? code`${value},` : assigned(key, value, 2)}`;
  });
  return code`  ${identifier(kind)}: {\n${joinCode(members, "\n")}\n  },`;
}
