import { beforeAll, expect, it } from "vitest";
import {
  type Conformance,
  openConformance,
  reportLeg,
} from "../../../scripts/conformance/run.js";
import { legs } from "../../../scripts/conformance/suite.js";

let conformance: Conformance;

beforeAll(async () => {
  conformance = await openConformance();
});

it.each(legs)(
  "passes the official suite: $role $revision",
  // Each scenario is tried again by itself.
  { timeout: 1_200_000, retry: 0 },
  async (leg) => {
    const report = await reportLeg(leg, conformance);
    console.log(report?.summary);
    expect(report?.faults).toEqual([]);
  },
);
