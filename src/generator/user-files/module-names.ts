import { ts } from "ts-morph";

/** What a module imports from another by name. */
export type NamedImport = {
  readonly from: string;
  readonly name: string;
  readonly local: string;
};

/** The names that a module declares and exports at its top level. */
export type ModuleNames = {
  /** Exported as values, re-exports included. */
  readonly exported: ReadonlySet<string>;
  /** Whether `export *` passes on names that only the compiler knows. */
  readonly passesOn: boolean;
  /** Whether there is a default export. */
  readonly byDefault: boolean;
  /** Names with a value behind them in the module: declarations and imports. */
  readonly values: ReadonlySet<string>;
  /** Every name that is taken, types included. */
  readonly taken: ReadonlySet<string>;
  /** What keeps a name from being declared and exported, with its offset: an import or export as a type. */
  readonly typesOnly: ReadonlyMap<string, number>;
  /** Offset of `export =`, beside which nothing can be exported. */
  readonly exportEquals: number | undefined;
  readonly imports: readonly NamedImport[];
};

type Found = {
  readonly exported: Set<string>;
  readonly values: Set<string>;
  readonly taken: Set<string>;
  readonly typesOnly: Map<string, number>;
  readonly imports: NamedImport[];
  passesOn: boolean;
  byDefault: boolean;
  exportEquals: number | undefined;
};

/** Reads the names of a module from its syntax alone. */
export function readNames(source: ts.SourceFile): ModuleNames {
  const found: Found = {
    exported: new Set(),
    values: new Set(),
    taken: new Set(),
    typesOnly: new Map(),
    imports: [],
    passesOn: false,
    byDefault: false,
    exportEquals: undefined,
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, found);
    else if (ts.isExportAssignment(statement)) {
      if (statement.isExportEquals) found.exportEquals = statement.getStart();
      else found.byDefault = true;
    } else readDeclaration(statement, found);
  }
  // Whether `export { name }` passes on a value or a type is said where `name` is declared.
  source.statements
    .filter(ts.isExportDeclaration)
    .forEach((statement) => readExport(statement, found));
  return found;
}

function readImport(statement: ts.ImportDeclaration, found: Found): void {
  const { importClause: clause, moduleSpecifier } = statement;
  const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  const bindings = clause?.namedBindings;
  const whole = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const bind = (node: ts.Identifier | undefined, isType: boolean): void => {
    if (!node) return;
    found.taken.add(node.text);
    if (isType) found.typesOnly.set(node.text, node.getStart());
    else found.values.add(node.text);
  };
  bind(clause?.name, whole);
  if (!bindings) return;
  if (ts.isNamespaceImport(bindings)) return bind(bindings.name, whole);
  for (const { name, propertyName, isTypeOnly } of bindings.elements) {
    bind(name, whole || isTypeOnly);
    const own = (propertyName ?? name).text;
    found.imports.push({ from, name: own, local: name.text });
  }
}

function readExport(statement: ts.ExportDeclaration, found: Found): void {
  const { exportClause: clause, isTypeOnly: whole } = statement;
  if (!clause) {
    found.passesOn ||= !whole;
    return;
  }
  const isOwn = statement.moduleSpecifier === undefined;
  const specifiers = ts.isNamedExports(clause) ? clause.elements : [clause];
  for (const one of specifiers) {
    const name = one.name.text;
    const { isTypeOnly = false, propertyName } = ts.isExportSpecifier(one)
      ? one
      : {};
    const isType =
      whole ||
      isTypeOnly ||
      (isOwn && isNoValue(propertyName?.text ?? name, found));
    if (isType) found.typesOnly.set(name, one.getStart());
    else if (name === "default") found.byDefault = true;
    else found.exported.add(name);
  }
}

function isNoValue(name: string, { taken, values }: Found): boolean {
  return taken.has(name) && !values.has(name);
}

function readDeclaration(statement: ts.Statement, found: Found): void {
  const modifiers = ts.canHaveModifiers(statement)
    ? (ts.getModifiers(statement) ?? [])
    : [];
  const has = (kind: ts.SyntaxKind): boolean =>
    modifiers.some((modifier) => modifier.kind === kind);
  const isDefault = has(ts.SyntaxKind.DefaultKeyword);
  const isExported = has(ts.SyntaxKind.ExportKeyword) && !isDefault;
  const names = declaredNames(statement);
  const isType = isTypeDeclaration(statement);
  if (isDefault && !isType) found.byDefault = true;
  for (const name of names) {
    found.taken.add(name);
    if (ts.isImportEqualsDeclaration(statement) && isType) {
      found.typesOnly.set(name, statement.getStart());
    }
    if (isType) continue;
    found.values.add(name);
    if (isExported) found.exported.add(name);
  }
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      boundNames(name),
    );
  }
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isImportEqualsDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isModuleDeclaration(statement)
  ) {
    const { name } = statement;
    // `declare module "x"` and `declare global` speak of other places.
    if (!name || !ts.isIdentifier(name)) return [];
    return isGlobalBlock(statement) ? [] : [name.text];
  }
  return [];
}

function isGlobalBlock(statement: ts.Statement): boolean {
  return (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}

/** The names of a pattern such as `{ a, b: [c] }`. */
function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : boundNames(element.name),
  );
}

/** What leaves no value at run time: types, and namespaces that hold nothing else. */
function isTypeDeclaration(statement: ts.Statement): boolean {
  if (ts.isModuleDeclaration(statement)) {
    const { body } = statement;
    if (!body) return true;
    if (ts.isModuleBlock(body)) return body.statements.every(isTypeDeclaration);
    return ts.isModuleDeclaration(body) && isTypeDeclaration(body);
  }
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    (ts.isImportEqualsDeclaration(statement) && statement.isTypeOnly)
  );
}
