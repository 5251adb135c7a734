import type { Check, Issue } from "./validate.js";

/** That an object fits, or the lists that were told why not; undefined for a call without one. */
type Verdict = true | Set<Issue[] | undefined>;

type Verdicts = Map<Check, Map<object, Verdict>>;

/** Of the outermost call that is under way: before the next one a value may change. */
let current: Verdicts | undefined;

/**
 * What a check finds of a value, asked once for each list of issues. For recursive
 * schemas that come upon the same value on several ways: asking each time would take
 * exponential time in its depth.
 */
export function judgeOnce(
  check: Check,
  value: unknown,
  issues: Issue[] | undefined,
  at: string,
): boolean {
  if (typeof value !== "object" || value === null) {
    return check(value, issues, at);
  }
  if (current !== undefined) return judge(current, check, value, issues, at);
  current = new Map();
  try {
    return judge(current, check, value, issues, at);
  } finally {
    current = undefined;
  }
}

function judge(
  verdicts: Verdicts,
  check: Check,
  value: object,
  issues: Issue[] | undefined,
  at: string,
): boolean {
  const known = verdicts.get(check) ?? new Map<object, Verdict>();
  verdicts.set(check, known);
  const before = known.get(value);
  if (before === true) return true;
  if (before?.has(issues) === true) return false;
  if (check(value, issues, at)) {
    known.set(value, true);
    return true;
  }
  known.set(value, (before ?? new Set()).add(issues));
  return false;
}
