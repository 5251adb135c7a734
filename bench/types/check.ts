import type { Compiler } from "../../test/support/compilers.js";

/** What a check of a project costs. */
export type Cost = {
  /** Seconds from the first file that is read to the last one that is checked. */
  readonly seconds: number;
  /** In MB (1,000 kB). */
  readonly memory: number;
  readonly instantiations: number;
};

/** Runs `tsc -p` and reads its own account; throws where the project does not compile. */
export async function check(
  { tsc, version }: Compiler,
  folder: string,
  config: string,
): Promise<Cost> {
  const args = ["-p", config, "--extendedDiagnostics"];
  const { code, stdout } = await tsc(args, folder);
  if (code !== 0)
    throw new Error(`TypeScript ${version} on ${config}:\n${stdout}`);
  return {
    seconds: figure(stdout, "Total time"),
    memory: figure(stdout, "Memory used") / 1000,
    instantiations: figure(stdout, "Instantiations"),
  };
}

function figure(account: string, name: string): number {
  const found = new RegExp(`^${name}:\\s*([\\d.,]+)`, "m").exec(account)?.[1];
  if (found === undefined) throw new Error(`no "${name}" in:\n${account}`);
  return Number(found.replaceAll(",", ""));
}
