import { build } from "esbuild";
import { project } from "../../test/support/project.js";
import type { Modules } from "./generators.js";

/** One ES module, as a user's bundler makes it. */
export async function bundle(
  modules: Modules,
  minify: boolean,
): Promise<string> {
  const resolveDir = project();
  const all = [...modules.keys()].map(
    (name) => `export * from "bench:${name}";`,
  );
  const { outputFiles } = await build({
    stdin: { contents: all.join("\n"), resolveDir },
    bundle: true,
    minify,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    target: "es2022",
    plugins: [
      {
        name: "modules",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^bench:/ }, ({ path }) => ({
            path: path.slice("bench:".length),
            namespace: "bench",
          }));
          onLoad({ filter: /./, namespace: "bench" }, ({ path }) => ({
            contents: modules.get(path) ?? "",
            loader: path.endsWith(".ts") ? "ts" : "js",
            resolveDir,
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}
