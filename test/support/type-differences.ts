import ts from "typescript";

/** Where values of one type are no values of another: paths into the types, `[]` for an item, `[*]` for any key. */
export function differences(
  checker: ts.TypeChecker,
  source: ts.Type,
  target: ts.Type,
  name: string,
): readonly string[] {
  const found = new Set<string>();
  const open = new Map<ts.Type, Set<ts.Type>>();
  const walk = (from: ts.Type, to: ts.Type, path: string): void => {
    if (checker.isTypeAssignableTo(from, to)) return;
    const against = open.get(from) ?? new Set();
    if (against.has(to)) return;
    open.set(from, against.add(to));
    for (const part of partsOf(from)) {
      if (checker.isTypeAssignableTo(part, to)) continue;
      const before = found.size;
      const counterpart = counterpartOf(checker, part, to);
      if (counterpart !== undefined) descend(part, counterpart, path);
      if (found.size === before) found.add(path);
    }
    against.delete(to);
  };
  const descend = (from: ts.Type, to: ts.Type, path: string): void => {
    const [items, wanted] = [from, to].map((type) => itemOf(checker, type));
    if (items !== undefined && wanted !== undefined) {
      walk(items, wanted, `${path}[]`);
      return;
    }
    for (const member of to.getProperties()) {
      const at = `${path}.${member.name}`;
      const given = from.getProperty(member.name);
      const needed = !isOptional(member);
      if (given === undefined) {
        if (needed) found.add(`${at} missing`);
        continue;
      }
      if (needed && isOptional(given)) found.add(`${at} optional`);
      const type = checker.getTypeOfSymbol(member);
      for (const part of partsOf(checker.getTypeOfSymbol(given)))
        if (!has(part, ts.TypeFlags.Undefined)) walk(part, type, at);
    }
    const others = to.getStringIndexType();
    if (others === undefined) return;
    const own = from.getStringIndexType();
    if (own !== undefined) walk(own, others, `${path}[*]`);
    for (const member of from.getProperties()) {
      if (to.getProperty(member.name) !== undefined) continue;
      const type = checker.getTypeOfSymbol(member);
      walk(type, others, `${path}.${member.name}`);
    }
  };
  walk(source, target, name);
  return [...found];
}

/** The one member of a union that an object is to be compared with: the only object, or the one of the same kind. */
function counterpartOf(
  checker: ts.TypeChecker,
  part: ts.Type,
  to: ts.Type,
): ts.Type | undefined {
  if (!isObjectType(part)) return undefined;
  const objects = partsOf(to).filter(isObjectType);
  if (objects.length < 2) return objects[0];
  const alike = objects.filter((one) =>
    ["method", "type", "mode"].every((key) => {
      const [a, b] = [part.getProperty(key), one.getProperty(key)];
      if (a === undefined || b === undefined) return a === b;
      const types = [a, b].map((symbol) => checker.getTypeOfSymbol(symbol));
      return checker.isTypeAssignableTo(types[0]!, types[1]!);
    }),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function itemOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  return checker.isArrayType(type) ? type.getNumberIndexType() : undefined;
}

function has(type: ts.Type, flags: ts.TypeFlags): boolean {
  return (type.flags & flags) !== 0;
}

function isObjectType(type: ts.Type): boolean {
  return has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection);
}

function isOptional(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Optional) !== 0;
}
