import { row } from "./diagnostic-row.js";
import { shown } from "./diagnostic-text.js";

type Problem = {
  readonly kind: string;
  readonly name: string;
  readonly role: string;
  readonly code: string;
  readonly pointer: string;
  readonly what: string;
  readonly mend: string;
};

function wordProblem(p: Problem) {
  const where = `${p.role}${p.pointer === "" ? "" : ` at ${p.pointer}`}`;
  const what = `${p.kind} ${shown(p.name)}, ${where}: ${p.what} (${p.code})`;
  return { what, mend: p.mend };
}

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
  FEATURE_UNAVAILABLE: row("error", (p: { readonly feature: string }) => ({
    what: `this release of mcpgen does not emit ${p.feature} yet`,
    mend: `remove ${p.feature} from the manifest; docs/scope.md tells what to do meanwhile`,
  })),
  TOOL_HEADER_INVALID: row(
    "error",
    (p: { readonly tool: string; readonly why: string }) => ({
      what: `clients drop tool ${shown(p.tool)} for this x-mcp-header: ${p.why}`,
      mend: "use a unique HTTP token on a string, an integer or a boolean below `properties`",
    }),
  ),
  SCHEMA_INVALID: row("error", wordProblem),
  SCHEMA_DOUBTFUL: row("warning", wordProblem),
};
