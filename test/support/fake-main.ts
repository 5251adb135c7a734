import { run } from "../../src/cli/run.js";
import { openTerminal } from "../../src/cli/terminal.js";
import type { BuildOptions } from "../../src/generator/build-result.js";
import { runBuild } from "../../src/generator/run-build.js";
import { fakeStages } from "./fake-stages.js";

/** The command line with stages that tests can look through. FAKE_FAULT makes the build fail as only a bug does. */
process.exitCode = await run(
  process.argv.slice(2),
  openTerminal(),
  async () => async (options: BuildOptions) => {
    const fault = process.env["FAKE_FAULT"];
    if (fault !== undefined) throw new TypeError(fault);
    return runBuild(options, fakeStages());
  },
);
