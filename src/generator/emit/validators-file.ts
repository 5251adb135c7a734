import { code, joinCode } from "../code.js";
import type { Contract } from "../contract.js";
import { byCodeUnit } from "../json.js";
import type { CompiledSchema } from "../jsonschema/compile.js";
import { runtimeModule } from "../jsonschema/validators/runtime-names.js";
import { createImports, type FileView } from "./module.js";

/** `validators.ts`: one function per schema; the imports name only what they use. */
export function validatorsFile(contract: Contract): FileView {
  const imports = createImports(contract.manifest.importExtension);
  const schemas = validated(contract);
  for (const [name, module] of runtimeImports(contract)) {
    imports.useFrom(`../runtime/${module}`, name, name, name === "Issue");
  }
  for (const { name } of schemas) {
    imports.useFrom("./types", name, name, true);
  }
  const bodies = schemas.map(({ validator }) => validator);
  return {
    imports: imports.print(),
    body: bodies.length === 0 ? code`export {};` : joinCode(bodies, "\n\n"),
  };
}

/** What the validators import from the runtime, sorted, each with its module. */
export function runtimeImports(
  contract: Contract,
): readonly (readonly [name: string, module: string])[] {
  const names = validated(contract).flatMap((one) => one.validatorImports);
  return [...new Set(names)]
    .sort(byCodeUnit)
    .map((name) => [name, runtimeModule(name)] as const);
}

function validated(contract: Contract): readonly CompiledSchema[] {
  return contract.tools.flatMap(({ input, output }) =>
    output === undefined ? [input] : [input, output],
  );
}
