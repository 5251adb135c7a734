import { liveBaseline } from "../generator/diff/live-baseline.js";
import { printGithub } from "../generator/diff/print-github.js";
import { printMarkdown } from "../generator/diff/print-markdown.js";
import { printText } from "../generator/diff/print-text.js";
import { verdicts, type Verdict } from "../generator/diff/rule.js";
import {
  runDiff,
  type DiffOptions,
  type DiffResult,
} from "../generator/diff/run-diff.js";
import { hasErrors } from "../generator/diagnostic.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import { printDiagnostics } from "./print-result.js";
import { sourceOf, type ServerFlags } from "./server-flags.js";
import type { CommonArguments, Surroundings } from "./verb.js";

/** What `diff` takes. */
export type DiffArguments = CommonArguments &
  Pick<DiffOptions, "manifest" | "against" | "accept"> & {
    /** A live server that stands for what was before. */
    readonly flags: ServerFlags;
    /** "text", "markdown" or "github". */
    readonly format: string;
    /** "breaking", "undecided" or "never". */
    readonly failOn: string;
  };

/** `mcpgen diff`: the report on stdout, what is wrong on stderr. */
export async function diff(
  args: DiffArguments,
  { terminal }: Surroundings,
): Promise<ExitCode> {
  const source = sourceOf(args.flags, args.cwd, process.env);
  const timeoutMs = args.flags.timeout * 1000;
  const result = await runDiff({
    ...args,
    baseline: source && ((subject) => liveBaseline(source, timeoutMs, subject)),
  });
  const code = codeOf(result, args.failOn);
  if (args.json) {
    terminal.out(`${JSON.stringify({ exitCode: code, ...result })}\n`);
    return code;
  }
  printDiagnostics(terminal, result.diagnostics, args.quiet);
  if (!hasErrors(result.diagnostics)) {
    terminal.out(printerOf(args.format)(result));
  }
  return code;
}

function printerOf(format: string): (result: DiffResult) => string {
  if (format === "markdown") return printMarkdown;
  return format === "github" ? printGithub : printText;
}

function codeOf(
  { diagnostics, changes }: DiffResult,
  failOn: string,
): ExitCode {
  if (hasErrors(diagnostics)) return exitCode.diagnostics;
  const limit = verdicts.indexOf(failOn as Verdict);
  const bites = changes.some(
    ({ verdict, accepted }) => !accepted && verdicts.indexOf(verdict) <= limit,
  );
  return bites ? exitCode.stale : exitCode.done;
}
