/**
 * `npm run conformance`: the official conformance suite on the server and the client
 * of test/conformance. Words after `--` choose legs (`server`, `2026-07-28`) and
 * scenarios. See docs/conformance.md.
 */
import { openConformance, reportLeg, selection } from "./conformance/run.js";

const { legs, scenarios } = selection(process.argv.slice(2));
const conformance = await openConformance();
const known = await Promise.all(
  legs.map((leg) => conformance.suite.scenarios(leg)),
);
const names = new Set(known.flat().map(({ name }) => name));
const unknown = scenarios.filter((name) => !names.has(name));
if (unknown.length > 0) {
  console.error(`There is no such scenario: ${unknown.join(", ")}`);
  process.exit(1);
}
for (const leg of legs) {
  const report = await reportLeg(leg, conformance, scenarios);
  if (report === undefined) continue;
  console.log(report.summary);
  for (const fault of report.faults) {
    console.log(`  ${fault}`);
    process.exitCode = 1;
  }
}
