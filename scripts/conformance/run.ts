import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { project } from "../../test/support/project.js";
import { buildEverything } from "./everything.js";
import { runLeg, type Setting, type Verdict } from "./leg.js";
import { type Leg, legs, Suite } from "./suite.js";

/** Failures that are known, each with its reason: `test/conformance/expected-failures.yaml`. */
export type Expected = {
  readonly role: Leg["role"];
  /** Absent where both revisions fail. */
  readonly revision?: string;
  readonly reason: string;
  readonly scenarios: readonly string[];
};

export type LegReport = {
  /** Such as `server 2025-11-25 30/30, not scored 3/3`. */
  readonly summary: string;
  /** A line for each thing that must not be; empty when all is well. */
  readonly faults: readonly string[];
};

/** What is needed to run legs, made ready once. */
export type Conformance = Setting & { readonly expected: readonly Expected[] };

/** Which legs and scenarios to run; an empty list means all. */
export type Selection = {
  readonly legs: readonly Leg[];
  readonly scenarios: readonly string[];
};

/** Reads the words of a command line: roles and revisions choose legs, all others are names of scenarios. */
export function selection(words: readonly string[]): Selection {
  const known = (word: string): boolean =>
    legs.some(({ role, revision }) => word === role || word === revision);
  const chosen = words.filter(known);
  const fits = (value: string, values: readonly string[]): boolean =>
    !chosen.some((word) => values.includes(word)) || chosen.includes(value);
  const roles = legs.map(({ role }) => role);
  const revisions = legs.map(({ revision }) => revision);
  return {
    legs: legs.filter(
      ({ role, revision }) => fits(role, roles) && fits(revision, revisions),
    ),
    scenarios: words.filter((word) => !known(word)),
  };
}

/** Installs the suite where it is absent, and builds the server and the client anew. */
export async function openConformance(
  folder = project(".conformance"),
): Promise<Conformance> {
  const suite = await Suite.install(folder);
  const results = join(folder, "results");
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  return {
    suite,
    everything: await buildEverything(
      join(folder, "everything"),
      await suite.schemaTool(),
    ),
    results,
    expected: await readExpected(suite),
  };
}

async function readExpected(suite: Suite): Promise<readonly Expected[]> {
  const path = "test/conformance/expected-failures.yaml";
  const text = await readFile(project(path), "utf8");
  const expected = parse(text) as readonly Expected[];
  const known = await Promise.all(legs.map((leg) => suite.scenarios(leg)));
  const names = new Set(known.flat().map(({ name }) => name));
  const unknown = expected
    .flatMap(({ scenarios }) => scenarios)
    .filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new Error(`${path}: the suite has no ${unknown.join(", ")}`);
  return expected;
}

/** Runs one leg, or those of its scenarios that are named; undefined where it has none of them. */
export async function reportLeg(
  leg: Leg,
  conformance: Conformance,
  named: readonly string[] = [],
): Promise<LegReport | undefined> {
  const all = await conformance.suite.scenarios(leg);
  const wanted =
    named.length === 0 ? all : all.filter(({ name }) => named.includes(name));
  if (wanted.length === 0) return undefined;
  const expected = expectedOf(leg, conformance.expected);
  const verdicts = await runLeg(leg, wanted, conformance, expected);
  return score(leg, verdicts, expected);
}

function expectedOf(
  { role, revision }: Leg,
  expected: readonly Expected[],
): ReadonlySet<string> {
  const own = expected.filter(
    (entry) => entry.role === role && (entry.revision ?? revision) === revision,
  );
  return new Set(own.flatMap(({ scenarios }) => scenarios));
}

/** Counts verdicts; a known failure that is none any more is a fault like an unknown one. */
export function score(
  { role, revision }: Leg,
  verdicts: readonly Verdict[],
  expected: ReadonlySet<string>,
): LegReport {
  const passed = (some: readonly Verdict[]): string =>
    `${some.filter(({ faults }) => faults.length === 0).length}/${some.length}`;
  const scored = verdicts.filter((verdict) => verdict.scored);
  const others = verdicts.filter((verdict) => !verdict.scored);
  const known = verdicts.filter(({ name }) => expected.has(name));
  const repeated = verdicts.filter(({ tries }) => tries > 1);
  const parts = [
    ...(scored.length > 0 ? [passed(scored)] : []),
    ...(others.length > 0 ? [`not scored ${passed(others)}`] : []),
    ...(known.length > 0 ? [`${known.length} expected to fail`] : []),
    ...(repeated.length > 0 ? [`${repeated.length} tried again`] : []),
  ];
  const stale = known
    .filter(({ faults }) => faults.length === 0)
    .map(
      ({ name }) => `${name}: passes, so it is no expected failure any more`,
    );
  const failed = verdicts
    .filter(({ name }) => !expected.has(name))
    .flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
  const summary = `${role} ${revision} ${parts.join(", ")}`;
  return { summary, faults: [...failed, ...stale] };
}
