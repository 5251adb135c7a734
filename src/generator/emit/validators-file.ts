import { code, identifier, joinCode, type Code } from "../code.js";
import type { Contract } from "../contract.js";
import { byCodeUnit } from "../json.js";
import { imports, specifier } from "./module.js";

/** `validators.ts`: one function per schema; the imports name only what they use. */
export function validatorsFile(contract: Contract): {
  readonly imports: Code;
  readonly body: Code;
} {
  const schemas = contract.tools.flatMap(({ input, output }) =>
    output === undefined ? [input] : [input, output],
  );
  const used = new Set(schemas.flatMap((schema) => schema.validatorImports));
  const names = [...used]
    .sort(byCodeUnit)
    .map((name) => (name === "Issue" ? code`type Issue` : identifier(name)));
  const from = specifier(
    "../runtime/validate",
    contract.manifest.importExtension,
  );
  return {
    imports: imports([{ from, names, typeOnly: false }]),
    body:
      schemas.length === 0
        ? code`export {};`
        : joinCode(
            schemas.map(({ validator }) => validator.trim() as Code),
            "\n\n",
          ),
  };
}
