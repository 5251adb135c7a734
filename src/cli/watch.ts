import { statSync, watch as watchFolder, type FSWatcher } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { buildOnce, type BuildArguments } from "./build.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import type { Surroundings } from "./verb.js";

/** Editors write a file in several moves; one build should follow them all. */
const settleMs = 60;

/** `mcpgen build --watch`: builds, and again whenever an input changes, until it is interrupted. */
export async function watch(
  args: BuildArguments,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const manifests =
    args.manifests.length > 0 ? args.manifests : ["manifest.yaml"];
  const own = manifests.map((path) => resolve(args.cwd, path));
  while (!stopped.signal.aborted) {
    const since = Date.now();
    const { result } = await buildOnce(args, surroundings);
    const inputs = new Set([...own, ...result.inputs]);
    if (!args.quiet && !args.json) {
      const files = inputs.size === 1 ? "1 file" : `${inputs.size} files`;
      surroundings.terminal.err(`watching ${files}\n`);
    }
    await changeOf(inputs, since, stopped.signal);
  }
  process.off("SIGINT", stop).off("SIGTERM", stop);
  return exitCode.done;
}

/** Resolves once one of the files changed after `since` and then rested, or on abort. */
async function changeOf(
  paths: ReadonlySet<string>,
  since: number,
  signal: AbortSignal,
): Promise<void> {
  const names = new Map<string, Set<string>>();
  for (const path of paths) {
    const folder = dirname(path);
    names.set(folder, (names.get(folder) ?? new Set()).add(basename(path)));
  }
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((done) => {
    const touch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, settleMs);
    };
    signal.addEventListener("abort", () => done(), { once: true });
    // The folder, not the file: editors put a new file in the old one's place.
    for (const [folder, files] of names) {
      const watcher = openWatcher(folder, (name) => {
        if (name === null || files.has(name)) touch();
      });
      if (watcher) watchers.push(watcher);
    }
    // What changed while the build ran had no watcher yet.
    if ([...paths].some((path) => modified(path) > since)) touch();
  });
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
}

function openWatcher(
  folder: string,
  onChange: (name: string | null) => void,
): FSWatcher | undefined {
  try {
    return watchFolder(folder, (_event, name) => onChange(name));
  } catch {
    // The folder is gone; the build has said so.
    return undefined;
  }
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
