import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { errorCode, systemReason } from "./error-code.js";

/** What lies at one path. */
export type SnapshotEntry = {
  /** "other" is what no build replaces: a folder, or a file where a folder should be. */
  readonly kind: "missing" | "file" | "other";
  /** The bytes of a file; through a link, those of its target. */
  readonly bytes?: Uint8Array;
  /** Only on "other": what the system said when it would not tell. */
  readonly refused?: string;
  /** True where a symbolic link on the way leads out of the manifest's folder. */
  readonly outside: boolean;
};

/** The disk as a build found it, by path relative to the manifest's folder. */
export type Snapshot = ReadonlyMap<string, SnapshotEntry>;

/** Reads every path once; what `known` already holds is not read again. */
export function readSnapshot(
  folder: string,
  paths: Iterable<string>,
  known: Snapshot = new Map(),
): Snapshot {
  const snapshot = new Map(known);
  const inside = insideOf(folder);
  for (const path of paths) {
    if (snapshot.has(path)) continue;
    snapshot.set(path, readEntry(join(folder, path), inside));
  }
  return snapshot;
}

/** Tells for an absolute path whether it, links followed, stays in the folder. */
export function insideOf(folder: string): (path: string) => boolean {
  const root = realpathSync(folder);
  const known = new Map<string, boolean>();
  const inside = (path: string): boolean => {
    const answer = known.get(path);
    if (answer !== undefined) return answer;
    const found = isInside(root, path) ?? inside(dirname(path));
    known.set(path, found);
    return found;
  };
  return inside;
}

/** Undefined where nothing exists, so that the parent has to answer. */
function isInside(root: string, path: string): boolean | undefined {
  try {
    const way = relative(root, realpathSync(path));
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch (error) {
    // A link to nowhere exists itself: nobody knows where it will lead.
    if (exists(path)) return false;
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function readEntry(
  path: string,
  inside: (path: string) => boolean,
): SnapshotEntry {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return { kind: "missing", outside: !inside(dirname(path)) };
    const link = found.isSymbolicLink();
    const outside = !inside(link ? path : dirname(path));
    const target = link ? statSync(path) : found;
    if (!target.isFile()) return { kind: "other", outside };
    return { kind: "file", bytes: readFileSync(path), outside };
  } catch (error) {
    if (!isMissing(error)) {
      return { kind: "other", outside: false, refused: systemReason(error) };
    }
    const link = exists(path);
    const outside = !inside(link ? path : dirname(path));
    return {
      kind: errorCode(error) === "ENOTDIR" || link ? "other" : "missing",
      outside,
    };
  }
}

/** Whether something lies there, a link to nowhere included. */
function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
