import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { diff } from "../../src/generator/diff/diff.js";
import { printText } from "../../src/generator/diff/print-text.js";
import {
  ruleCatalogue,
  type RuleId,
} from "../../src/generator/diff/rule-catalogue.js";
import type { Side } from "../../src/generator/diff/change.js";
import { hasErrors } from "../../src/generator/diagnostic.js";
import { parse } from "../generator/manifest/parse.js";
import { project } from "../support/project.js";

const folder = project("test/diff");
const cases = readdirSync(folder, { withFileTypes: true })
  .filter(
    (entry) =>
      entry.isDirectory() &&
      existsSync(join(folder, entry.name, "current.yaml")),
  )
  .map(({ name }) => name)
  .sort();

function sideAt(name: string, file: string): Side {
  const text = readFileSync(join(folder, name, file), "utf8");
  const { manifest, locate, diagnostics } = parse(text, { file });
  expect(diagnostics.filter((one) => hasErrors([one]))).toEqual([]);
  return {
    manifest: manifest!,
    locate: (pointer) => locate(pointer, "value"),
  };
}

function changesOf(
  name: string,
  before = "previous.yaml",
  after = "current.yaml",
) {
  const sides = {
    previous: sideAt(name, before),
    current: sideAt(name, after),
  };
  return diff(sides).map((one) => ({ ...one, accepted: false }));
}

describe("a rule tells its change", () => {
  test.each(cases)("%s", (name) => {
    const changes = changesOf(name);
    expect(changes.map(({ rule }) => rule)).toContain(name);
    const ends = { previous: "previous.yaml", current: "current.yaml" };
    const told = printText({ ...ends, diagnostics: [], changes });
    const golden = join(folder, name, "expected.txt");
    if (process.env["UPDATE_GOLDEN"]) writeFileSync(golden, told);
    expect(told).toBe(readFileSync(golden, "utf8"));
  });

  it("has a case for every rule, and no other", () => {
    expect(cases).toEqual(Object.keys(ruleCatalogue).sort());
  });

  it("is silent about what did not change", () => {
    for (const name of cases) {
      expect(changesOf(name, "current.yaml", "current.yaml")).toEqual([]);
    }
  });
});

/** Kinds of changes to a schema, and those that undo them. */
const opposites = [
  ["PROPERTY_REQUIRED", "PROPERTY_OPTIONAL"],
  ["TYPE_NARROWED", "TYPE_WIDENED"],
  ["VALUE_REMOVED", "VALUE_ADDED"],
  ["VALUES_LISTED", "VALUES_FREED"],
  ["BOUND_TIGHTENED", "BOUND_LOOSENED"],
  ["PATTERN_ADDED", "PATTERN_REMOVED"],
  ["FORMAT_ADDED", "FORMAT_REMOVED"],
  ["OBJECT_CLOSED", "OBJECT_OPENED"],
  ["OPTION_REMOVED", "OPTION_ADDED"],
  ["CONSTRAINT_ADDED", "CONSTRAINT_REMOVED"],
] as const;

describe("what narrows breaks callers in input, what widens breaks readers in output", () => {
  test.each(opposites)("%s and %s", (narrows, widens) => {
    for (const role of ["INPUT", "OUTPUT"] as const) {
      const forward: RuleId = `${role}_${narrows}`;
      const back: RuleId = `${role}_${widens}`;
      const [breaking, safe] =
        role === "INPUT" ? [forward, back] : [back, forward];
      expect(ruleCatalogue[breaking].wire).toBe("breaking");
      expect(ruleCatalogue[safe].wire).toBe("safe");
      const undone = changesOf(forward, "current.yaml", "previous.yaml");
      expect(undone.map(({ rule }) => rule)).toContain(back);
    }
  });
});

describe("a fingerprint", () => {
  it("is that of one change alone, and stays when others come", () => {
    const all = cases.flatMap((name) => changesOf(name));
    const told = new Map<string, string>();
    for (const { fingerprint, rule, subject, what } of all) {
      const text = `${rule} ${subject.kind} ${subject.name} ${what}`;
      expect(told.get(fingerprint) ?? text).toBe(text);
      told.set(fingerprint, text);
    }
  });
});
