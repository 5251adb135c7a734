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
import { besideHandlers } from "./modules.js";
import { createImports, type FileView } from "./module.js";
import { foldersOf, relative } from "./paths.js";

/** `handlers.ts`: collects the user's files into the one object that the server takes. */
export function handlersFile(contract: Contract): FileView {
  const { use, useFrom, useAll, print } = createImports(
    contract.manifest.importExtension,
  );
  const folders = foldersOf(contract);
  const beside = besideHandlers(contract).map(({ kind }) => kind);
  const pathOf = ({ handlerFile }: ContractEntry) =>
    relative(folders.server, `${folders.handlers}/${handlerFile}`);
  const handlerOf = (entry: ContractEntry) =>
    useFrom(pathOf(entry), entry.handlerName, entry.constant);
  const memberOf = (entry: ContractEntry) =>
    code`${useAll(pathOf(entry), entry.constant)}.${identifier(entry.handlerName)}`;
  const groups = entryKinds.map((kind) =>
    group(
      kind,
      contract[kind],
      beside.some((one) => one === kind) ? memberOf : handlerOf,
    ),
  );
  if (beside.length > 0) {
    const own = ({ constant }: ContractEntry) => identifier(constant);
    const modules = beside.map((kind) => group(kind, contract[kind], own, 2));
    groups.push(code`  modules: {\n${joinCode(modules, "\n")}\n  },`);
  }
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
  depth = 1,
): Code {
  const pad = "  ".repeat(depth) as Code;
  if (entries.length === 0) return code`${pad}${identifier(kind)}: {},`;
  const members = entries.map((entry) => {
    const key = property(entry.name);
    const value = local(entry);
    return code`${pad}  ${key === value ? code`${value},` : assigned(key, value, depth + 1)}`;
  });
  return code`${pad}${identifier(kind)}: {\n${joinCode(members, "\n")}\n${pad}},`;
}
