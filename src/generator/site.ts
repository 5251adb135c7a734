import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { diagnostic } from "./diagnostic.js";
import { systemReason } from "./error-code.js";
import { byCodeUnit } from "./json.js";
import { emptyLock, lockName } from "./lock.js";
import { parseLock, type ParsedLock } from "./parse-lock.js";

/** One folder with a lock, and the manifests in it that are to be built. */
export type Site = {
  /** Absolute. */
  readonly folder: string;
  /** What messages print before a path of this folder: "" or a folder that ends with `/`. */
  readonly prefix: string;
  /** File names, sorted, each once. */
  readonly manifests: readonly string[];
};

/** Groups manifests by folder, in an order that is the same for every process. */
export function findSites(
  manifests: readonly string[],
  cwd: string,
): readonly Site[] {
  const names = new Map<string, Set<string>>();
  for (const manifest of manifests) {
    const path = resolve(cwd, manifest);
    const folder = dirname(path);
    names.set(folder, (names.get(folder) ?? new Set()).add(basename(path)));
  }
  return [...names]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([folder, found]) => siteAt(folder, cwd, [...found].sort(byCodeUnit)));
}

/** A site of which nothing but its lock is of interest, or the manifests given. */
export function siteAt(
  folder: string,
  cwd: string,
  manifests: readonly string[] = [],
): Site {
  const way = relative(cwd, folder).split(sep).join("/");
  return { folder, prefix: way === "" ? "" : `${way}/`, manifests };
}

/** Reads the site's lock; without one, an empty lock. */
export function readLock(site: Site): ParsedLock {
  const path = join(site.folder, lockName);
  const file = site.prefix + lockName;
  try {
    if (!existsSync(path)) return { lock: emptyLock };
    return parseLock(readFileSync(path, "utf8"), file);
  } catch (error) {
    const why = systemReason(error);
    return { problem: diagnostic("LOCK_BROKEN", { file }, { why }) };
  }
}
