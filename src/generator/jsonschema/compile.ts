import { identifier, isIdentifier, joinCode, type Code } from "../code.js";
import type { JsonObject, JsonValue } from "../json.js";
import { pascalCase, type Names } from "../names.js";
import { checkDefaults, planOfRoot, type Defaults } from "./defaults.js";
import { shapeOf, type Lowering } from "./types/lower.js";
import { readSchemas } from "./read/read.js";
import { under } from "../json-pointer.js";
import type { Schema, SchemaProblem } from "./form/schema.js";
import { kindsOfShape } from "./types/shape.js";
import { writeFunctions } from "./validators/validator.js";
import {
  openWriter,
  type Constants,
  type Writer,
} from "./validators/writer.js";
import { takesEmptyObject } from "./types/omittable.js";
import { declareType, type NameType } from "./types/type.js";

export type { Defaults } from "./defaults.js";
export type { SchemaProblem } from "./form/schema.js";

/** A schema and how it is to be compiled. */
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
  /** Whether `format` is checked. A vocabulary that asks for assertion counts either way. Default `annotation`. */
  readonly formats?: "annotation" | "assertion";
  /** Prints a second view of the type where defaulted properties are required (what a handler sees). Default false. */
  readonly filled?: boolean;
  /** The constants of the validators that stand before this one in the same file. Default none. */
  readonly constants?: Constants;
};

/** A schema as TypeScript: types, validator and plan of defaults. */
export type CompiledSchema = {
  /** The root type, exported. */
  readonly name: string;
  /** The root type after defaults are filled in; `name` where nothing is. */
  readonly filledName: string;
  /** True where every value is an object. */
  readonly isObject: boolean;
  /** True where `{}` is assignable to the root type. */
  readonly omittable: boolean;
  /** `export type …` declarations, named definitions included, separated by blank lines. */
  readonly types: Code;
  /** `is` + name. */
  readonly validatorName: string;
  /** The exported `(value: unknown, issues?: Issue[], at?: string) => value is <name>` and what it needs, separated by blank lines. */
  readonly validator: Code;
  /** What the validator imports from the runtime, each from its `runtimeModule`; `Issue` is a type. Sorted. */
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
  const assertsFormats = request.formats === "assertion";
  const read = readSchemas({ schema, base, documents, assertsFormats });
  const [root] = read.schemas;
  if (root === undefined) throw new Error("no root; this is a bug in mcpgen");
  const defaults = planOfRoot(root);
  const table = nameTable(names, name, new Map([[root, name]]));
  const plain = shapeOf(root, { open, filled: false });
  const types = [declareType(identifier(name), plain, root, table.nameType)];
  let filledName = name;
  if (request.filled === true && defaults !== undefined) {
    filledName = names.unique(`${name}Filled`);
    const shape = shapeOf(root, { open, filled: true });
    types.push(
      declareType(identifier(filledName), shape, root, table.nameType),
    );
  }
  types.push(...table.declare({ open, filled: false }));
  const { constants } = request;
  const writer = openWriter(names, name, table.known, constants);
  const validatorName = writer.check(root);
  const functions = writeFunctions(writer, (part) =>
    part === root ? name : undefined,
  );
  return {
    name,
    filledName,
    isObject: kindsOfShape(plain).every((kind) => kind === "object"),
    omittable: takesEmptyObject(plain, (part, filled) =>
      shapeOf(part, { open, filled }),
    ),
    types: joinCode(types, "\n\n"),
    validatorName,
    validator: joinCode([...writer.constants(), ...functions], "\n\n"),
    validatorImports: importsOf(writer),
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
function nameTable(
  names: Names,
  prefix: string,
  roots: ReadonlyMap<Schema, string>,
): NameTable {
  const plain = new Map(roots);
  const filled = new Map<Schema, string>();
  const queue: { schema: Schema; filled: boolean }[] = [];
  const nameType: NameType = (schema, isFilled) => {
    const map = isFilled ? filled : plain;
    let name = map.get(schema);
    if (name === undefined) {
      const wanted = `${prefix}${pascalCase(schema.wanted ?? "")}`;
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

/** How the definitions of a document are to be compiled. */
export type DefinitionOptions = {
  readonly names: Names;
  /** `$schema` of the document. Default 2020-12. */
  readonly dialect?: string;
  /** The keyword that holds the definitions, as their references spell it. Default `$defs`. */
  readonly container?: "$defs" | "definitions";
  /** Index signature for objects that say nothing about further members. Default false. */
  readonly open?: boolean;
  /** The definitions that get a validator. Default none. */
  readonly validators?: readonly string[];
};

/** The definitions of a document as TypeScript. */
export type CompiledDefinitions = {
  readonly types: Code;
  /** Type name of each definition: its own name where that is an identifier. */
  readonly names: ReadonlyMap<string, string>;
  readonly validator: Code;
  /** Validator name of each definition that was asked for. */
  readonly validators: ReadonlyMap<string, string>;
  readonly validatorImports: readonly string[];
  readonly problems: readonly SchemaProblem[];
};

/** Types for every definition of a protocol document, each under its own name, in the order given. */
export function compileDefinitions(
  definitions: ReadonlyMap<string, JsonValue> | JsonObject,
  options: DefinitionOptions,
): CompiledDefinitions {
  const { names, container = "$defs", open = false } = options;
  const entries =
    definitions instanceof Map
      ? [...(definitions as ReadonlyMap<string, JsonValue>)]
      : Object.entries(definitions as JsonObject);
  const schema: JsonObject = {
    ...(options.dialect !== undefined && { $schema: options.dialect }),
    [container]: Object.fromEntries(entries),
  };
  const pointers = entries.map(([key]) => under(`/${container}`, key));
  const read = readSchemas({
    schema,
    base: defaultBase,
    documents: new Map(),
    pointers,
  });
  const named = new Map<Schema, string>();
  const result = new Map<string, string>();
  entries.forEach(([key], index) => {
    const name = names.unique(isIdentifier(key) ? key : pascalCase(key));
    const root = read.schemas[index];
    if (root !== undefined) named.set(root, name);
    result.set(key, name);
  });
  const how = { open, filled: false };
  const table = nameTable(names, "", named);
  const types = [...named].map(([root, name]) =>
    declareType(identifier(name), shapeOf(root, how), root, table.nameType),
  );
  types.push(...table.declare(how));
  const writer = openWriter(names, "", table.known);
  const validators = new Map<string, string>();
  const guarded = new Map<Schema, string>();
  entries.forEach(([key], index) => {
    const root = read.schemas[index];
    if (root === undefined || options.validators?.includes(key) !== true)
      return;
    guarded.set(root, result.get(key) ?? key);
    validators.set(key, writer.check(root));
  });
  const functions = writeFunctions(writer, (part) => guarded.get(part));
  return {
    types: joinCode(types, "\n\n"),
    names: result,
    validator: joinCode([...writer.constants(), ...functions], "\n\n"),
    validators,
    validatorImports: importsOf(writer),
    problems: read.problems,
  };
}

function importsOf(writer: Writer): readonly string[] {
  return [...writer.imports, "Issue"].sort();
}
