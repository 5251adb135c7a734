import { build } from "esbuild";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { project } from "../../test/support/project.js";

/** Where the benchmark keeps its own files. Below the project, so that packages are found. */
export const cache = project("node_modules/.cache/mcpgen-generate");

/** Installs mcpgen as its package has it, without its sources; returns the path of its program. */
export async function installMcpgen(): Promise<string> {
  const folder = join(cache, "mcpgen");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of ["package.json", "schema", "templates", "src/runtime"]) {
    cpSync(project(path), join(folder, path), { recursive: true });
  }
  // file by file, as the compiler would, in a second instead of half a minute
  await build({
    entryPoints: ["cli", "generator", "runtime"].map((part) =>
      project(`src/${part}/**/*.ts`),
    ),
    outbase: project("src"),
    outdir: join(folder, "dist"),
    format: "esm",
    platform: "node",
    target: "es2022",
  });
  return join(folder, "dist/cli/main.js");
}
