import { project } from "./project.js";
import { runNode, type RunResult } from "./run.js";

type Environment = { readonly [name: string]: string | undefined };

/** Without a person watching, whatever the tests themselves run in. */
const plain: Environment = { NO_COLOR: undefined, FORCE_COLOR: undefined };

const loader = import.meta.resolve("tsx");

/** Runs mcpgen in a folder. */
export async function mcpgen(
  cwd: string,
  args: readonly string[],
  env: Environment = {},
): Promise<RunResult> {
  return start("src/cli/main.ts", cwd, args, env);
}

/** Runs mcpgen with stages that stand in for reading and generating. */
export async function fakeMcpgen(
  cwd: string,
  args: readonly string[],
  env: Environment = {},
): Promise<RunResult> {
  return start("test/support/fake-main.ts", cwd, args, env);
}

async function start(
  script: string,
  cwd: string,
  args: readonly string[],
  env: Environment,
): Promise<RunResult> {
  return runNode(["--import", loader, project(script), ...args], {
    cwd,
    env: { ...plain, ...env },
  });
}
