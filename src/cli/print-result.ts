import type { BuildResult, BuiltFile } from "../generator/build-result.js";
import type { Diagnostic } from "../generator/diagnostic.js";
import { escapeControls } from "../generator/diagnostic-text.js";
import { isChange } from "../generator/plan.js";
import { printDiagnostic } from "../generator/print-diagnostic.js";
import { paint, type Style, type Terminal } from "./terminal.js";

const shownFiles = 10;

const severityStyle = {
  error: "red",
  warning: "yellow",
  note: "cyan",
} as const satisfies { [severity in Diagnostic["severity"]]: Style };

const actionStyle = {
  created: "green",
  updated: "yellow",
  deleted: "red",
  unchanged: "dim",
  kept: "dim",
} as const satisfies { [action in BuiltFile["action"]]: Style };

/** Prints diagnostics for people, on stderr; `quiet` leaves out the notes. */
export function printDiagnostics(
  terminal: Terminal,
  diagnostics: readonly Diagnostic[],
  quiet = false,
): void {
  for (const one of diagnostics) {
    if (quiet && one.severity === "note") continue;
    const text = printDiagnostic(one);
    const mark = ` - ${one.severity} `;
    const style = severityStyle[one.severity];
    const painted = ` - ${paint(terminal, style, one.severity)} `;
    terminal.err(`${text.replace(mark, () => painted)}\n`);
  }
}

/** How many errors and warnings there are, in words: "2 errors, 1 warning". */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic["severity"]): string[] => {
    const found = diagnostics.filter((one) => one.severity === severity).length;
    return found === 0 ? [] : [`${found} ${severity}${found === 1 ? "" : "s"}`];
  };
  return [...count("error"), ...count("warning")].join(", ");
}

/**
 * Prints what a build did, or would do: a line for each server, then the first few
 * files that changed; after the change of an input that line alone.
 */
export function printSummary(
  terminal: Terminal,
  result: BuildResult,
  {
    would = false,
    changed: cause,
  }: { readonly would?: boolean; readonly changed?: string | undefined } = {},
): void {
  const seconds = `${(result.durationMs / 1000).toFixed(2)} s`;
  const groups = groupFiles(result.files);
  for (const [name, files] of groups) {
    const end = groups.length === 1 ? ` in ${seconds}` : "";
    const label = paint(terminal, "bold", escapeControls(name));
    const start = cause === undefined ? "" : `${cause} changed: `;
    terminal.err(`${start}${label}: ${countActions(files, would)}${end}\n`);
  }
  const changed = result.files
    .filter(isChange)
    .sort((a, b) => rank(a) - rank(b));
  const listed = cause === undefined ? shownFiles : 0;
  for (const file of changed.slice(0, listed)) {
    const action = paint(terminal, actionStyle[file.action], file.action);
    const yours = file.owner === "user" ? " (yours)" : "";
    terminal.err(`  ${action}  ${escapeControls(file.path)}${yours}\n`);
  }
  const more = changed.length - shownFiles;
  if (more > 0 && listed > 0) terminal.err(`  and ${more} more\n`);
  if (groups.length > 1)
    terminal.err(`${groups.length - 1} servers in ${seconds}\n`);
}

/** What a reader wants to know first: their own files, then those that speak of their tools. */
function rank({ owner, server }: BuiltFile): number {
  if (owner === "user") return 0;
  return server === undefined ? 2 : 1;
}

/** Files by server, sorted; what servers share comes last, or with the only server. */
function groupFiles(
  files: readonly BuiltFile[],
): readonly (readonly [string, readonly BuiltFile[]])[] {
  const servers = [...new Set(files.map((file) => file.server))]
    .filter((server) => server !== undefined)
    .sort();
  if (servers.length === 1) return [[servers[0] as string, files]];
  return [...servers, undefined].flatMap((server) => {
    const own = files.filter((file) => file.server === server);
    return own.length === 0 ? [] : [[server ?? "shared", own] as const];
  });
}

function countActions(files: readonly BuiltFile[], would: boolean): string {
  const words = {
    created: would ? "to create" : "created",
    updated: would ? "to update" : "updated",
    deleted: would ? "to delete" : "deleted",
    unchanged: "unchanged",
    kept: "of yours kept",
  };
  const parts = Object.entries(words).flatMap(([action, word]) => {
    const count = files.filter((file) => file.action === action).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return parts.join(", ");
}
