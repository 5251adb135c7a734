/**
 * `npm run validators`: how many tests of the official suite each validator passes.
 * `--json` prints it for programs; names of contenders restrict it to them.
 */
import { parseArgs } from "node:util";
import {
  drafts,
  suiteFolder,
  type Draft,
} from "../test/support/json-schema-suite.js";
import { contenders, ours } from "./validators/contenders.js";
import { examine, type Result } from "./validators/examine.js";
import { judgeOurs } from "./validators/left-out.js";
import { heading, row, ruling } from "./validators/print.js";
import { commit, repository } from "./validators/suite.js";

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !contenders.has(name));
const chosen = [...contenders.keys()].filter(
  (name) => positionals.length === 0 || positionals.includes(name),
);

if (unknown.length > 0) {
  const known = [...contenders.keys()].join(", ");
  console.error(
    `no contender is called ${unknown.join(", ")}; there are ${known}`,
  );
  process.exitCode = 1;
} else if (suiteFolder() === undefined) {
  console.error(
    `The official suite is not here. Clone it and say where it is:\n\n` +
      `  git clone ${repository} json-schema-test-suite\n` +
      `  git -C json-schema-test-suite checkout ${commit}\n` +
      `  JSON_SCHEMA_TEST_SUITE=$PWD/json-schema-test-suite npm run validators`,
  );
  process.exitCode = 1;
} else {
  await run();
}

async function run(): Promise<void> {
  const results: Result[] = [];
  const print = (text: string) => {
    if (!values.json) console.log(text);
  };
  print(heading());
  for (const draft of Object.keys(drafts) as Draft[]) {
    for (const name of chosen) {
      const result = await examine(draft, name);
      results.push(result);
      print(row(result));
    }
  }
  const verdict = chosen.includes(ours)
    ? judgeOurs(results.filter(({ name }) => name === ours))
    : undefined;
  if (verdict !== undefined) {
    print(ruling(verdict));
    if (verdict.faults.length > 0) process.exitCode = 1;
  }
  if (values.json) {
    console.log(
      JSON.stringify({ suite: commit, results, ours: verdict }, null, 2),
    );
  }
}
