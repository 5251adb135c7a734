/**
 * `npm run bench:speed`: how fast validators are beside Ajv's, what they weigh
 * and what it costs to generate them. Contenders take turns within one run.
 * `--generation` measures the last alone.
 */
import { build } from "esbuild";
import type { JsonObject, JsonValue } from "../src/generator/json.js";
import { project } from "../test/support/project.js";
import { runNode } from "../test/support/run.js";
import { bundle } from "./speed/bundle.js";
import { contenders, type Check } from "./speed/contenders.js";
import { generators, type GeneratorName } from "./speed/generators.js";
import { schemasOf, subjectsOf, type Subject } from "./speed/workload.js";

/** How often each contender validates every instance. */
const rounds = 400;
/** How often each generator runs, in a process of its own. */
const processes = 7;
const baseline = "ajv";

type Generation = {
  readonly title: string;
  readonly name: GeneratorName;
  /** Whether what is written has to be bundled before a module can import it. */
  readonly bundles: boolean;
};

/** Ratios are to the last one. What Ajv writes calls `require`, which no ES module has. */
const generations: readonly Generation[] = [
  { title: "mcpgen", name: "mcpgen", bundles: false },
  { title: "mcpgen, no types", name: "mcpgen, no types", bundles: false },
  { title: "ajv standalone, as is", name: "ajv standalone", bundles: false },
  { title: "ajv standalone, bundled", name: "ajv standalone", bundles: true },
];

type Job = { readonly check: Check; readonly value: JsonValue };
type Verdict = "valid" | "invalid";

/** The value that a share of all lie below. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? NaN;
}

function jobsOf(
  checks: readonly Check[],
  subjects: readonly Subject[],
  verdict: Verdict,
): readonly Job[] {
  return checks.flatMap((check, index) =>
    (subjects[index]?.[verdict] ?? []).map((value) => ({ check, value })),
  );
}

/** Who is installed; who gives another verdict than Ajv is named and sent off. */
async function admit(
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, readonly Check[]>> {
  const admitted = new Map<string, readonly Check[]>();
  for (const [name, open] of contenders) {
    const checks = await open(subjects.map(({ schema }) => schema));
    if (checks === undefined) {
      console.log(`${name}: not installed, npm run bench:peers does`);
      continue;
    }
    const wrong = (["valid", "invalid"] as const).flatMap((verdict) =>
      jobsOf(checks, subjects, verdict).filter(
        ({ check, value }) => check(value) !== (verdict === "valid"),
      ),
    );
    if (wrong.length === 0) admitted.set(name, checks);
    else {
      console.log(`${name}: left out, disagrees on ${wrong.length} instances`);
      if (name === "mcpgen") process.exitCode = 1;
    }
  }
  return admitted;
}

/**
 * Thousands of validations a second. Contenders take turns of a millisecond or so,
 * and of each the fastest tenth counts: those that nothing else on the machine disturbed.
 */
function race(
  admitted: ReadonlyMap<string, readonly Check[]>,
  subjects: readonly Subject[],
  verdict: Verdict,
): ReadonlyMap<string, number> {
  const lanes = [...admitted].map(([name, checks]) => {
    const jobs = jobsOf(checks, subjects, verdict);
    return { name, jobs, times: [] as number[] };
  });
  const pass = (jobs: readonly Job[]) => {
    for (const { check, value } of jobs) check(value);
  };
  for (let round = 0; round < rounds; round++) {
    for (const { jobs, times } of lanes) {
      // what ran before has left the caches full of other code
      pass(jobs);
      const start = performance.now();
      pass(jobs);
      pass(jobs);
      times.push(performance.now() - start);
    }
  }
  return new Map(
    lanes.map(({ name, jobs, times }) => [
      name,
      (2 * jobs.length) / quantile(times.slice(rounds / 4), 0.1),
    ]),
  );
}

/** A figure, and its ratio to the one that it is compared with. */
function cell(own = NaN, base = NaN): string {
  return `${own.toFixed(0)} (${(own / base).toFixed(2)})`;
}

function row(name: string, ...cells: readonly string[]): string {
  return name.padEnd(28) + cells.map((text) => text.padStart(16)).join("");
}

async function printSpeeds(subjects: readonly Subject[]): Promise<void> {
  const admitted = await admit(subjects);
  const columns = (["valid", "invalid"] as const).map((verdict) =>
    race(admitted, subjects, verdict),
  );
  console.log(row("k ops/s (ratio)", "valid", "invalid"));
  for (const name of admitted.keys()) {
    const cells = columns.map((speeds) =>
      cell(speeds.get(name), speeds.get(baseline)),
    );
    console.log(row(name, ...cells));
  }
}

/** Generators run as an installed package does: plain JavaScript, which tsx would slow down. */
async function buildWorker(): Promise<string> {
  const outfile = project("node_modules/.cache/mcpgen-bench/generation.mjs");
  await build({
    entryPoints: [project("bench/speed/generation.ts")],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
  });
  return outfile;
}

async function printGeneration(schemas: readonly JsonObject[]): Promise<void> {
  const worker = await buildWorker();
  const input = JSON.stringify(schemas);
  const times = generations.map((): number[] => []);
  for (let round = 0; round < processes; round++) {
    for (const [index, { name, bundles }] of generations.entries()) {
      const args = [worker, name, ...(bundles ? ["bundle"] : [])];
      const { code, stdout, stderr } = await runNode(args, { input });
      if (code !== 0) throw new Error(stderr);
      times[index]?.push(Number(stdout));
    }
  }
  const spent = times.map((all) => quantile(all, 0.5));
  console.log(
    row("\ngenerating, cold", "CPU ms (ratio)", "bytes a tool", "minified"),
  );
  for (const [index, { title, name, bundles }] of generations.entries()) {
    const modules = generators[name](schemas);
    const texts = bundles ? [await bundle(modules, false)] : modules.values();
    const minified = await bundle(modules, true);
    const perTool = (text: string) => (text.length / schemas.length).toFixed(0);
    const cpu = cell(spent[index], spent.at(-1));
    console.log(
      row(title, cpu, perTool([...texts].join("")), perTool(minified)),
    );
  }
}

const generationAlone = process.argv.includes("--generation");
for (const workload of ["realistic", "corpus"] as const) {
  const schemas = schemasOf(workload);
  if (schemas === undefined) continue;
  console.log(`\n${workload}: ${schemas.length} tools\n`);
  if (!generationAlone) await printSpeeds(subjectsOf(schemas));
  await printGeneration(schemas);
}
