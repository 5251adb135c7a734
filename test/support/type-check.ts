import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "./project.js";

/** A file that is to be type-checked without being on disk. */
export type TextFile = { readonly path: string; readonly text: string };

/** Everything that a careful project turns on (TypeScript 6). */
export const strictest: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
};

/** Files that are not on disk stand below this folder, so that they see the project's packages. */
const folder = join(root, ".in-memory");

/**
 * A type-checker of files in memory; paths are relative to one folder. Files of
 * `known` (a runtime, say) and the compiler's own are parsed once for all programs.
 */
export function openTypeChecker(
  known: readonly TextFile[] = [],
  options: ts.CompilerOptions = strictest,
): (files: readonly TextFile[]) => readonly string[] {
  const host = ts.createCompilerHost(options);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const absolute = (files: readonly TextFile[]): [string, string][] =>
    files.map(({ path, text }) => [join(folder, path), text]);
  const shared = absolute(known);
  const parse = (name: string, text: string): ts.SourceFile =>
    ts.createSourceFile(name, text, {
      languageVersion: ts.ScriptTarget.ES2022,
      impliedNodeFormat: ts.ModuleKind.ESNext,
    });
  return (files) => {
    const own = absolute(files);
    const texts = new Map([...shared, ...own]);
    const lasting = new Set(shared.map(([name]) => name));
    const folders = new Set([...texts.keys()].map((name) => dirname(name)));
    const inMemory: ts.CompilerHost = {
      ...host,
      fileExists: (name) => texts.has(name) || host.fileExists(name),
      readFile: (name) => texts.get(name) ?? host.readFile(name),
      directoryExists: (name) =>
        folders.has(name) || (host.directoryExists?.(name) ?? true),
      getSourceFile: (name, version, ...more) => {
        const text = texts.get(name);
        if (text !== undefined && !lasting.has(name)) return parse(name, text);
        if (!parsed.has(name)) {
          const source =
            text === undefined
              ? host.getSourceFile(name, version, ...more)
              : parse(name, text);
          parsed.set(name, source);
        }
        return parsed.get(name);
      },
    };
    const rootNames = own.map(([name]) => name);
    const program = ts.createProgram({ rootNames, options, host: inMemory });
    return ts.getPreEmitDiagnostics(program).map(printed);
  };
}

function printed({ file, start, messageText, code }: ts.Diagnostic): string {
  const text = `TS${code} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  if (file === undefined) return text;
  const { line } = file.getLineAndCharacterOfPosition(start ?? 0);
  return `${file.fileName.slice(folder.length + 1)}:${line + 1} ${text}`;
}
