import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new empty folder outside the project, and how to remove it. */
export async function openTemporary(
  name = "test",
): Promise<{ path: string; remove: () => Promise<void> }> {
  // The real path: on some systems the temporary folder is a link, and tools print where it leads.
  const path = await realpath(await mkdtemp(join(tmpdir(), `mcpgen-${name}-`)));
  return {
    path,
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** A new empty folder that goes when the running test ends. Only inside a test that is not concurrent. */
export async function temporary(name?: string): Promise<string> {
  const folder = await openTemporary(name);
  onTestFinished(folder.remove);
  return folder.path;
}
