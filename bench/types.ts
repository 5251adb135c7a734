/**
 * `npm run bench:types`: what the types of a client cost the compiler, beside the
 * official SDKs with Zod. Times and instantiations are above those of an empty project
 * with the same lib, memory is the whole. `-- 200` for so many tools only.
 */
import { openTemporary } from "../test/support/temporary.js";
import { compilers, type Compiler } from "../test/support/compilers.js";
import { check, type Cost } from "./types/check.js";
import { declarationsConfig, writeProject } from "./types/project.js";

/** How often each project is checked; the median counts. */
const rounds = 3;

const apps: readonly (readonly [app: string, title: string])[] = [
  ["call", "mcpgen, each tool called"],
  ["whole", "mcpgen, .try, call and Handler of each"],
  ["sources", "mcpgen, called, emitted code checked too"],
  ["sdk1", "SDK v1 with Zod"],
  ["sdk2", "SDK v2 with Zod"],
];

const measured = ["5.9.", "7."];

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/** The median of each figure, the apps taking turns. */
async function race(
  compiler: Compiler,
  folder: string,
): Promise<ReadonlyMap<string, Cost>> {
  const names = ["empty", ...apps.map(([app]) => app)];
  const costs = new Map(names.map((name) => [name, [] as Cost[]]));
  for (let round = 0; round < rounds; round++)
    for (const [name, list] of costs)
      list.push(await check(compiler, folder, `tsconfig.${name}.json`));
  return new Map(
    [...costs].map(([name, list]) => [
      name,
      {
        seconds: median(list.map(({ seconds }) => seconds)),
        memory: median(list.map(({ memory }) => memory)),
        instantiations: median(list.map((cost) => cost.instantiations)),
      },
    ]),
  );
}

function print(
  title: string,
  costs: ReadonlyMap<string, Cost>,
  baseline: Cost,
): void {
  console.log(`\n${title.padEnd(42)} seconds  memory MB  instantiations`);
  for (const [app, name] of apps) {
    const cost = costs.get(app) ?? baseline;
    const more = cost.instantiations - baseline.instantiations;
    const cells = [
      `  ${name}`.padEnd(42),
      (cost.seconds - baseline.seconds).toFixed(2).padStart(8),
      cost.memory.toFixed(0).padStart(11),
      more.toLocaleString("en-US").padStart(16),
    ];
    console.log(cells.join(""));
  }
}

const asked = process.argv.slice(2).map(Number);
for (const count of asked.length > 0 ? asked : [100, 200, 1000]) {
  const { path, remove } = await openTemporary("types");
  try {
    await writeProject(path, count);
    const chosen = compilers.filter(({ version }) =>
      measured.some((start) => version.startsWith(start)),
    );
    const [first] = chosen;
    if (first === undefined) throw new Error("no compiler is installed");
    const { code, stdout } = await first.tsc(["-p", declarationsConfig], path);
    if (code !== 0) throw new Error(stdout);
    for (const compiler of chosen) {
      const costs = await race(compiler, path);
      const empty = costs.get("empty");
      if (empty === undefined) throw new Error("no empty project");
      print(`${count} tools, TypeScript ${compiler.version}`, costs, empty);
    }
  } finally {
    await remove();
  }
}
