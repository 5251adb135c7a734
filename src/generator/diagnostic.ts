import {
  catalogue,
  type DiagnosticCode,
  type DiagnosticParams,
} from "./diagnostic-catalogue.js";

export type Severity = "error" | "warning" | "note";

/** A place in a file; line and column count from 1, and columns count UTF-16 units. */
export type Location = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
};

/** One problem: what is wrong, where, and how to mend it. */
export type Diagnostic = Location & {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly what: string;
  readonly mend: string;
};

/** Makes the diagnostic that the catalogue words for `code`. */
export function diagnostic<C extends DiagnosticCode>(
  code: C,
  at: Location,
  params: DiagnosticParams<C>,
): Diagnostic {
  const row = catalogue[code];
  const word = row.word as (params: DiagnosticParams<C>) => {
    readonly what: string;
    readonly mend: string;
  };
  return { ...at, code, severity: row.severity, ...word(params) };
}
