import { relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Conformance,
  openConformance,
  reportLeg,
} from "../../../scripts/conformance/run.js";
import { programs } from "../../../scripts/conformance/everything.js";
import { legs } from "../../../scripts/conformance/suite.js";
import { typeErrors } from "../../support/compile.js";
import { root } from "../../support/project.js";

describe("the official conformance suite", () => {
  let conformance: Conformance;

  beforeAll(async () => {
    conformance = await openConformance();
  });

  it("examines a project that compiles", () => {
    const folder = relative(root, conformance.everything.folder);
    expect(
      typeErrors(
        programs.map(({ source }) => `${folder}/${source}`),
        {
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          types: ["node"],
        },
      ),
    ).toEqual([]);
  });

  it.each(legs)(
    "finds in the $role of $revision what is expected",
    // Each scenario is tried again by itself.
    { timeout: 1_200_000, retry: 0 },
    async (leg) => {
      const report = await reportLeg(leg, conformance);
      console.log(report?.summary);
      expect(report?.faults).toEqual([]);
    },
  );
});
