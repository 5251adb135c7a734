import type { Miss, Result } from "./examine.js";
import { totals } from "./suite.js";

/** Optional tests that mcpgen does not pass on purpose, and why. */
type Reason = {
  readonly file: string;
  /** Only these tests of the file; all by default. */
  readonly tests?: readonly string[];
  readonly reason: string;
};

const reasons: readonly Reason[] = [
  {
    file: "optional/content.json",
    reason:
      "contentMediaType and contentEncoding are annotations: draft-07 leaves the assertion to the validator, later drafts forbid it by default",
  },
];

/** A reason and the tests that it explains. */
export type Explained = {
  readonly reason: string;
  readonly misses: readonly Miss[];
};

/** What mcpgen leaves out, and what must not be. */
export type Ruling = {
  readonly leftOut: readonly Explained[];
  /** In words; empty when the claims of the benchmark's page hold. */
  readonly faults: readonly string[];
};

/** Holds our results against the claim: every required test, and every optional one that no reason leaves out. */
export function judgeOurs(results: readonly Result[]): Ruling {
  const misses = results.flatMap((result) => result.misses);
  const leftOut = reasons.map((entry) => ({
    reason: entry.reason,
    misses: misses.filter((miss) => explains(entry, miss)),
  }));
  const explained = new Set(leftOut.flatMap((entry) => entry.misses));
  const faults = misses
    .filter((miss) => !explained.has(miss))
    .map(
      ({ draft, file, group, test, got }) =>
        `${draft} ${file}: ${group}: ${test}: ${got}`,
    );
  for (const { reason, misses } of leftOut) {
    if (misses.length === 0) faults.push(`no test needs the reason: ${reason}`);
  }
  for (const { draft, required, optional } of results) {
    const found = [required?.total, optional?.total];
    const wanted = totals[draft];
    if (found.some((total, index) => total !== wanted[index])) {
      faults.push(
        `${draft} has ${found.join(" and ")} tests instead of ${wanted.join(" and ")}: another commit of the suite`,
      );
    }
  }
  return { leftOut, faults };
}

function explains({ file, tests }: Reason, miss: Miss): boolean {
  return miss.file === file && (tests?.includes(miss.test) ?? true);
}
