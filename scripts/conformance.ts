/**
 * `npm run conformance`: the official conformance suite on the server and the client
 * of test/conformance. Words after `--` choose legs (`server`, `2026-07-28`) and
 * scenarios. See docs/conformance.md.
 */
import { openConformance, reportLeg, selection } from "./conformance/run.js";

const { legs, scenarios } = selection(process.argv.slice(2));
const conformance = await openConformance();
let ran = 0;
for (const leg of legs) {
  const report = await reportLeg(leg, conformance, scenarios);
  if (report === undefined) continue;
  ran++;
  console.log(report.summary);
  for (const fault of report.faults) {
    console.log(`  ${fault}`);
    process.exitCode = 1;
  }
}
if (ran === 0) {
  console.error(`There is no such scenario: ${scenarios.join(", ")}`);
  process.exitCode = 1;
}
