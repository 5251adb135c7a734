import { dirname, posix } from "node:path";
import { build, type Platform, type Plugin } from "esbuild";
import type { OutputFile } from "../../src/generator/output-file.js";

/** Bundles an app with emitted files that are not on disk; the app imports them from `./`. */
export async function bundleEmitted(
  files: readonly OutputFile[],
  app: string,
  platform: Platform,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: app, loader: "ts", sourcefile: "/app.ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform,
    external: ["node:*"],
    plugins: [emittedFiles(files)],
    logLevel: "silent",
  });
  return outputFiles[0]!.text;
}

/** Serves the files to the bundler as if they were on disk, at the root. */
export function emittedFiles(files: readonly OutputFile[]): Plugin {
  const texts = new Map(files.map(({ path, text }) => [`/${path}`, text]));
  return {
    name: "in-memory",
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, ({ path, importer }) => ({
        path: posix.join(dirname(importer), path).replace(/\.js$/, ".ts"),
        namespace: "emitted",
      }));
      bundler.onLoad({ filter: /.*/, namespace: "emitted" }, ({ path }) => {
        const contents = texts.get(path);
        return contents === undefined
          ? { errors: [{ text: `there is no ${path}` }] }
          : { contents, loader: "ts" };
      });
    },
  };
}
