import type { Diagnostic } from "./diagnostic.js";
import { escapeControls } from "./diagnostic-text.js";
import { byCodeUnit } from "./json.js";

/**
 * A diagnostic as two lines without a line break at the end:
 * `file:line:column - severity CODE: what` and `  mend: how`. Line and column are
 * left out where the diagnostic has none; control characters are escaped.
 */
export function printDiagnostic(one: Diagnostic): string {
  const place = [one.file, one.line, one.column]
    .filter((part) => part !== undefined)
    .join(":");
  const head = `${place} - ${one.severity} ${one.code}: ${one.what}`;
  return `${escapeControls(head)}\n  mend: ${escapeControls(one.mend)}`;
}

/** A copy sorted by file, line, column, code and text, each place and text once. */
export function sortDiagnostics(
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const sorted = [...diagnostics].sort(
    (a, b) =>
      byCodeUnit(a.file, b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      byCodeUnit(a.code, b.code) ||
      byCodeUnit(a.what, b.what),
  );
  return sorted.filter((one, index) => {
    const former = sorted[index - 1];
    return !former || printDiagnostic(former) !== printDiagnostic(one);
  });
}
