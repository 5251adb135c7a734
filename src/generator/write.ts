import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { carryOut, removeIfEmpty } from "./carry-out.js";
import { diagnostic, type Diagnostic } from "./diagnostic.js";
import { errorCode, systemReason } from "./error-code.js";
import { hashBytes } from "./hash.js";
import {
  hasJournal,
  journalName,
  readJournal,
  removeJournal,
  saveJournal,
  temporaryOf,
  type Journal,
  type Step,
} from "./journal.js";
import { lockName } from "./lock.js";
import type { PlannedFile } from "./plan.js";
import { insideOf } from "./snapshot.js";

/** How writing reports. */
export type WriteOptions = {
  /** What diagnostics print before each path: "" or a folder that ends with `/`. */
  readonly prefix: string;
  /** Called before each move on disk with its name; tests end the process there. */
  readonly step?: (name: string) => void;
};

/**
 * Carries out a plan so that, wherever the process dies, `recover` makes the folder
 * wholly old or wholly new: new bytes go to temporary files, a journal lists the
 * moves, then every file is replaced in one move each, the lock last. Diagnostics:
 * WRITE_FAILED when the disk refuses, WRITE_SKIPPED for files that someone changed
 * in the meantime.
 */
export function write(
  folder: string,
  files: readonly PlannedFile[],
  { prefix, step = () => {} }: WriteOptions,
): readonly Diagnostic[] {
  const steps = stepsOf(files);
  if (steps.length === 0) return [];
  const folders = missingFolders(folder, steps);
  const texts = new Map(files.map((file) => [file.path, file.text]));
  try {
    step("prepare");
    saveJournal(folder, { state: "prepared", folders, steps });
    // Asked again: since the plan was made, links may have been planted.
    const inside = insideOf(folder);
    for (const path of folders) {
      step(`make ${path}`);
      const made = join(folder, path);
      if (inside(dirname(made))) mkdirSync(made, { recursive: true });
    }
    for (const one of steps) {
      if (one.op === "delete" || !inside(dirname(join(folder, one.path)))) {
        continue;
      }
      step(`stage ${one.path}`);
      stage(folder, one, texts.get(one.path) ?? "");
    }
    step("commit");
    saveJournal(folder, { state: "committed", folders, steps });
    return carryOutAll(folder, steps, { prefix, step });
  } catch (error) {
    // What was committed is left to the next `recover`.
    const journal = hasJournal(folder) ? readJournal(folder) : undefined;
    if (journal?.state === "prepared") rollBack(folder, journal);
    return [failure(prefix, error)];
  }
}

/** The diagnostic for a system error; anything else is a fault of ours. */
function failure(prefix: string, error: unknown): Diagnostic {
  const at = { file: prefix + lockName };
  return diagnostic("WRITE_FAILED", at, { reason: systemReason(error) });
}

/**
 * Ends what a killed build began: completes it once its journal was committed, rolls
 * it back before that. Call it with the build lock held. Diagnostics: the notes
 * BUILD_COMPLETED and BUILD_ROLLED_BACK, WRITE_SKIPPED, and JOURNAL_BROKEN for a
 * journal that no build wrote.
 */
export function recover(
  folder: string,
  options: WriteOptions,
): readonly Diagnostic[] {
  if (!hasJournal(folder)) {
    removeJournal(folder);
    return [];
  }
  const at = { file: options.prefix + journalName };
  const journal = readJournal(folder);
  if (journal === undefined) return [diagnostic("JOURNAL_BROKEN", at, {})];
  const params = { files: journal.steps.length };
  try {
    if (journal.state === "prepared") {
      rollBack(folder, journal);
      return [diagnostic("BUILD_ROLLED_BACK", at, params)];
    }
    const skipped = carryOutAll(folder, journal.steps, options);
    return [diagnostic("BUILD_COMPLETED", at, params), ...skipped];
  } catch (error) {
    return [failure(options.prefix, error)];
  }
}

function rollBack(folder: string, journal: Journal): void {
  for (const one of journal.steps) {
    if (one.op !== "delete") {
      removeFile(join(folder, temporaryOf(one)));
    }
  }
  for (const path of [...journal.folders].reverse()) {
    removeIfEmpty(join(folder, path));
  }
  removeJournal(folder);
}

/** Removes what may never have been written, or whose folder may never have been made. */
function removeFile(path: string): void {
  try {
    rmSync(path);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  }
}

function carryOutAll(
  folder: string,
  steps: readonly Step[],
  { prefix, step = () => {} }: WriteOptions,
): readonly Diagnostic[] {
  // Links may have been planted since the plan was made.
  const inside = insideOf(folder);
  const skipped = steps.filter((one) => {
    step(`${one.op} ${one.path}`);
    return !carryOut(folder, one, inside);
  });
  step("finish");
  removeJournal(folder);
  if (skipped.length === 0) return [];
  const files = skipped.map((one) => prefix + one.path);
  return [diagnostic("WRITE_SKIPPED", { file: files[0] as string }, { files })];
}

function stepsOf(files: readonly PlannedFile[]): readonly Step[] {
  const steps = files.flatMap((file): readonly Step[] => {
    const { path, action, before = "" } = file;
    const temporary = `.mcpgen-${randomBytes(8).toString("hex")}~`;
    const after = hashBytes(file.text ?? "");
    if (action === "created") {
      return [{ op: "create", path, temporary, before, after }];
    }
    if (action === "updated") {
      return [{ op: "replace", path, temporary, before, after }];
    }
    if (action !== "deleted") return [];
    return [{ op: "delete", path, temporary: "", before, after: "" }];
  });
  // The lock speaks of the other files, so it comes last.
  const isLock = (one: Step): boolean => one.path === lockName;
  return [
    ...steps.filter((one) => !isLock(one)),
    ...steps.filter((one) => isLock(one)),
  ];
}

/** Writes the new bytes beside their place, with the permissions of the file they replace. */
function stage(folder: string, one: Step, text: string): void {
  const temporary = join(folder, temporaryOf(one));
  writeFileSync(temporary, text, { flag: "wx" });
  if (one.op !== "replace") return;
  chmodSync(temporary, statSync(join(folder, one.path)).mode & 0o7777);
}

function missingFolders(
  folder: string,
  steps: readonly Step[],
): readonly string[] {
  const missing = new Set<string>();
  for (const one of steps) {
    let at = posix.dirname(one.path);
    while (at !== "." && !missing.has(at) && !existsSync(join(folder, at))) {
      missing.add(at);
      at = posix.dirname(at);
    }
  }
  return [...missing].sort((a, b) => a.length - b.length);
}
