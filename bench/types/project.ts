import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { emitRuntime, emitValue } from "../../test/support/emitted.js";
import { project } from "../../test/support/project.js";
import { callingApp, numberedTool, wholeApp, zodApp } from "./apps.js";

/** The options of a strict project in Node, one lib for all. */
const compilerOptions = {
  target: "ES2022",
  lib: ["ES2022"],
  module: "NodeNext",
  types: ["node"],
  strict: true,
  skipLibCheck: true,
};

/** Options that write declarations beside the sources' folder, unchecked: what a package of the emitted code would hold. */
export const declarationsConfig = "tsconfig.declarations.json";

/**
 * Writes a project with the emitted code of so many tools in `src/out` and apps on it.
 * Each app has a file and a configuration of its own, `tsconfig.<app>.json`: `empty`;
 * `call` and `whole`, which expect declarations in `lib/out`; `sources`, which is
 * `call` on the sources; `sdk1` and `sdk2`.
 */
export async function writeProject(
  folder: string,
  count: number,
): Promise<void> {
  const emitted = await emitValue({
    server: { name: "weather", version: "1.0.0" },
    transports: ["stdio"],
    tools: Array.from({ length: count }, (_, index) => numberedTool(index)),
  });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const { path, text } of [
    ...emitted.files,
    ...(await emitRuntime([emitted])),
  ])
    write(join("src", path), text);
  write("package.json", `{ "type": "module" }`);
  symlinkSync(project("node_modules"), join(folder, "node_modules"), "dir");
  const apps = {
    empty: "export {};\n",
    call: callingApp("./lib/out", count),
    whole: wholeApp("./lib/out", count),
    sources: callingApp("./src/out", count),
    sdk1: zodApp("@modelcontextprotocol/sdk/server/mcp.js", true, count),
    sdk2: zodApp("@modelcontextprotocol/server", false, count),
  };
  for (const [name, text] of Object.entries(apps)) {
    write(`${name}.ts`, text);
    const options = { ...compilerOptions, noEmit: true };
    const config = { compilerOptions: options, files: [`${name}.ts`] };
    write(`tsconfig.${name}.json`, JSON.stringify(config));
  }
  const declarations = {
    ...compilerOptions,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: "src",
    outDir: "lib",
  };
  const config = { compilerOptions: declarations, include: ["src/out"] };
  write(declarationsConfig, JSON.stringify(config));
}
