import ts from "typescript";
import type { Layer } from "../layers.js";
import { lineOf, type Source, visit } from "./source.js";

/** Each check gives what it minds, one line each: `path:line what`. */
export type Check = (sources: readonly Source[]) => string[];

/** The place of a file in the ordered list, by its closest pattern; -1 where no layer has it. */
export function layerOf(path: string, layers: readonly Layer[]): number {
  const fitting = layers.flatMap(({ files }, index) =>
    files
      .filter((pattern) => fits(path, pattern))
      .map((pattern) => ({ index, pattern })),
  );
  const rank = ({ pattern }: { pattern: string }): number =>
    pattern === path ? Infinity : pattern.length;
  return fitting.sort((a, b) => rank(b) - rank(a))[0]?.index ?? -1;
}

/** A path itself, a folder with its slash, or a pattern with `*` for a part of one name. */
export function fits(path: string, pattern: string): boolean {
  if (pattern.endsWith("/")) return path.startsWith(pattern);
  const parts = pattern
    .split("*")
    .map((part) => part.replaceAll(/[.\\^$+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`).test(path);
}

/** Imports of later layers, of files that are not there, and files without a layer. */
export function againstLayers(
  sources: readonly Source[],
  layers: readonly Layer[],
): string[] {
  const known = new Set(sources.map((source) => source.path));
  return sources.flatMap((source) => {
    const own = layerOf(source.path, layers);
    if (own < 0) return [`${source.path}: in no layer of test/layers.ts`];
    return source.imports.flatMap(({ target, line }) => {
      if (target === undefined) return [];
      const at = `${source.path}:${line} imports ${target}`;
      if (!known.has(target)) return [`${at}, which is no file`];
      const other = layerOf(target, layers);
      return other > own
        ? [`${at} of a later layer, "${layers[other]?.name ?? ""}"`]
        : [];
    });
  });
}

/** Import cycles, type imports included, each once and printed as a path. */
export function cycles(sources: readonly Source[]): string[] {
  const targets = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target }) => target ?? []),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path].join(" → "));
    if (start >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? [])
      walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return found;
}

export function longFiles(limit: number): Check {
  return each(({ text }) => {
    const lines = text.replace(/\n$/, "").split("\n").length;
    return lines > limit ? [[1, `has ${lines} lines`]] : [];
  });
}

export function longFunctions(limit: number): Check {
  return eachNode((node, { tree }) => {
    if (!ts.isFunctionLike(node) || !("body" in node) || !node.body)
      return undefined;
    const last = tree.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
    const lines = last - lineOf(tree, node) + 1;
    return lines > limit ? `has a function of ${lines} lines` : undefined;
  });
}

export const anyTypes: Check = eachNode((node) =>
  node.kind === ts.SyntaxKind.AnyKeyword ? "says any" : undefined,
);

/** A protocol version in code; comments may name the version that they speak of. */
export const versionLiterals: Check = eachNode((node) => {
  const text =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
      ? node.text
      : "";
  const version = /\b20\d\d-\d\d-\d\d\b/.exec(text);
  return version ? `names the version ${version[0]}` : undefined;
});

export const unnamedExports: Check = eachNode((node) => {
  if (ts.isExportAssignment(node)) return "has a default export";
  if (
    ts.isExportDeclaration(node) &&
    !(node.exportClause && ts.isNamedExports(node.exportClause))
  )
    return "has an export *";
  if (ts.isExportSpecifier(node) && node.name.text === "default")
    return "has a default export";
  if (
    ts.canHaveModifiers(node) &&
    ts
      .getModifiers(node)
      ?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  )
    return "has a default export";
  return undefined;
});

export const vagueNames: Check = each(({ path }) => {
  const parts = path.replace(/\.ts$/, "").split("/");
  const vague = parts.find((part) =>
    /^(utils?|helpers?|common|misc|shared)$/.test(part),
  );
  const crooked = parts.find((part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part));
  if (vague !== undefined)
    return [[1, `"${vague}" says nothing about what is inside`]];
  return crooked === undefined ? [] : [[1, `"${crooked}" is not kebab-case`]];
});

/** Imports that `forbidden` gives a reason against. */
export function badImports(
  forbidden: (
    one: Source["imports"][number],
    from: Source,
  ) => string | undefined,
): Check {
  return each((source) =>
    source.imports.flatMap((one) => {
      const reason = forbidden(one, source);
      return reason === undefined
        ? []
        : [[one.line, `imports ${one.specifier}: ${reason}`]];
    }),
  );
}

function each(
  check: (source: Source) => [line: number, what: string][],
): Check {
  return (sources) =>
    sources.flatMap((source) =>
      check(source).map(([line, what]) => `${source.path}:${line} ${what}`),
    );
}

function eachNode(
  check: (node: ts.Node, source: Source) => string | undefined,
): Check {
  return each((source) => {
    const found: [number, string][] = [];
    visit(source.tree, (node) => {
      const what = check(node, source);
      if (what !== undefined) found.push([lineOf(source.tree, node), what]);
    });
    return found;
  });
}
