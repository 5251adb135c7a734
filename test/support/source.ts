import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";
import { root } from "./project.js";

/** An import or re-export as it stands in a file. */
export type Import = {
  readonly specifier: string;
  /** The file meant, relative to the root and with slashes; undefined for a package or `node:`. */
  readonly target: string | undefined;
  /** Nothing of it is left at run time. */
  readonly typeOnly: boolean;
  readonly line: number;
};

export type Source = {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
};

/** Every TypeScript file below a folder of the project, by path. */
export function readSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
    .filter((path) => path.endsWith(".ts"))
    .sort()
    .map((path) => parseSource(path, readFileSync(join(root, path), "utf8")));
}

export function parseSource(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const imports: Import[] = [];
  visit(tree, (node) => {
    const found = moduleSpecifier(node);
    if (found === undefined) return;
    imports.push({
      specifier: found.text,
      target: resolveSpecifier(path, found.text),
      typeOnly: isTypeOnly(node),
      line: lineOf(tree, node),
    });
  });
  return { path, text, tree, imports };
}

/** Calls `each` on a node and all below it. */
export function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  each(node);
  ts.forEachChild(node, (child) => visit(child, each));
}

export function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** The files that the entries import, directly or not, themselves included; sorted. */
export function importClosure(
  sources: readonly Source[],
  entries: readonly string[],
): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const pending = [...entries];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { target } of byPath.get(path)?.imports ?? [])
      if (target) pending.push(target);
  }
  return [...reached].sort();
}

function moduleSpecifier(node: ts.Node): ts.StringLiteralLike | undefined {
  let found: ts.Node | undefined;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    found = node.moduleSpecifier;
  else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    found = node.argument.literal;
  else if (
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword
  )
    found = node.arguments[0];
  return found && ts.isStringLiteralLike(found) ? found : undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node))
    return node.isTypeOnly || allTypes(node.exportClause);
  if (!ts.isImportDeclaration(node)) return false;
  const clause = node.importClause;
  if (clause === undefined) return false;
  return (
    clause.phaseModifier === ts.SyntaxKind.TypeKeyword ||
    (clause.name === undefined && allTypes(clause.namedBindings))
  );
}

function allTypes(bindings: ts.Node | undefined): boolean {
  if (bindings === undefined) return false;
  if (!ts.isNamedImports(bindings) && !ts.isNamedExports(bindings))
    return false;
  const elements: readonly { readonly isTypeOnly: boolean }[] =
    bindings.elements;
  return elements.length > 0 && elements.every((element) => element.isTypeOnly);
}

function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return posix.join(dirname(from), specifier).replace(/\.js$/, ".ts");
}
