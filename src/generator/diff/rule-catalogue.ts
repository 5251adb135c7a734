import { entryRules } from "./entry-rules.js";
import type { Rule } from "./rule.js";
import { inputRules, outputRules } from "./schema-rules.js";
import { serverRules } from "./server-rules.js";

/** Every rule of `mcpgen diff` by its id. Ids are never used for two things. */
export const ruleCatalogue = {
  ...inputRules,
  ...outputRules,
  ...entryRules,
  ...serverRules,
} as const;

/** The id of a rule. */
export type RuleId = keyof typeof ruleCatalogue;

/** What the sentence of a rule needs. */
export type RuleParams<Id extends RuleId> =
  (typeof ruleCatalogue)[Id] extends Rule<infer P> ? P : never;
