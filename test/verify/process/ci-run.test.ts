import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeFiles } from "../../support/consumer.js";
import { project } from "../../support/project.js";
import { run, type RunResult } from "../../support/run.js";
import { temporary } from "../../support/temporary.js";

type Scripts = {
  lint?: string;
  typecheck?: string;
  test?: string;
  verify?: string;
};

/** A vitest run as .ci/run sees it: a report where the last argument says, and an exit code. */
const vitest = (passed: number, failed: number, more = "") =>
  `node -e "const at = process.argv.at(-1).split('=')[1]; ${more}
    fs.writeFileSync(at, JSON.stringify({ numPassedTests: ${passed}, numFailedTests: ${failed}, success: ${failed === 0}, testResults: [] }));
    process.exitCode = ${failed === 0 ? 0 : 1}" --`.replaceAll(
    /\s*\n\s*/g,
    " ",
  );

/** Runs .ci/run in a project of its own whose scripts do as told. */
async function runGates(
  scripts: Scripts,
): Promise<RunResult & { last: string }> {
  const folder = await temporary("ci");
  const all = {
    lint: "true",
    typecheck: "true",
    test: vitest(3, 0),
    verify: vitest(4, 0),
  };
  await writeFiles(folder, {
    "package.json": JSON.stringify({
      private: true,
      type: "module",
      scripts: { ...all, ...scripts },
    }),
    ".gitignore": "node_modules\npackage-lock.json\n",
  });
  await mkdir(join(folder, ".ci"));
  await mkdir(join(folder, "scripts"));
  for (const file of [".ci/run", "scripts/ci-count.js"])
    await copyFile(project(file), join(folder, file));
  await run("git", ["init", "--quiet"], { cwd: folder });
  const result = await run(join(folder, ".ci/run"), [], { cwd: folder });
  return { ...result, last: result.stdout.trimEnd().split("\n").at(-1) ?? "" };
}

it("adds up the tests of its legs", async () => {
  const { code, last } = await runGates({});
  // install, lint, typecheck and the tree count as one each.
  expect(last).toBe("11 passed, 0 failed");
  expect(code).toBe(0);
});

it("counts a failed command and failed tests, and goes on", async () => {
  const { code, last } = await runGates({ lint: "exit 3", test: vitest(2, 1) });
  expect(last).toBe("9 passed, 2 failed");
  expect(code).toBe(1);
});

it("counts a run without a report, and one that failed beside its tests, as failures", async () => {
  const { code, last } = await runGates({
    test: "node -e 'process.exitCode = 0' --",
    verify: vitest(4, 0, "process.on('exit', () => (process.exitCode = 1));"),
  });
  expect(last).toBe("8 passed, 2 failed");
  expect(code).toBe(1);
});

it("minds a run that leaves files in the tree", async () => {
  const { code, stdout, last } = await runGates({
    lint: "echo > left-behind.txt",
  });
  expect(stdout).toContain("left-behind.txt");
  expect(last).toBe("10 passed, 1 failed");
  expect(code).toBe(1);
});
