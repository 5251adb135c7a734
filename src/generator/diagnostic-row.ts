/** An error keeps everything from being written; a warning and a note do not. */
export type Severity = "error" | "warning" | "note";

/** The two sentences of a diagnostic: what is wrong, and how to mend it. */
export type Wording = { readonly what: string; readonly mend: string };

/** One code of the catalogue, with the parameters that its sentences need. */
export type Row<P> = {
  readonly severity: Severity;
  readonly word: (params: P) => Wording;
};

/** States a row; the parameter's type is what `diagnostic()` then asks for. */
export function row<P>(
  severity: Severity,
  word: (params: P) => Wording,
): Row<P> {
  return { severity, word };
}
