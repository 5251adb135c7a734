import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions, BuildResult } from "../generator/build-result.js";
import { hasErrors } from "../generator/diagnostic.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import {
  countDiagnostics,
  printDiagnostics,
  printSummary,
} from "./print-result.js";
import { openProgress } from "./progress.js";
import type { CommonArguments, Surroundings } from "./verb.js";

/** What `build` and `check` take. */
export type BuildArguments = CommonArguments & {
  /** Empty: manifest.yaml. */
  readonly manifests: readonly string[];
  readonly mode: NonNullable<BuildOptions["mode"]>;
  readonly force: boolean;
  readonly forget: readonly string[];
  /** The input whose change is built, as messages print it: a line says what came of it. */
  readonly changed?: string | undefined;
};

/** `mcpgen build`, once. */
export async function build(
  args: BuildArguments,
  surroundings: Surroundings,
): Promise<ExitCode> {
  return (await buildOnce(args, surroundings)).code;
}

/** How a build ended, for people and for `watch`. */
export type BuildEnd = {
  readonly code: ExitCode;
  readonly result: BuildResult;
};

/** Builds and prints what came of it. */
export async function buildOnce(
  args: BuildArguments,
  { terminal, loadBuild }: Surroundings,
): Promise<BuildEnd> {
  const { mode, force, forget, cwd } = args;
  const progress = openProgress(terminal, args.quiet || args.json);
  const run = await loadBuild();
  const result = await run({
    manifests: manifestsOf(args),
    cwd,
    mode,
    force,
    forget,
    onProgress: progress.show,
  }).finally(progress.end);
  const code = codeOf(result, mode);
  if (args.json) {
    terminal.out(`${JSON.stringify({ exitCode: code, ...result })}\n`);
  } else print(args, result, { terminal, loadBuild });
  return { code, result };
}

/** manifest.yaml by default; none where only a server is to be forgotten and the manifest went first. */
function manifestsOf({
  manifests,
  forget,
  cwd,
}: BuildArguments): readonly string[] {
  if (manifests.length > 0) return manifests;
  const gone = !existsSync(join(cwd, "manifest.yaml"));
  return gone && forget.length > 0 ? [] : ["manifest.yaml"];
}

function codeOf(result: BuildResult, mode: BuildArguments["mode"]): ExitCode {
  if (hasErrors(result.diagnostics)) return exitCode.diagnostics;
  const stale = mode === "check" && result.stale.length > 0;
  return stale ? exitCode.stale : exitCode.done;
}

function print(
  { mode, quiet, changed }: BuildArguments,
  result: BuildResult,
  { terminal }: Surroundings,
): void {
  const { diagnostics, stale } = result;
  printDiagnostics(terminal, diagnostics, quiet);
  if (mode === "check") {
    for (const path of stale) terminal.out(`${path}\n`);
  }
  if (quiet) return;
  const count = countDiagnostics(diagnostics);
  if (hasErrors(diagnostics)) {
    const cause = changed === undefined ? "" : `${changed} changed: `;
    const what = mode === "write" ? "written" : "compared";
    terminal.err(`${cause}${count}; nothing was ${what}\n`);
  } else if (mode === "check") {
    const files =
      stale.length === 1 ? "1 file is" : `${stale.length} files are`;
    const end =
      stale.length === 0 ? "up to date" : `${files} stale; run "mcpgen build"`;
    terminal.err(`${end}\n`);
  } else printSummary(terminal, result, { would: mode === "dry-run", changed });
}
