import { type Details, enumRule, typeRule } from "./sentence.js";
import {
  type Check,
  includes,
  isArray,
  isInteger,
  type Issue,
  type IssueList,
  isNumber,
  isObject,
  miss,
} from "./validate.js";

/** A branch of a union: its check, a type in words, or the values that it allows. */
export type Branch = Check | string | readonly unknown[];

/** The issues of one branch, tried on its own. */
export type Trial = Issue[] & {
  readonly details: Details[];
  readonly branch: Branch;
  /** How many unions are being looked into. */
  readonly depth: number;
  /**
   * The only place where unions inside are looked into as well: every branch looking
   * into every union below it would take exponential time. Undefined for anywhere.
   */
  readonly only: string | undefined;
  /** Whether a union inside was passed over. */
  passed: boolean;
};

/** What would be right: a type in words, or a value. */
export type Want = { readonly type: string } | { readonly value: unknown };

/** The trial that a list of issues belongs to. */
export function trialOf(issues: IssueList): Trial | undefined {
  return issues.details === undefined ? undefined : (issues as Trial);
}

/** Tries a branch; no issues mean that it fits. */
export function attempt(
  branch: Branch,
  value: unknown,
  at: string,
  depth: number,
  only: string | undefined,
): Trial {
  const more = { details: [], branch, depth, only, passed: false };
  const trial: Trial = Object.assign<Issue[], typeof more>([], more);
  if (typeof branch === "function") branch(value, trial, at);
  else if (typeof branch === "string") {
    if (!isOfType(branch, value)) miss(trial, at, "", typeRule, branch);
  } else if (!includes(branch, value)) miss(trial, at, "", enumRule, branch);
  return trial;
}

/** Whether the value is of the type in words, such as `an array`. */
function isOfType(words: string, value: unknown): boolean {
  switch (words) {
    case "null":
      return value === null;
    case "an array":
      return isArray(value);
    case "an object":
      return isObject(value);
    case "an integer":
      return isInteger(value);
    case "a number":
      return isNumber(value);
    default:
      return words === `a ${typeof value}`;
  }
}

/** What would be right in place of what an issue is about, where that can be listed. */
export function wantsOf(trial: Trial, index: number): readonly Want[] {
  const details = trial.details[index] ?? [];
  const [detail] = details;
  switch (trial[index]?.keyword) {
    case "type":
      return [{ type: String(detail) }];
    case "const":
      return [{ value: detail }];
    case "enum":
      return (detail as readonly unknown[]).map((value) => ({ value }));
    case "anyOf":
    case "oneOf":
      return details as readonly Want[];
    default:
      return [];
  }
}
