import type * as Sentence from "../../../runtime/sentence.js";
import type * as Union from "../../../runtime/union.js";
import type * as Validate from "../../../runtime/validate.js";
import type * as Verdicts from "../../../runtime/verdicts.js";
import { formats } from "../form/formats.js";

/** What validators import from the runtime beside the checks of formats, by module. */
const modules = {
  validate: [
    "codePoints",
    "equal",
    "includes",
    "isArray",
    "isInteger",
    "isMultiple",
    "isNumber",
    "isObject",
    "isOne",
    "isUnique",
    "members",
    "miss",
    "own",
    "size",
    "token",
  ],
  sentence: [
    "additionalItemsRule",
    "additionalPropertiesRule",
    "anyOfRule",
    "constRule",
    "containsRule",
    "dependenciesRule",
    "dependentRequiredRule",
    "enumRule",
    "exclusiveMaximumRule",
    "exclusiveMinimumRule",
    "falseRule",
    "formatRule",
    "itemsRule",
    "maxContainsRule",
    "maxItemsRule",
    "maxLengthRule",
    "maxPropertiesRule",
    "maximumRule",
    "minContainsRule",
    "minItemsRule",
    "minLengthRule",
    "minPropertiesRule",
    "minimumRule",
    "multipleOfRule",
    "notRule",
    "oneOfRule",
    "patternRule",
    "propertyNamesRule",
    "requiredRule",
    "typeRule",
    "unevaluatedItemsRule",
    "unevaluatedPropertiesRule",
    "uniqueItemsRule",
  ],
  union: ["misnamed", "unmatched"],
  verdicts: ["judgeOnce"],
} as const satisfies {
  readonly validate: readonly (keyof typeof Validate)[];
  readonly sentence: readonly (keyof typeof Sentence)[];
  readonly union: readonly (keyof typeof Union)[];
  readonly verdicts: readonly (keyof typeof Verdicts)[];
};

/** A name that the runtime exports for validators. */
export type RuntimeName = (typeof modules)[keyof typeof modules][number];

/** A keyword that the runtime has a sentence for. */
export type Keyword = RuntimeName extends infer Name
  ? Name extends `${infer Word}Rule`
    ? Word
    : never
  : never;

/** Every such name. */
export const runtimeNames: readonly RuntimeName[] =
  Object.values(modules).flat();

/** The runtime's module that has a name which validators import: a check of a format has one of its own. */
export function runtimeModule(name: string): string {
  const format = [...formats.values()].find((one) => one.name === name);
  if (format !== undefined) return format.module;
  const found = Object.entries<readonly string[]>(modules).find(([, names]) =>
    names.includes(name),
  );
  return found?.[0] ?? "validate";
}
