import { identifier, joinCode, type Code } from "../code.js";
import type { JsonObject, JsonValue } from "../json.js";
import { pascalCase, type Names } from "../names.js";
import { checkDefaults, planOfRoot, type Defaults } from "./defaults.js";
import { nameOf, shapeOf, type Lowering } from "./lower.js";
import { readSchemas } from "./read.js";
import type { Schema, SchemaProblem } from "./schema.js";
import { writeFunctions } from "./validator.js";
import { openWriter } from "./writer.js";
import { declareType, type NameType } from "./type.js";

export type { Defaults } from "./defaults.js";
export type { SchemaProblem } from "./schema.js";

export type CompileRequest = {
  /** PascalCase name for the root type; already reserved in `names`. */
  readonly name: string;
  readonly schema: JsonValue;
  /** Index signature for objects that say nothing about further members (manifest `open: true`). Default false. */
  readonly open?: boolean;
  /** Documents reachable by `$ref`, keyed by absolute URI. Default none; never the network. */
  readonly documents?: ReadonlyMap<string, JsonValue>;
  /** Absolute URI that relative references start from. Default one that no document has. */
  readonly base?: string;
  /** Prints a second view of the type where defaulted properties are required (what a handler sees). Default false. */
  readonly filled?: boolean;
};

export type CompiledSchema = {
  /** The root type, exported. */
  readonly name: string;
  /** The root type after defaults are filled in; `name` where nothing is. */
  readonly filledName: string;
  /** `export type …` declarations, named definitions included, separated by blank lines. */
  readonly types: Code;
  /** `is` + name. */
  readonly validatorName: string;
  /** The exported `(value: unknown, issues?: Issue[], at?: string) => value is <name>` and what it needs, separated by blank lines. */
  readonly validator: Code;
  /** What the validator imports from the runtime's validate.js; `Issue` is a type. Sorted. */
  readonly validatorImports: readonly string[];
  /** For `fillDefaults` of the runtime; undefined when nothing is to be filled in. */
  readonly defaults: Defaults | undefined;
  /** In document order. A part with an error has the type `unknown` and accepts anything. */
  readonly problems: readonly SchemaProblem[];
};

const defaultBase = "schema:///";

/** Compiles one schema. Pure but for the names that it takes from `names`; never throws on a schema's account. */
export function compileSchema(
  request: CompileRequest,
  names: Names,
): CompiledSchema {
  const { name, schema, open = false } = request;
  const { documents = new Map(), base = defaultBase } = request;
  const read = readSchemas({ schema, base, documents });
  const [root] = read.schemas;
  if (root === undefined) throw new Error("no root; this is a bug in mcpgen");
  const defaults = planOfRoot(root);
  const table = nameTable(names, name, root);
  const types = [
    declareType(
      identifier(name),
      shapeOf(root, { open, filled: false }),
      root,
      table.nameType,
    ),
  ];
  let filledName = name;
  if (request.filled === true && defaults !== undefined) {
    filledName = names.unique(`${name}Filled`);
    const shape = shapeOf(root, { open, filled: true });
    types.push(
      declareType(identifier(filledName), shape, root, table.nameType),
    );
  }
  types.push(...table.declare({ open, filled: false }));
  const writer = openWriter(names, name, table.known);
  const validatorName = writer.check(root);
  const functions = writeFunctions(writer, (part) =>
    part === root ? name : undefined,
  );
  return {
    name,
    filledName,
    types: joinCode(types, "\n\n"),
    validatorName,
    validator: joinCode([...writer.constants, ...functions], "\n\n"),
    validatorImports: [...writer.imports, "Issue"].sort(),
    defaults,
    problems: [...read.problems, ...checkDefaults(root)],
  };
}

type NameTable = {
  readonly nameType: NameType;
  /** The name of a schema that was handed out before. */
  readonly known: (schema: Schema) => string | undefined;
  /** Declarations of every name that was handed out and is not declared yet. */
  readonly declare: (how: Lowering) => Code[];
};

/** Hands out type names on first use, so that only what is used is declared. */
function nameTable(names: Names, rootName: string, root: Schema): NameTable {
  const plain = new Map<Schema, string>([[root, rootName]]);
  const filled = new Map<Schema, string>();
  const queue: { schema: Schema; filled: boolean }[] = [];
  const nameType: NameType = (schema, isFilled) => {
    const map = isFilled ? filled : plain;
    let name = map.get(schema);
    if (name === undefined) {
      const wanted = `${rootName}${pascalCase(schema.wanted ?? "")}`;
      name = names.unique(isFilled ? `${wanted}Filled` : wanted);
      map.set(schema, name);
      queue.push({ schema, filled: isFilled });
    }
    return identifier(name);
  };
  const declare = (how: Lowering) => {
    const types: Code[] = [];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { schema } = next;
      const shape = shapeOf(schema, { ...how, filled: next.filled });
      types.push(
        declareType(nameType(schema, next.filled), shape, schema, nameType),
      );
    }
    return types;
  };
  return { nameType, declare, known: (schema) => plain.get(schema) };
}

/** Types for every definition of a protocol document, each under its own name. */
export function compileDefinitions(
  definitions: ReadonlyMap<string, JsonValue> | JsonObject,
  options: DefinitionOptions,
): {
  readonly types: Code;
  readonly names: ReadonlyMap<string, string>;
  readonly problems: readonly SchemaProblem[];
} {
  (void definitions, options, nameOf);
  throw new Error("not yet");
}

export type DefinitionOptions = { readonly names: Names };
