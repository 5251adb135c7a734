import { build } from "esbuild";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { project } from "./project.js";
import { runNode, type RunResult } from "./run.js";

type Environment = { readonly [name: string]: string | undefined };

/** Without a person watching, whatever the tests themselves run in. */
const plain: Environment = { NO_COLOR: undefined, FORCE_COLOR: undefined };

/** Where mcpgen starts: its sources as they are, without a loader that would take most of the time. */
export const commandLine = (): string =>
  join(inject("packaged"), "dist/cli/main.js");

/** Runs mcpgen in a folder. */
export async function mcpgen(
  cwd: string,
  args: readonly string[],
  env: Environment = {},
): Promise<RunResult> {
  return runNode([commandLine(), ...args], { cwd, env: { ...plain, ...env } });
}

/** Runs mcpgen with stages that stand in for reading and generating. */
export async function fakeMcpgen(
  cwd: string,
  args: readonly string[],
  env: Environment = {},
): Promise<RunResult> {
  const script = await fakeMain();
  return runNode([script, ...args], { cwd, env: { ...plain, ...env } });
}

let bundled: Promise<string> | undefined;

/** One file of JavaScript: dozens of starts need no loader. */
export async function fakeMain(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  // As deep as src/cli, because the package's own files are found from there.
  const outfile = project(".tmp/cli/fake-main.mjs");
  const { outputFiles } = await build({
    entryPoints: [project("test/support/fake-main.ts")],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  await mkdir(dirname(outfile), { recursive: true });
  const temporary = `${outfile}.${process.pid}`;
  await writeFile(temporary, outputFiles[0]!.contents);
  await rename(temporary, outfile);
  return outfile;
}
