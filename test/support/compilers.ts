import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { project } from "./project.js";
import { run, runNode, type RunResult } from "./run.js";

/** A TypeScript that users of the emitted code may have. */
export type Compiler = {
  /** The version as its package says it: "5.4.5". */
  readonly version: string;
  /** True from TypeScript 5.8, which brought `erasableSyntaxOnly`. */
  readonly erasable: boolean;
  readonly tsc: (args: readonly string[], cwd: string) => Promise<RunResult>;
};

/** The compilers that the project installs, oldest first; each is run as its own package ships it. */
export const compilers: readonly Compiler[] = [
  "typescript-5.4",
  "typescript-5.9",
  "typescript",
  "typescript-7",
].map((name) => {
  const { version } = JSON.parse(
    readFileSync(project("node_modules", name, "package.json"), "utf8"),
  ) as { version: string };
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return {
    version,
    erasable: major > 5 || minor >= 8,
    tsc:
      major < 7
        ? (args, cwd) =>
            runNode([project("node_modules", name, "lib/tsc.js"), ...args], {
              cwd,
            })
        : (args, cwd) => run(nativeTsc(name), args, { cwd }),
  };
});

/** From TypeScript 7 the compiler is a program of the platform, in a package of its own. */
function nativeTsc(name: string): string {
  const { resolve } = createRequire(
    project("node_modules", name, "package.json"),
  );
  const { platform, arch } = process;
  const manifest = resolve(
    `@typescript/typescript-${platform}-${arch}/package.json`,
  );
  return join(
    dirname(manifest),
    "lib",
    platform === "win32" ? "tsc.exe" : "tsc",
  );
}
