import { build } from "esbuild";
import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { project } from "./project.js";

/**
 * Lays the package out in a folder as it is published, but for types and docs: for
 * tests that start many processes, where a loader would take most of the time.
 */
export async function transpilePackage(folder: string): Promise<void> {
  const names = readdirSync(project("src"), {
    recursive: true,
    encoding: "utf8",
  });
  await build({
    entryPoints: names
      .filter((name) => name.endsWith(".ts"))
      .map((name) => project("src", name)),
    outbase: project("src"),
    outdir: join(folder, "dist"),
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
  for (const path of ["src/runtime", "templates", "schema", "package.json"]) {
    cpSync(project(path), join(folder, path), { recursive: true });
  }
  symlinkSync(project("node_modules"), join(folder, "node_modules"), "dir");
}
