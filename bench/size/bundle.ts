import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** What an app weighs as its bundler leaves it: minified, and that gzipped (level 9), in bytes. */
export type Bundle = {
  readonly text: string;
  readonly minified: number;
  readonly gzip: number;
  /** Minified bytes of each file that is in the bundle, the largest first. */
  readonly modules: readonly (readonly [path: string, bytes: number])[];
};

/** Bundles the text of an app as one ES module for Node 20. Its imports are looked up from `folder`. */
export async function bundleApp(
  app: string,
  folder: string,
  plugins: readonly Plugin[] = [],
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: app,
      resolveDir: folder,
      sourcefile: join(folder, "app.ts"),
      loader: "ts",
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    plugins: [...plugins],
    logLevel: "silent",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild wrote no bundle");
  const inputs = Object.values(metafile.outputs)[0]?.inputs ?? {};
  return {
    text: file.text,
    minified: file.contents.length,
    gzip: gzipSync(file.contents, { level: 9 }).length,
    modules: Object.entries(inputs)
      .map(([path, { bytesInOutput }]) => [path, bytesInOutput] as const)
      .filter(([, bytes]) => bytes > 0)
      .sort(([, a], [, b]) => b - a),
  };
}
