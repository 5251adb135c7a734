import { hasErrors, type Diagnostic } from "../generator/diagnostic.js";
import { escapeControls, shown } from "../generator/diagnostic-text.js";
import { entryKinds } from "../generator/manifest/manifest.js";
import type { Drift } from "../generator/pull/compare-entries.js";
import type { PullEnd } from "../generator/pull/pull-manifest.js";
import { entryWord } from "../generator/pull/sound-entries.js";
import type { ExitCode } from "./exit-code.js";
import { countDiagnostics, printDiagnostics } from "./print-result.js";
import type { Terminal } from "./terminal.js";

/** What became of one server. */
export type PulledFile = PullEnd & { readonly file: string };

/** The JSON object of `pull`, in one line. */
export function reportPull(
  code: ExitCode,
  pulled: readonly PulledFile[],
  diagnostics: readonly Diagnostic[],
): string {
  const files = pulled.flatMap(({ file, action, drift, counts }) =>
    action === undefined
      ? []
      : [{ path: file, action, owner: "user", counts, drift }],
  );
  return `${JSON.stringify({ exitCode: code, diagnostics, files })}\n`;
}

/** Prints what `pull` did: differences found by --check on stdout, all else on stderr. */
export function printPull(
  terminal: Terminal,
  { check, quiet }: { readonly check: boolean; readonly quiet: boolean },
  pulled: readonly PulledFile[],
  diagnostics: readonly Diagnostic[],
): void {
  printDiagnostics(terminal, diagnostics, quiet);
  for (const { file, drift } of check ? pulled : []) {
    for (const one of drift)
      terminal.out(`${escapeControls(`${file}: ${wordDrift(one)}`)}\n`);
  }
  if (quiet) return;
  for (const one of pulled) printEnd(terminal, one, check);
  if (hasErrors(diagnostics))
    terminal.err(`${countDiagnostics(diagnostics)}\n`);
}

function printEnd(terminal: Terminal, one: PulledFile, check: boolean): void {
  const { file, action, drift } = one;
  const say = (text: string) => terminal.err(`${escapeControls(text)}\n`);
  if (action === "created") {
    const named = file === "manifest.yaml" ? "" : ` ${file}`;
    say(`wrote ${file}: ${wordCounts(one)}; now run "mcpgen build${named}"`);
  } else if (action === "unchanged") say(`${file} is up to date`);
  else if (action === "updated" && check) {
    const found =
      drift.length === 1 ? "1 difference" : `${drift.length} differences`;
    say(`${file}: ${found}; "mcpgen pull" takes them over`);
  } else if (action === "updated") {
    say(`updated ${file}`);
    for (const change of drift) say(`  ${wordDrift(change)}`);
  }
}

/** "changed tool "echo": description". */
function wordDrift({ change, kind, name, members }: Drift): string {
  const subject =
    kind === "server" ? "server" : `${entryWord[kind]} ${shown(name)}`;
  const which = members.length === 0 ? "" : `: ${members.join(", ")}`;
  return `${change} ${subject}${which}`;
}

function wordCounts({ counts }: PulledFile): string {
  const parts = entryKinds.flatMap((kind) => {
    const count = counts[kind];
    return count === 0
      ? []
      : [`${count} ${entryWord[kind]}${count === 1 ? "" : "s"}`];
  });
  return parts.length === 0 ? "nothing to offer" : parts.join(", ");
}
