import { dirname } from "node:path";
import ts from "typescript";

/** A module that exists in memory only, and what its compiler's user would check against it. */
export type CheckedModule = {
  readonly path: string;
  readonly text: string;
  /** Statements behind the text, each judged alone. */
  readonly checks: readonly string[];
};

/** Whether a module compiles, and which of its checks do; none does where the module does not. */
export type Verdict = {
  readonly compiles: boolean;
  readonly accepted: readonly boolean[];
};

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  noEmit: true,
  strict: true,
  skipLibCheck: true,
};

/** Type-checks all modules as one program. */
export function typeCheck(
  modules: readonly CheckedModule[],
): readonly Verdict[] {
  const laid = modules.map((module) => ({ path: module.path, ...lay(module) }));
  const texts = new Map(laid.map(({ path, text }) => [path, text]));
  const folders = new Set(modules.map(({ path }) => dirname(path)));
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram({
    rootNames: [...texts.keys()],
    options,
    host: {
      ...host,
      fileExists: (name) => texts.has(name) || host.fileExists(name),
      readFile: (name) => texts.get(name) ?? host.readFile(name),
      directoryExists: (name) =>
        folders.has(name) || ts.sys.directoryExists(name),
      getSourceFile: (name, version) => {
        const text = texts.get(name) ?? host.readFile(name);
        return text === undefined
          ? undefined
          : ts.createSourceFile(name, text, version);
      },
    },
  });
  return laid.map(({ path, spans }) => {
    const source = program.getSourceFile(path);
    // a diagnostic counts whatever it says: some have no text
    const errors = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ start }) => start ?? 0);
    const hits = spans.map(({ from, to }) =>
      errors.some((at) => at >= from && at < to),
    );
    const first = spans[0]?.from ?? Infinity;
    const compiles = errors.every((at) => at >= first);
    return { compiles, accepted: hits.map((hit) => compiles && !hit) };
  });
}

function lay({ text, checks }: CheckedModule): {
  readonly text: string;
  readonly spans: readonly { readonly from: number; readonly to: number }[];
} {
  let whole = `${text}\nexport {};\n`;
  const spans = checks.map((check) => {
    const from = whole.length;
    whole += `${check}\n`;
    return { from, to: whole.length };
  });
  return { text: whole, spans };
}
