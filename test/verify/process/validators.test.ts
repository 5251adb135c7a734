import { describe, expect, test } from "vitest";
import { askAll } from "../../../bench/validators/ask.js";
import type { Result } from "../../../bench/validators/examine.js";
import type { Ruling } from "../../../bench/validators/left-out.js";
import { row } from "../../../bench/validators/print.js";
import { suiteFolder } from "../../support/json-schema-suite.js";
import { project } from "../../support/project.js";
import { runNode } from "../../support/run.js";

const tsx = ["--import", import.meta.resolve("tsx")];

function worker(name: string) {
  return {
    script: new URL(`../../fixtures/workers/${name}.mjs`, import.meta.url),
    args: [],
    openWithin: 60_000,
    answerWithin: 2_000,
  };
}

describe("npm run validators", () => {
  test("a case that hangs or ends the process costs itself alone", async () => {
    expect(await askAll(worker("stubborn"), 5)).toEqual([
      ["0"],
      "no answer within 2 s",
      ["2"],
      "its process ended",
      ["4"],
    ]);
  });

  test("a validator that cannot be opened has no verdicts", async () => {
    const reason = "not opened: no such package";
    expect(await askAll(worker("unready"), 2)).toEqual([reason, reason]);
  });

  test("a name that no validator has is refused", async () => {
    const args = [...tsx, "bench/validators.ts", "nobody"];
    const { code, stderr } = await runNode(args, { cwd: project() });
    expect(code).toBe(1);
    expect(stderr).toContain("no contender is called nobody");
  });

  test.skipIf(suiteFolder() === undefined)(
    "we pass every required test, and every optional one that no reason leaves out",
    async () => {
      const args = [...tsx, "bench/validators.ts", "--json", "mcpgen"];
      const { code, stdout } = await runNode(args, { cwd: project() });
      const printed = JSON.parse(stdout) as {
        readonly results: readonly Result[];
        readonly ours: Ruling;
      };
      expect(printed.ours.faults).toEqual([]);
      const rows = printed.results.map(row);
      expect(rows).toEqual([
        expect.stringContaining("1,299/1,299"),
        expect.stringContaining("1,259/1,259"),
        expect.stringContaining("927/927"),
      ]);
      expect(code).toBe(0);
    },
  );
});
