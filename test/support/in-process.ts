import { run } from "../../src/cli/run.js";

/** What a command line printed, and how it ended. */
export type CommandEnd = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs mcpgen within this process: what starts other processes or asks servers needs no second one. */
export async function mcpgenHere(
  cwd: string,
  args: readonly string[],
): Promise<CommandEnd> {
  let stdout = "";
  let stderr = "";
  const code = await run([...args, "--cwd", cwd], {
    out: (text) => (stdout += text),
    err: (text) => (stderr += text),
    colour: false,
    interactive: false,
  });
  return { code, stdout, stderr };
}
