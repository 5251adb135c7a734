import { beforeAll, describe, expect, test } from "vitest";
import { project, shared } from "./support/project.js";
import {
  type Adjustments,
  expectedMembers,
  readOriginals,
  readReports,
} from "./support/report.js";
import {
  checkStability,
  checkTexts,
  checkValidators,
  fits,
} from "./support/report-checks.js";
import { checkWire, checkWrongHandler } from "./support/report-wire.js";
import { openReports, type World } from "./support/report-world.js";

const kinds = ["schema", "naming", "codegen"];
const folder = shared("corpus/reports");
const own = readReports(project("test/cases/reports"));

/** Where a report leaves the way to us, this is ours (docs/json-schema.md, docs/manifest.md). */
const adjustments: Adjustments = {
  // A literal with a key that the schema does not name needs an open type.
  "048-open-by-default": { tool: { open: true } },
  // The name makes folders and import paths, so it is refused.
  "069-server-name-injection": {
    expected: { diagnostics: [{ code: "SERVER_NAME_UNUSABLE" }] },
  },
};
const originals =
  folder === undefined ? [] : readOriginals(folder, kinds, adjustments);

describe.skipIf(folder === undefined)("every report of these kinds", () => {
  test("has a case of our own, which also checks what is said in prose", () => {
    const sources = new Set(own.map(({ source }) => source));
    expect(originals.length).toBeGreaterThan(40);
    for (const { source } of originals) expect(sources).toContain(source);
  });

  test("asks for nothing that goes unchecked", () => {
    const asked = new Set(
      [...own, ...originals].flatMap(({ expected }) => Object.keys(expected)),
    );
    expect([...asked].filter((key) => !(key in expectedMembers))).toEqual([]);
  });
});

describe.each([
  { whose: "as cases of our own", reports: own },
  { whose: "as they were reported", reports: originals },
])("public bug reports, $whose", ({ reports }) => {
  let world: World;
  beforeAll(async () => {
    world = await openReports(reports);
  });
  const each = reports.map((report) => ({ ...report, report }));

  describe.each(each)("$name, $source", ({ report, expected }) => {
    test("says what is wrong", () => {
      const { diagnostics } = world.emitted(report);
      const wanted = expected.diagnostics ?? [];
      for (const one of wanted)
        expect(diagnostics.filter((said) => fits(said, one))).toHaveLength(1);
      const counted = diagnostics.filter(
        (said) => reports === own || said.severity === "error",
      );
      expect(counted).toHaveLength(wanted.length);
    });

    test("has types that compile and agree", () => {
      expect(world.typeFaults(report)).toEqual([]);
    });

    test("has validators that agree", () => {
      checkValidators(report, world);
    });

    test("has the names and texts that it should", async () => {
      const built = world.built(report);
      if (built !== undefined) checkTexts(report, built);
      if (expected.stableUnderReorder === true) await checkStability(report);
    });

    test("speaks as it should", async () => {
      await checkWire(report, world);
      await checkWrongHandler(report, world);
    });
  });
});
