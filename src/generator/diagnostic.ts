import {
  catalogue,
  type DiagnosticCode,
  type DiagnosticParams,
} from "./diagnostic-catalogue.js";
import type { Row, Severity } from "./diagnostic-row.js";

export type { Severity } from "./diagnostic-row.js";

/** A place in a file; line and column count from 1, and columns count UTF-16 units. */
export type Location = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
};

/** Where a JSON pointer of the manifest stands in its file. */
export type Locate = (pointer: string) => Location;

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
  const { severity, word } = catalogue[code] as Row<DiagnosticParams<C>>;
  const { what, mend } = word(params);
  return { ...at, code, severity, what, mend };
}

/** Those that forbid to write anything. */
export function errorsOf(
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.filter((one) => one.severity === "error");
}

/** True when one of them forbids to write anything. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => one.severity === "error");
}
