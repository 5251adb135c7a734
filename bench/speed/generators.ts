import standaloneCode from "ajv/dist/standalone/index.js";
import type { JsonObject } from "../../src/generator/json.js";
import { code, joinCode } from "../../src/generator/code.js";
import {
  compileSchema,
  type CompiledSchema,
} from "../../src/generator/jsonschema/compile.js";
import { readSchemas } from "../../src/generator/jsonschema/read/read.js";
import { writeFunctions } from "../../src/generator/jsonschema/validators/validator.js";
import { openWriter } from "../../src/generator/jsonschema/validators/writer.js";
import { createNames, type Names } from "../../src/generator/names.js";
import { moduleText } from "../../test/support/compiled-schema.js";
import type { Draft } from "../../test/support/json-schema-suite.js";
import { ajvOf, draftOf } from "../../test/support/oracles.js";

/** Modules of validators by file name; together they export `check0`, `check1`, … */
export type Modules = ReadonlyMap<string, string>;

/** Writes the validators of every schema. */
export type Generate = (schemas: readonly JsonObject[]) => Modules;

/** Seen from the project's folder. */
const runtime = "./src/runtime/validate.ts";

type Written = Pick<
  CompiledSchema,
  "types" | "validator" | "validatorImports" | "validatorName"
>;

/** One module of what `write` makes of each schema. */
function ours(
  write: (schema: JsonObject, name: string, names: Names) => Written,
): Generate {
  return (schemas) => {
    const wanted = schemas.map((_, index) => `Tool${index}`);
    const names = createNames(wanted);
    const written = schemas.map((schema, index) =>
      write(schema, `Tool${index}`, names),
    );
    const aliases = written.map(
      ({ validatorName }, index) => `${validatorName} as check${index}`,
    );
    const exports = `export { ${aliases.join(", ")} };\n`;
    return new Map([["ours.ts", moduleText(written, runtime) + exports]]);
  };
}

/** Types and validators, as `mcpgen build` prints them. */
const typesAndValidators = ours((schema, name, names) =>
  compileSchema({ name, schema }, names),
);

/** The same steps without those that print types. */
const validatorsAlone = ours((schema, name, names) => {
  const request = { schema, base: "schema:///", documents: new Map() };
  const [root] = readSchemas(request).schemas;
  if (root === undefined) throw new Error(`${name} has no root`);
  const writer = openWriter(names, name, () => undefined);
  const validatorName = writer.check(root);
  const functions = writeFunctions(writer, () => undefined);
  return {
    types: code``,
    validatorName,
    validator: joinCode([...writer.constants(), ...functions], "\n\n"),
    validatorImports: [...writer.imports, "Issue"].sort(),
  };
});

/** One module for each dialect that occurs, since a module has one Ajv. Formats are annotations, as ours are. */
const ajvStandalone: Generate = (schemas) => {
  const byDraft = new Map<Draft, Map<string, JsonObject>>();
  schemas.forEach((schema, index) => {
    const draft = draftOf(schema);
    const group = byDraft.get(draft) ?? new Map<string, JsonObject>();
    byDraft.set(draft, group.set(`check${index}`, schema));
  });
  const modules = new Map<string, string>();
  for (const [draft, group] of byDraft) {
    const ajv = new ajvOf[draft]({
      code: { source: true, esm: true },
      strict: false,
      validateFormats: false,
    });
    for (const [name, schema] of group) ajv.addSchema(schema, name);
    const names = Object.fromEntries(
      [...group.keys()].map((key) => [key, key]),
    );
    modules.set(`${draft}.js`, standaloneCode.default(ajv, names));
  }
  return modules;
};

/** Who writes validators before they run. */
export const generators = {
  mcpgen: typesAndValidators,
  "mcpgen, no types": validatorsAlone,
  "ajv standalone": ajvStandalone,
};

export type GeneratorName = keyof typeof generators;
