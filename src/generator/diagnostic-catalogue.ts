import { contractDiagnostics } from "./contract-diagnostics.js";
import { diffDiagnostics } from "./diff-diagnostics.js";
import { entryDiagnostics } from "./entry-diagnostics.js";
import { manifestDiagnostics } from "./manifest-diagnostics.js";
import { outputDiagnostics } from "./output-diagnostics.js";
import { protocolDiagnostics } from "./protocol-diagnostics.js";
import { pullDiagnostics } from "./pull-diagnostics.js";
import { schemaDiagnostics } from "./schema-diagnostics.js";

/**
 * Every code that mcpgen can print: its severity and both its sentences. Each stage
 * states its own rows in `<stage>-diagnostics.ts` with `row()` and is joined here.
 * Codes name the subject first and are never used for two things.
 */
export const catalogue = {
  ...manifestDiagnostics,
  ...entryDiagnostics,
  ...contractDiagnostics,
  ...protocolDiagnostics,
  ...schemaDiagnostics,
  ...outputDiagnostics,
  ...diffDiagnostics,
  ...pullDiagnostics,
} as const;

/** A code of the catalogue. */
export type DiagnosticCode = keyof typeof catalogue;
/** What the sentences of a code need. */
export type DiagnosticParams<C extends DiagnosticCode> = Parameters<
  (typeof catalogue)[C]["word"]
>[0];
