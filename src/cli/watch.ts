import {
  existsSync,
  readdirSync,
  statSync,
  watch as watchFolder,
  type FSWatcher,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { escapeControls } from "../generator/diagnostic-text.js";
import { ownSchemasName } from "../generator/schema-folder.js";
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
  const named = args.manifests.length > 0 ? args.manifests : ["manifest.yaml"];
  const manifests = named.map((path) => resolve(args.cwd, path));
  const say = (text: string): void => {
    if (!args.quiet && !args.json) surroundings.terminal.err(text);
  };
  let changed: string | undefined;
  while (!stopped.signal.aborted) {
    const since = Date.now();
    const { result, code } = await buildOnce(
      { ...args, changed },
      surroundings,
    );
    const paths = new Set([...manifests, ...result.inputs]);
    const files = paths.size === 1 ? "1 file" : `${paths.size} files`;
    if (changed === undefined) say(`watching ${files}\n`);
    const places = placesOf(paths, manifests, code !== exitCode.done);
    const path = await changeIn(places, since, stopped.signal);
    const name = relative(args.cwd, path ?? "")
      .split(sep)
      .join("/");
    changed = escapeControls(name);
  }
  process.off("SIGINT", stop).off("SIGTERM", stop);
  return exitCode.done;
}

/** Names by folder; undefined stands for every name. */
type Places = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/**
 * Where a change may come: in an input, and in the folders of the user's protocol
 * versions, which may get new ones. What mends a failed build may be a file that it
 * did not find, so that then every file beside an input counts.
 */
function placesOf(
  inputs: ReadonlySet<string>,
  manifests: readonly string[],
  failed: boolean,
): Places {
  const places = new Map<string, Set<string> | undefined>();
  const add = (path: string): void => {
    const folder = dirname(path);
    if (places.has(folder)) places.get(folder)?.add(basename(path));
    else places.set(folder, new Set([basename(path)]));
  };
  for (const path of inputs) add(path);
  for (const manifest of manifests) {
    const schemas = join(dirname(manifest), ownSchemasName);
    add(schemas);
    for (const folder of foldersIn(schemas)) places.set(folder, undefined);
  }
  if (failed) for (const path of inputs) places.set(dirname(path), undefined);
  return places;
}

/** A folder and those in it; none where it is not there. */
function foldersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const inner = entries.filter((entry) => entry.isDirectory());
  return [folder, ...inner.map(({ name }) => join(folder, name))];
}

/** Resolves with the path once something changed after `since` and then rested; with nothing on abort. */
async function changeIn(
  places: Places,
  since: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const changed = await new Promise<string | undefined>((done) => {
    const touch = (path: string): void => {
      clearTimeout(timer);
      timer = setTimeout(done, settleMs, path);
    };
    signal.addEventListener("abort", () => done(undefined), { once: true });
    // The folder, not the file: editors put a new file in the old one's place.
    for (const [folder, names] of places) {
      const watcher = openWatcher(folder, (name) => {
        if (name === null || (names?.has(name) ?? true))
          touch(join(folder, name ?? ""));
      });
      if (watcher) watchers.push(watcher);
    }
    // What changed while the build ran had no watcher yet.
    const known = [...places].flatMap(([folder, names]) =>
      [...(names ?? namesIn(folder))].map((name) => join(folder, name)),
    );
    const late = known.find((path) => modified(path) > since);
    if (late !== undefined) touch(late);
  });
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  return changed;
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
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
