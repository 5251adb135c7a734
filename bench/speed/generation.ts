/**
 * The process of one generator: prints the CPU milliseconds that the schemas on stdin
 * take it, cold; with `bundle` as second argument those of bundling too.
 */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../src/generator/json.js";
import { generators, type GeneratorName, type Modules } from "./generators.js";

const [name, bundles] = process.argv.slice(2) as [GeneratorName, "bundle"?];
const schemas = JSON.parse(await text(process.stdin)) as readonly JsonObject[];
const start = process.cpuUsage();
const modules = generators[name](schemas);
const others = bundles === undefined ? 0 : bundle(modules);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000 + others);

/** Bundles each module by a process of its own; returns the CPU milliseconds of these. */
function bundle(modules: Modules): number {
  const here = dirname(fileURLToPath(import.meta.url));
  // within the project, so that what the modules import is found
  const folder = mkdtempSync(join(here, "bundle-"));
  const files = [...modules].map(([file, content]) => {
    writeFileSync(join(folder, file), content);
    return join(folder, file);
  });
  const esbuild = createRequire(import.meta.url).resolve("esbuild/bin/esbuild");
  const options = "--bundle --format=esm --platform=neutral --main-fields=main";
  const args = [...options.split(" "), `--outdir=${join(folder, "out")}`];
  // the shell's `times`: its own on the first line, of what it waited for on the second
  const command = ["-c", '"$0" "$@" --log-level=error && times', esbuild];
  const said = execFileSync("sh", [...command, ...files, ...args]);
  rmSync(folder, { recursive: true });
  const [, children = ""] = String(said).trim().split("\n");
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce(
    (sum, [, minutes, seconds]) =>
      sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}
