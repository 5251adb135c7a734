import { code, identifier, joinCode, literal, type Code } from "../code.js";
import type { ContractEntry, ContractTool } from "../contract.js";
import type { JsonValue } from "../json.js";

/** A property of an object literal at a nesting level, holding plain data. */
export function dataField(name: string, value: JsonValue, depth: number): Code {
  const key = identifier(name);
  const text = literal(value, depth, depth * 2 + key.length + 2);
  return code`${key}: ${text},`;
}

/** One list of the server's contract: a row for each entry, with its descriptor. */
export function rowsField(
  list: string,
  descriptor: string,
  entries: readonly (ContractEntry | ContractTool)[],
): readonly Code[] {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => {
    const constant = code`descriptors.${identifier(entry.constant)}`;
    const defaults = "input" in entry ? entry.input.defaults : undefined;
    const members = [
      code`${identifier(descriptor)}: ${constant},`,
      dataField("entry", entry.entry, 3),
      ...(defaults === undefined
        ? []
        : [dataField("defaults", defaults as JsonValue, 3)]),
    ];
    return code`    {\n      ${joinCode(members, "\n      ")}\n    },`;
  });
  return [code`${identifier(list)}: [\n${joinCode(rows, "\n")}\n  ],`];
}
