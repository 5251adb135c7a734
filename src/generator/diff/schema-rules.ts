import { conditionRows, noteRows } from "./condition-rules.js";
import type { Rule } from "./rule.js";
import type { FactKind } from "./schema/fact.js";
import type { SchemaParams, SchemaRow } from "./schema-rule.js";
import { propertyRows, valueRows } from "./value-rules.js";

export type { SchemaParams } from "./schema-rule.js";

const rows: { readonly [kind in FactKind]: SchemaRow } = {
  ...propertyRows,
  ...valueRows,
  ...conditionRows,
  ...noteRows,
};

/** The rules for what callers send. */
export const inputRules = rulesFor("INPUT", "input", "caller");
/** The rules for what the server sends. */
export const outputRules = rulesFor("OUTPUT", "output", "server");

function rulesFor<Prefix extends string>(
  prefix: Prefix,
  side: "input" | "output",
  direction: "caller" | "server",
): { readonly [id in `${Prefix}_${FactKind}`]: Rule<SchemaParams> } {
  const rules = Object.entries(rows).map(([kind, row]) => [
    `${prefix}_${kind}`,
    { ...row[side], direction, what: row.what },
  ]);
  return Object.fromEntries(rules) as {
    readonly [id in `${Prefix}_${FactKind}`]: Rule<SchemaParams>;
  };
}
