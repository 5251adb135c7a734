/**
 * `npm run bench:size`: how many bytes an app carries that talks to a server or is one,
 * minified by esbuild and gzipped, ours beside those on other libraries.
 * `-- --modules core stdio client` shows instead of what the bundles of ours consist
 * whose title has these words.
 */
import {
  entries,
  furtherToolGoals,
  weighFurtherTool,
  type Entry,
} from "./size/goals.js";
import type { Bundle } from "./size/bundle.js";
import { bundleOurs } from "./size/ours.js";
import { bundlePeer, peerApps, type Role } from "./size/peers.js";

const roles: readonly Role[] = [
  "stdio client",
  "HTTP client",
  "stdio server",
  "HTTP server",
];

const bytes = (count: number): string => count.toLocaleString("en-US");

/** Ratios are to the first row of the role. */
async function compare(role: Role): Promise<void> {
  console.log(`\n${role.padEnd(42)}   minified      gzip   ratio      goal`);
  let first = 0;
  const print = (name: string, { minified, gzip }: Bundle, goal?: number) => {
    first ||= gzip;
    const cells = [
      `  ${name}`.padEnd(42),
      bytes(minified).padStart(11),
      bytes(gzip).padStart(10),
      (gzip / first).toFixed(2).padStart(8),
      goal === undefined ? "" : verdict(gzip, goal),
    ];
    console.log(cells.join("").trimEnd());
  };
  for (const { title, app, goal } of entries.filter(same(role)))
    print(title, await bundleOurs(app), goal);
  for (const app of peerApps.filter(same(role))) {
    const bundle = await bundlePeer(app);
    if (bundle === undefined)
      console.log(
        `  ${app.name}: ${app.needs} is not installed, npm run bench:peers does it`,
      );
    else print(app.name, bundle);
  }
}

const same =
  (role: Role) =>
  (row: { readonly role: Role }): boolean =>
    row.role === role;

const verdict = (value: number, goal: number): string =>
  `${bytes(goal).padStart(10)}${value <= goal ? "" : ` (${bytes(value - goal)} to go)`}`;

async function compareFurtherTools(): Promise<void> {
  console.log("\na further tool, bytes gzipped");
  for (const { title, app, goal = 0 } of furtherToolGoals) {
    const more = await weighFurtherTool(app);
    const cell = bytes(more).padStart(21);
    console.log(
      `  ${title}`.padEnd(42) + cell + verdict(more, goal).padStart(18),
    );
  }
}

async function listModules({ title, app }: Entry): Promise<void> {
  const { gzip, minified, modules } = await bundleOurs(app);
  console.log(
    `\n${title}: ${bytes(minified)} minified, ${bytes(gzip)} gzipped`,
  );
  for (const [path, size] of modules)
    console.log(`${bytes(size).padStart(8)} ${path.replace(/^.*out\//, "")}`);
}

const [option, ...words] = process.argv.slice(2);
if (option === "--modules") {
  const title = words.join(" ");
  for (const entry of entries)
    if (entry.title.includes(title)) await listModules(entry);
} else {
  for (const role of roles) await compare(role);
  await compareFurtherTools();
}
