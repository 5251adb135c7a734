import { row } from "./diagnostic-row.js";
import { shown } from "./diagnostic-text.js";

/** What can be wrong once manifest and protocol are joined. */
export const contractDiagnostics = {
  IDENTIFIER_CLASH: row(
    "error",
    (p: {
      readonly name: string;
      readonly owner: string;
      readonly identifier: string;
    }) => ({
      what: `${shown(p.name)} would become \`${p.identifier}\`, which ${shown(p.owner)} has already`,
      mend: `set \`as:\` on ${shown(p.name)}`,
    }),
  ),
  TOOL_HEADER_INVALID: row(
    "error",
    (p: { readonly tool: string; readonly why: string }) => ({
      what: `clients drop tool ${shown(p.tool)} for this x-mcp-header: ${p.why}`,
      mend: "use a unique HTTP token on a string, an integer or a boolean below `properties`",
    }),
  ),
};
