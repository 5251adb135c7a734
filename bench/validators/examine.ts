import type {
  Draft,
  SuiteGroup,
} from "../../test/support/json-schema-suite.js";
import { askAll, type Outcome } from "./ask.js";
import { installed } from "../installed.js";
import { examOf } from "./contender.js";
import { ours } from "./contenders.js";

/** A test of the suite that a contender does not pass. */
export type Miss = {
  readonly draft: Draft;
  readonly file: string;
  readonly group: string;
  readonly test: string;
  /** What came instead of the expected verdict. */
  readonly got: string;
};

/** How many tests of a kind there are and how many of them are passed. */
export type Score = { readonly passed: number; readonly total: number };

/** One contender on one draft; no scores without a version. */
export type Result = {
  readonly draft: Draft;
  readonly name: string;
  /** Of the package; "" for this project, undefined where it is not installed. */
  readonly version: string | undefined;
  readonly required?: Score;
  readonly optional?: Score;
  readonly misses: readonly Miss[];
};

/** Runs a contender over a draft in a process of its own. */
export async function examine(draft: Draft, name: string): Promise<Result> {
  const version = name === ours ? "" : installed(name);
  if (version === undefined) return { draft, name, version, misses: [] };
  const { groups } = examOf(draft);
  const worker = {
    script: new URL("worker.ts", import.meta.url),
    args: [name, draft],
    openWithin: 120_000,
    answerWithin: 20_000,
  };
  const outcomes = await askAll(worker, groups.length);
  const misses = groups.flatMap((group, index) =>
    missesOf(draft, group, outcomes[index] ?? "not asked"),
  );
  const score = (optional: boolean): Score => {
    const is = ({ file }: { readonly file: string }) =>
      file.startsWith("optional/") === optional;
    const counts = groups.filter(is).map(({ tests }) => tests.length);
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { passed: total - misses.filter(is).length, total };
  };
  return {
    draft,
    name,
    version,
    required: score(false),
    optional: score(true),
    misses,
  };
}

function missesOf(
  draft: Draft,
  { file, description, tests }: SuiteGroup,
  outcome: Outcome,
): Miss[] {
  return tests.flatMap((test, index) => {
    const verdict = typeof outcome === "string" ? outcome : outcome[index];
    if (verdict === test.valid) return [];
    const got =
      typeof verdict === "boolean"
        ? verdict
          ? "accepted"
          : "refused"
        : (verdict ?? "no verdict");
    const miss = { draft, file, group: description, test: test.description };
    return [{ ...miss, got }];
  });
}
