type Severity = "error" | "warning" | "note";
type Wording = { readonly what: string; readonly mend: string };

function row<P>(severity: Severity, word: (params: P) => Wording) {
  return { severity, word };
}

/**
 * Every code that mcpgen can print: its severity and both its sentences.
 * Codes name the subject first.
 */
export const catalogue = {
  MANIFEST_MISSING: row("error", (p: { readonly file: string }) => ({
    what: `there is no file ${p.file}`,
    mend: 'run "mcpgen init" to write one, or name another manifest',
  })),
} as const;

export type DiagnosticCode = keyof typeof catalogue;
export type DiagnosticParams<C extends DiagnosticCode> = Parameters<
  (typeof catalogue)[C]["word"]
>[0];
