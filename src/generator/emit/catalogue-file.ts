import { code, joinCode } from "../code.js";
import type { Contract } from "../contract.js";
import { rowsField } from "./fields.js";
import { createImports, type FileView } from "./module.js";

/** `catalogue.ts`: the entries of all lists as data, for the server to show and for `verify` to compare. */
export function catalogueFile(contract: Contract): FileView {
  const imports = createImports(contract.manifest.importExtension);
  const { tools, prompts, resources, resourceTemplates } = contract;
  const fields = [
    ...rowsField("tools", "tool", tools, imports),
    ...rowsField("prompts", "prompt", prompts, imports),
    ...rowsField("resources", "resource", resources, imports),
    ...rowsField("resourceTemplates", "template", resourceTemplates, imports),
  ];
  const type = imports.use("Catalogue");
  const value =
    fields.length === 0 ? code`{}` : code`{\n  ${joinCode(fields, "\n  ")}\n}`;
  return {
    body: code`export const catalogue: ${type} = ${value};`,
    imports: imports.print(),
  };
}
