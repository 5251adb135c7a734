import { ajvOf } from "../validators/peers.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { JsonObject } from "../../src/generator/json.js";
import { compileSchema } from "../../src/generator/jsonschema/compile.js";
import { createNames } from "../../src/generator/names.js";
import { moduleText } from "../../test/support/compiled-schema.js";
import type { Draft } from "../../test/support/json-schema-suite.js";
import { draftOf } from "../../test/support/oracles.js";

/** Modules of validators by file name; together they export `check0`, `check1`, … */
export type Modules = ReadonlyMap<string, string>;

/** Writes the validators of every schema. */
export type Generate = (schemas: readonly JsonObject[]) => Modules;

/** Seen from the project's folder. */
const runtime = "./src/runtime/validate.ts";

/** Types and validators, as `mcpgen build` prints them. */
const ours: Generate = (schemas) => {
  const wanted = schemas.map((_, index) => `Tool${index}`);
  const names = createNames(wanted);
  const compiled = wanted.map((name, index) =>
    compileSchema({ name, schema: schemas[index] ?? true }, names),
  );
  const aliases = compiled.map(
    ({ validatorName }, index) => `${validatorName} as check${index}`,
  );
  const exports = `export { ${aliases.join(", ")} };\n`;
  return new Map([["ours.ts", moduleText(compiled, runtime) + exports]]);
};

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
export const generators = { mcpgen: ours, "ajv standalone": ajvStandalone };

export type GeneratorName = keyof typeof generators;
