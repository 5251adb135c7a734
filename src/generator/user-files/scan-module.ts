import { Project, ts } from "ts-morph";
import { readNames, type ModuleNames } from "./module-names.js";

/** A module's names and the places where text may be inserted; offsets count UTF-16 units. */
export type Module = ModuleNames & {
  /** End of the last import; undefined without imports. */
  readonly importsEnd: number | undefined;
  /** End of the directives that open the file, such as "use strict"; undefined without them. */
  readonly directivesEnd: number | undefined;
  /** Start of the first statement behind the comments before it; undefined where there is none. */
  readonly codeStart: number | undefined;
  /** The comments before the first statement. */
  readonly comments: readonly Comment[];
};

/** Where a comment stands. */
export type Comment = { readonly start: number; readonly end: number };

/** Why a text is no module: the compiler's first complaint. */
export type SyntaxFault = {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
};

/** Parses a module of TypeScript; `text` has no byte order mark. */
export function scanModule(
  text: string,
): { readonly module: Module } | { readonly fault: SyntaxFault } {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true, types: [] },
  });
  const file = project.createSourceFile("handler.ts", text);
  const [first] = project.getProgram().getSyntacticDiagnostics(file);
  if (first) {
    const { line, column } = file.getLineAndColumnAtPos(first.getStart());
    const message = first.compilerObject.messageText;
    const reason = ts.flattenDiagnosticMessageText(message, " ");
    return { fault: { line, column, reason } };
  }
  const source = file.compilerNode;
  return { module: { ...readNames(source), ...readPlaces(source, text) } };
}

function readPlaces(source: ts.SourceFile, text: string) {
  const statements = [...source.statements];
  const directives = statements.findIndex((one) => !isDirective(one));
  const opening = directives < 0 ? statements : statements.slice(0, directives);
  const imports = statements.filter(
    (one) => ts.isImportDeclaration(one) || ts.isImportEqualsDeclaration(one),
  );
  return {
    importsEnd: imports.at(-1)?.getEnd(),
    directivesEnd: opening.at(-1)?.getEnd(),
    codeStart: statements[0]?.getStart(source),
    comments: (ts.getLeadingCommentRanges(text, 0) ?? []).map(
      ({ pos, end }): Comment => ({ start: pos, end }),
    ),
  };
}

function isDirective(statement: ts.Statement): boolean {
  return (
    ts.isExpressionStatement(statement) &&
    ts.isStringLiteral(statement.expression)
  );
}
