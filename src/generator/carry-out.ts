import {
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "./error-code.js";
import { hashBytes } from "./hash.js";
import { temporaryOf, type Step } from "./journal.js";

/**
 * Carries out one step of a journal, from wherever an earlier attempt stopped.
 * `inside` tells which folders are the manifest's own, links followed. Returns false,
 * and leaves the file as it is, when someone else changed it since.
 */
export function carryOut(
  folder: string,
  step: Step,
  inside: (path: string) => boolean,
): boolean {
  const path = join(folder, step.path);
  if (!inside(dirname(path))) return false;
  const found = hashOf(path);
  if (step.op === "delete") {
    if (found === undefined) return true;
    if (found !== step.before) return false;
    unlinkSync(path);
    removeEmptyFolders(folder, dirname(path));
    return true;
  }
  const temporary = join(folder, temporaryOf(step));
  if (hashOf(temporary) !== step.after) return found === step.after;
  if (step.op === "create") return create(temporary, path, step.after);
  const ours =
    found === undefined || found === step.before || found === step.after;
  if (ours) renameSync(temporary, path);
  else unlinkSync(temporary);
  return ours;
}

/** Gives the temporary file its name unless a file of that name exists, in any letter case. */
function create(temporary: string, path: string, after: string): boolean {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })) {
      const same = hashOf(path) === after;
      unlinkSync(temporary);
      return same;
    }
    // The disk knows no hard links; only an instant lies between the look and the rename.
    if (errorCode(error) === undefined) throw error;
    renameSync(temporary, path);
    return true;
  }
  unlinkSync(temporary);
  return true;
}

/** Removes a folder that a delete emptied, and its parents, never the manifest's own. */
function removeEmptyFolders(folder: string, emptied: string): void {
  let at = emptied;
  while (at !== folder && removeIfEmpty(at)) at = dirname(at);
}

/** True when the folder was empty and is gone. */
export function removeIfEmpty(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
}

/** sha256 of a file's bytes; undefined when there is no such file. */
function hashOf(path: string): string | undefined {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  return hashBytes(readFileSync(path));
}
