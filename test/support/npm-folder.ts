import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.js";

/**
 * Installs packages (`name@version`) from npm in a folder of their own, so that
 * nothing of them reaches the project: programs that want a newer Node bring it
 * with them as `node@22`. A folder that has them already is left as it is.
 */
export async function installIn(
  folder: string,
  packages: readonly string[],
): Promise<void> {
  // Written last: an installation that was cut off is made anew.
  const marker = join(folder, "installed.json");
  const wanted = JSON.stringify(packages);
  const found = await readFile(marker, "utf8").catch(() => undefined);
  if (found === wanted) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const options = ["--no-audit", "--no-fund", "--loglevel=error"];
  const { code, stderr } = await run(
    "npm",
    ["install", ...options, ...packages],
    { cwd: folder },
  );
  if (code !== 0)
    throw new Error(`npm install ${packages.join(" ")} failed:\n${stderr}`);
  await writeFile(marker, wanted);
}

/** The Node that `node@22` brought into such a folder. */
export function nodeIn(folder: string): string {
  return join(folder, "node_modules/node/bin/node");
}
