import type { BuildOptions, BuildResult } from "./build-result.js";
import { runBuild } from "./run-build.js";
import { stages } from "./stages.js";

export type { BuildOptions, BuildResult, BuiltFile } from "./build-result.js";
export type { Diagnostic, Location, Severity } from "./diagnostic.js";
export type { DiagnosticCode } from "./diagnostic-catalogue.js";
export type { Action } from "./plan.js";
export { printDiagnostic } from "./print-diagnostic.js";

/**
 * Builds manifests: reads, generates, plans, and writes what changed, all or nothing.
 * Never prints and never exits; what is wrong with the input is in `diagnostics`, and
 * where one of them is an error, nothing was written. Rejects only for a fault of
 * mcpgen's own.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  return runBuild(options, stages);
}

/** `build` that writes nothing: `stale` lists the files that a build would change. */
export async function check(
  options: Omit<BuildOptions, "mode"> = {},
): Promise<BuildResult> {
  return runBuild({ ...options, mode: "check" }, stages);
}
