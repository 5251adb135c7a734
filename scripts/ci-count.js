// Counts one vitest run for .ci/run: reads the file of the json reporter, prints
// "passed failed". A run without a report, or one that failed as a whole, is one failure.
import { readFileSync } from "node:fs";

const [reportPath, exitCode] = process.argv.slice(2);

/** What the json reporter says, or undefined where the run ended before it could write. */
function readReport() {
  try {
    return JSON.parse(readFileSync(reportPath, "utf8"));
  } catch {
    return undefined;
  }
}

const report = readReport();
const passed = report?.numPassedTests ?? 0;
const emptyFiles = (report?.testResults ?? []).filter(
  (file) =>
    file.status === "failed" &&
    file.assertionResults.every(({ status }) => status !== "failed"),
);
const failed = (report?.numFailedTests ?? 0) + emptyFiles.length;
const broken = exitCode !== "0" || report?.success !== true;
const left = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
if (left > 0) console.error(`${left} tests left out`);
console.log(passed, failed === 0 && broken ? 1 : failed);
