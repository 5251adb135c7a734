import { code, identifier, type Code } from "../code.js";
import type { ContractTool } from "../contract.js";
import { list, type Doc } from "../layout.js";
import type { Imports } from "./module.js";

/**
 * The type of a tool's handler. It is spelt out: a generic one would cost the compiler
 * a third more for each handler.
 */
export function toolHandler(tool: ContractTool, imports: Imports): Doc {
  const { use } = imports;
  const input = code`${use("types")}.${identifier(tool.input.filledName)}`;
  const answer = code`${use("runtime")}.ToolAnswer<${answerType(tool, imports)}>`;
  return list(
    code`(`,
    [code`input: ${input}`, code`context: Context`],
    code`) => ${answer}`,
  );
}

/** What a tool's handler gives. */
function answerType({ output }: ContractTool, { use }: Imports): Code {
  return output === undefined
    ? code`string | readonly ${use("ToolContentBlock")}[]`
    : code`${use("types")}.${identifier(output.name)}`;
}
