import type { JsonValue } from "../../src/generator/json.js";
import { compileSchema } from "../../src/generator/jsonschema/compile.js";
import { createNames } from "../../src/generator/names.js";

/** What a compiler makes of one schema: a TypeScript module and its root type, written as that module can. */
export type CompiledType = { readonly text: string; readonly type: string };

/** A compiler from JSON Schema to TypeScript. `compile` may throw on a schema that it cannot read. */
export type TypeCompiler = {
  readonly name: string;
  readonly compile: (
    schema: JsonValue,
    documents: ReadonlyMap<string, JsonValue>,
  ) => CompiledType | Promise<CompiledType>;
};

/** What `mcpgen build` prints for a schema, without any option. */
export const mcpgen: TypeCompiler = {
  name: "mcpgen",
  compile: (schema, documents) => {
    const names = createNames(["T"]);
    const { types } = compileSchema({ name: "T", schema, documents }, names);
    return { text: types, type: "T" };
  },
};
