import { exitCode, type ExitCode } from "./exit-code.js";
import { printDiagnostics } from "./print-result.js";
import type { Terminal } from "./terminal.js";
import { createParser, flags } from "./parser.js";
import { UsageError, usageDiagnostic } from "./usage.js";
import type { Build } from "./verb.js";

/** Runs one command line to its end; every failure becomes an exit code. */
export async function run(
  argv: readonly string[],
  terminal: Terminal,
  loadBuild: () => Promise<Build> = loadGenerator,
): Promise<ExitCode> {
  // Until the arguments are parsed, this is all that is known of them.
  const json = argv.includes("--json");
  let code: ExitCode = exitCode.done;
  const parser = createParser(argv, { terminal, loadBuild }, (end) => {
    code = end;
  });
  try {
    await parser.parseAsync();
    return code;
  } catch (error) {
    if (!(error instanceof UsageError))
      return reportFault(terminal, json, error);
    const problem = usageDiagnostic(error.message, argv, flags);
    const end = exitCode.diagnostics;
    if (json) {
      const report = { exitCode: end, diagnostics: [problem], files: [] };
      terminal.out(`${JSON.stringify(report)}\n`);
    } else printDiagnostics(terminal, [problem]);
    return end;
  }
}

async function loadGenerator(): Promise<Build> {
  return (await import("../generator/index.js")).build;
}

/** The only place where a stack is shown: nothing that a user does should lead here. */
function reportFault(
  terminal: Terminal,
  json: boolean,
  error: unknown,
): ExitCode {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  if (json) {
    const report = { exitCode: exitCode.fault, fault: message };
    terminal.out(
      `${JSON.stringify({ ...report, diagnostics: [], files: [] })}\n`,
    );
  }
  terminal.err(`${message}\nthis is a bug in mcpgen; please report it:\n`);
  terminal.err(`${stack ?? "no stack"}\n`);
  return exitCode.fault;
}
