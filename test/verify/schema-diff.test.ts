import { expect, it } from "vitest";
import { tryComparison } from "../support/schema-diff-trial.js";

it("promises only what holds, for thousands of edited schemas", () => {
  const { pairs, promised } = tryComparison(6_000, 7);
  expect(promised).toBeGreaterThan(pairs / 2);
});
