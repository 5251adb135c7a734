import { code, joinCode } from "../code.js";
import type { Contract } from "../contract.js";
import { byCodeUnit } from "../json.js";
import { createImports, type FileView } from "./module.js";

/** `validators.ts`: one function per schema; the imports name only what they use. */
export function validatorsFile(contract: Contract): FileView {
  const imports = createImports(contract.manifest.importExtension);
  const schemas = contract.tools.flatMap(({ input, output }) =>
    output === undefined ? [input] : [input, output],
  );
  const names = new Set(schemas.flatMap((schema) => schema.validatorImports));
  for (const name of [...names].sort(byCodeUnit)) {
    imports.useFrom("../runtime/validate", name, name, name === "Issue");
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
