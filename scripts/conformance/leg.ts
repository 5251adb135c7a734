import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { start } from "../../test/support/started.js";
import type { Everything } from "./everything.js";
import {
  type Check,
  checksIn,
  type Leg,
  type Scenario,
  type Suite,
} from "./suite.js";

/** What became of one scenario. */
export type Verdict = Scenario & {
  /** Each failed check with what the suite says about it; empty where it passed. */
  readonly faults: readonly string[];
  /** How often it was examined. */
  readonly tries: number;
};

/** What a leg is run with. */
export type Setting = {
  readonly suite: Suite;
  readonly everything: Everything;
  /** Where the suite leaves its results. */
  readonly results: string;
};

const mostTries = 3;

/** So many scenarios are sooner examined one by one than with all others of their leg. */
const few = 5;

/** Runs scenarios of a leg one after the other, and again while one fails that is not expected to. */
export async function runLeg(
  leg: Leg,
  scenarios: readonly Scenario[],
  setting: Setting,
  expected: ReadonlySet<string>,
): Promise<readonly Verdict[]> {
  const target = await openTarget(leg, setting.everything);
  const examination = { leg, target: target.args, setting };
  const verdicts: Verdict[] = [];
  try {
    const first =
      leg.role === "server" && scenarios.length > few
        ? await examineAll(examination)
        : new Map<string, readonly string[]>();
    for (const scenario of scenarios) {
      const { name } = scenario;
      const again = () => examine(examination, name);
      const most = expected.has(name) ? 1 : mostTries;
      let faults = first.get(name) ?? (await again());
      let tries = 1;
      for (; faults.length > 0 && tries < most; tries++) faults = await again();
      verdicts.push({ ...scenario, faults, tries });
    }
  } finally {
    await target.stop();
  }
  return verdicts;
}

type Target = {
  readonly args: readonly string[];
  stop(): Promise<void>;
};

/** What the suite examines: one server for all scenarios, or a client that it starts for each. */
async function openTarget(
  { role }: Leg,
  { folder, server, client }: Everything,
): Promise<Target> {
  if (role === "client") {
    // The suite takes the command apart at spaces, so the file is named from its folder.
    const command = `${process.execPath} ${client}`;
    return { args: ["--command", command], stop: async () => undefined };
  }
  const started = await start(
    [process.execPath, server, "--http", "127.0.0.1:0"],
    /Listening on \S+:(\d+)\//,
    folder,
  );
  // What guards against rebinding of names is examined under this name only.
  const url = `http://localhost:${started.found}/mcp`;
  return { args: ["--url", url], stop: () => started.stop() };
}

type Examination = {
  readonly leg: Leg;
  readonly target: readonly string[];
  readonly setting: Setting;
};

/** What is wrong with one scenario. */
async function examine(
  { leg: { role, revision }, target, setting }: Examination,
  name: string,
): Promise<readonly string[]> {
  const scenario = ["--scenario", name, "--spec-version", revision, "--force"];
  const { code, said, checks } = await runSuite(
    [role, ...target, ...scenario],
    setting,
  );
  const [found = []] = checks.values();
  return faultsOf(found, code === 0 ? undefined : said);
}

/**
 * What is wrong with each scenario of a leg, in one process of the suite: it examines
 * a server one scenario at a time. Clients it would start all at once, and lose some
 * to the load alone.
 */
async function examineAll({
  leg: { role, revision },
  target,
  setting,
}: Examination): Promise<ReadonlyMap<string, readonly string[]>> {
  const { checks } = await runSuite(
    [role, ...target, "--requirements", revision],
    setting,
  );
  return new Map(
    [...checks].map(([name, found]) => [name, faultsOf(found, undefined)]),
  );
}

async function runSuite(
  args: readonly string[],
  { suite, everything, results }: Setting,
) {
  const output = await mkdtemp(join(results, "run-"));
  const { code, stdout, stderr } = await suite.run(
    [...args, "--output-dir", output],
    everything.folder,
  );
  const said = `${stdout}${stderr}`.trim().split("\n").slice(-5).join("\n");
  return { code, said, checks: await checksIn(output) };
}

/**
 * Stricter than the suite, for which a client may end with an error, or do nothing
 * at all. `ended` is what it said last when it did not end well.
 */
export function faultsOf(
  checks: readonly Check[],
  ended: string | undefined,
): readonly string[] {
  const failed = checks.filter(
    ({ status }) => status === "FAILURE" || status === "WARNING",
  );
  if (failed.length > 0)
    return failed.map(
      ({ id, errorMessage = "failed" }) => `${id}: ${errorMessage}`,
    );
  if (ended !== undefined) return [ended];
  // What was sent is always valid where nothing was.
  const didSomething = checks.some(
    ({ id, status }) => status === "SUCCESS" && id !== "wire-schema-valid",
  );
  return didSomething ? [] : ["nothing was checked"];
}
