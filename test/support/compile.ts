import { join } from "node:path";
import ts from "typescript";
import { root } from "./project.js";

/** Type-checks files of the project as a program of their own; gives the errors, one line each. */
export function typeErrors(
  paths: readonly string[],
  options: ts.CompilerOptions,
): string[] {
  const program = ts.createProgram(
    paths.map((path) => join(root, path)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      ...options,
    },
  );
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
    if (diagnostic.file === undefined) return text;
    const { line } = diagnostic.file.getLineAndCharacterOfPosition(
      diagnostic.start ?? 0,
    );
    return `${diagnostic.file.fileName.slice(root.length + 1)}:${line + 1} ${text}`;
  });
}
