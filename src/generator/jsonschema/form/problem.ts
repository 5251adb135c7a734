import type { Row } from "../../diagnostic-row.js";
import {
  schemaDiagnostics,
  type SchemaCode,
  type SchemaParams,
} from "../../schema-diagnostics.js";
import type { SchemaProblem } from "./schema.js";

/** Words a problem as the catalogue does. */
export function schemaProblem<C extends SchemaCode>(
  code: C,
  pointer: string,
  params: SchemaParams<C>,
): SchemaProblem {
  const { severity, word } = schemaDiagnostics[code] as Row<SchemaParams<C>>;
  return { severity, code, pointer, ...word(params) };
}
