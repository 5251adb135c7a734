import { resolve, dirname } from "node:path";
import { hasErrors, type Diagnostic } from "../generator/diagnostic.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import { printDiagnostics } from "./print-result.js";
import type { CommonArguments, Surroundings } from "./verb.js";

/** What `mock` takes. */
export type MockArguments = CommonArguments & {
  readonly manifest: string;
  /** `[HOST:]PORT`; stdio without. */
  readonly http: string | undefined;
  readonly seed: number;
};

/**
 * `mcpgen mock`: serves a manifest with made-up answers until the client or a signal
 * ends it, which leaves the process. Returns only where the manifest does not build.
 * Under `--json` that is told on stdout, which else belongs to the protocol.
 */
export async function mock(
  args: MockArguments,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const path = resolve(args.cwd, args.manifest);
  const { stages } = await import("../generator/stages.js");
  const { manifest, diagnostics, locate } = await stages.load(
    path,
    args.manifest,
  );
  if (manifest === undefined || hasErrors(diagnostics))
    return refuse(args, surroundings, diagnostics);
  const { openMock } = await import("../generator/mock/open-mock.js");
  const context = {
    path: args.manifest,
    folder: dirname(path),
    identifiers: {},
    locate,
  };
  const serve = await openMock(manifest, context, args.seed);
  if (typeof serve !== "function") return refuse(args, surroundings, serve);
  printDiagnostics(surroundings.terminal, diagnostics, args.quiet);
  await serve(args.http === undefined ? [] : ["--http", args.http]);
  return exitCode.done;
}

function refuse(
  { json, quiet }: MockArguments,
  { terminal }: Surroundings,
  diagnostics: readonly Diagnostic[],
): ExitCode {
  const code = exitCode.diagnostics;
  if (json) {
    const report = { exitCode: code, diagnostics, files: [] };
    terminal.out(`${JSON.stringify(report)}\n`);
  } else printDiagnostics(terminal, diagnostics, quiet);
  return code;
}
