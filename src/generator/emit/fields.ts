import {
  assigned,
  code,
  identifier,
  joinCode,
  jsonMember,
  type Code,
} from "../code.js";
import type { ContractEntry, ContractTool } from "../contract.js";
import type { Imports } from "./module.js";

/** One list of the server's contract: a row for each entry, with its descriptor. */
export function rowsField(
  list: string,
  descriptor: string,
  entries: readonly (ContractEntry | ContractTool)[],
  { use }: Imports,
): readonly Code[] {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => {
    const constant = code`${use("descriptors")}.${identifier(entry.constant)}`;
    const defaults = "input" in entry ? entry.input.defaults : undefined;
    const task = "task" in entry ? entry.task : undefined;
    const members = [
      assigned(identifier(descriptor), constant, 3),
      jsonMember("entry", entry.entry, 3),
      ...(defaults === undefined ? [] : [jsonMember("defaults", defaults, 3)]),
      ...(task === undefined ? [] : [jsonMember("task", task, 3)]),
      ...(entry.scopes.length === 0
        ? []
        : [jsonMember("scopes", entry.scopes, 3)]),
    ];
    return code`    {\n      ${joinCode(members, "\n      ")}\n    },`;
  });
  return [code`${identifier(list)}: [\n${joinCode(rows, "\n")}\n  ],`];
}
