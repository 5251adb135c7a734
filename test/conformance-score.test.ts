import { describe, expect, it } from "vitest";
import { faultsOf } from "../scripts/conformance/leg.js";
import { score, selection } from "../scripts/conformance/run.js";
import type { Check } from "../scripts/conformance/suite.js";

const leg = { role: "server", revision: "2026-07-28" } as const;

const good: Check = { id: "good", status: "SUCCESS" };
const bad: Check = { id: "bad", status: "FAILURE", errorMessage: "is missing" };

describe("the verdict on a scenario", () => {
  it.each<[string, readonly Check[], string | undefined, readonly string[]]>([
    ["passes what the suite found right", [good], undefined, []],
    ["names what failed", [good, bad], "exit", ["bad: is missing"]],
    [
      "counts a warning",
      [good, { id: "odd", status: "WARNING" }],
      undefined,
      ["odd: failed"],
    ],
    ["wants something to be checked", [], undefined, ["nothing was checked"]],
    [
      "takes what was left out for nothing",
      [{ id: "left", status: "SKIPPED" }],
      undefined,
      ["nothing was checked"],
    ],
    [
      "wants more than valid messages",
      [{ id: "wire-schema-valid", status: "SUCCESS" }],
      undefined,
      ["nothing was checked"],
    ],
    ["tells how a client ended", [good], "exit code 1", ["exit code 1"]],
  ])("%s", (_, checks, ended, faults) => {
    expect(faultsOf(checks, ended)).toEqual(faults);
  });
});

describe("the report of a leg", () => {
  const verdicts = [
    { name: "first", scored: true, faults: [], tries: 2 },
    { name: "second", scored: true, faults: ["bad: is missing"], tries: 3 },
    { name: "third", scored: false, faults: ["odd: failed"], tries: 1 },
  ];

  it("counts what passed and lists what failed", () => {
    expect(score(leg, verdicts, new Set())).toEqual({
      summary: "server 2026-07-28 1/2, not scored 0/1, 2 tried again",
      faults: ["second: bad: is missing", "third: odd: failed"],
    });
  });

  it("excuses what is known to fail", () => {
    expect(score(leg, verdicts, new Set(["second", "third"]))).toEqual({
      summary:
        "server 2026-07-28 1/2, not scored 0/1, 2 expected to fail, 2 tried again",
      faults: [],
    });
  });

  it("minds a known failure that passes", () => {
    const { faults } = score(leg, verdicts, new Set(["first", "second"]));
    expect(faults).toEqual([
      "third: odd: failed",
      "first: passes, so it is no expected failure any more",
    ]);
  });
});

describe("the words of the command line", () => {
  const chosen = (...words: string[]) => {
    const { legs, scenarios } = selection(words);
    return [legs.map(({ role, revision }) => `${role} ${revision}`), scenarios];
  };
  const all = [
    "server 2025-11-25",
    "server 2026-07-28",
    "client 2025-11-25",
    "client 2026-07-28",
    "client 2025-03-26",
  ];

  it.each<[string[], string[], string[]]>([
    [[], all, []],
    [["server"], all.slice(0, 2), []],
    [["2026-07-28"], ["server 2026-07-28", "client 2026-07-28"], []],
    [["client", "2025-11-25"], ["client 2025-11-25"], []],
    [["ping", "server", "caching"], all.slice(0, 2), ["ping", "caching"]],
  ])("%j", (words, legs, scenarios) => {
    expect(chosen(...words)).toEqual([legs, scenarios]);
  });
});
