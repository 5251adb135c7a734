import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundleFiles } from "esbuild";
import { expect } from "vitest";
import { build } from "../../src/generator/index.js";
import { root } from "../support/project.js";

/** Writes manifests into a folder and builds them there, as the command line would. */
export async function generate(
  folder: string,
  manifests: { readonly [file: string]: string },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(manifests))
    await writeFile(join(folder, file), text);
  const { diagnostics } = await build({
    cwd: folder,
    manifests: Object.keys(manifests),
  });
  expect(diagnostics).toEqual([]);
}

/** Bundles a program and what it imports into one file, which starts without a loader. */
export async function bundle(entry: string, outfile: string): Promise<string> {
  await bundleFiles({
    absWorkingDir: root,
    entryPoints: [relative(root, entry)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "silent",
    // Packages that were CommonJS still ask for node: modules by require.
    banner: {
      js: `import { createRequire } from "node:module";\nconst require = createRequire(${JSON.stringify(pathToFileURL(join(root, "package.json")).href)});`,
    },
  });
  return outfile;
}

/** Imports emitted modules together, so that what they share is there once; the caller says what they export. */
export async function load<Exports>(
  folder: string,
  modules: { readonly [module: string]: readonly string[] },
): Promise<Exports> {
  const entry = join(folder, "entry.ts");
  const lines = Object.entries(modules).map(
    ([module, names]) =>
      `export { ${names.join(", ")} } from "./out/${module}.js";\n`,
  );
  await writeFile(entry, lines.join(""));
  const file = await bundle(entry, join(folder, "entry.mjs"));
  return (await import(pathToFileURL(file).href)) as Exports;
}
