import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, posix } from "node:path";
import { isInnerPath } from "./inner-path.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";

/** Name of the journal, which lies beside the lock while a build writes. */
export const journalName = ".mcpgen-journal.json";

/** One change of one file. Every step can be carried out again after it was interrupted. */
export type Step = {
  /** "create" never replaces a file that has come to exist. */
  readonly op: "create" | "replace" | "delete";
  /** Relative to the journal's folder, with `/`. */
  readonly path: string;
  /** Name of the file beside `path` that holds the new bytes; "" for a delete. */
  readonly temporary: string;
  /** sha256 of the bytes that are replaced or deleted, "" for a create. */
  readonly before: string;
  /** sha256 of the new bytes, "" for a delete. */
  readonly after: string;
};

/**
 * What a build is about to do. While "prepared", temporary files are being written
 * and nothing counts yet; once "committed", the steps are carried out to the end.
 */
export type Journal = {
  readonly state: "prepared" | "committed";
  /** Folders that the build makes, outermost first. */
  readonly folders: readonly string[];
  readonly steps: readonly Step[];
};

/** Saves the journal in one move, so that no reader ever sees half of it. */
export function saveJournal(folder: string, journal: Journal): void {
  const path = join(folder, journalName);
  writeFileSync(`${path}~`, `${JSON.stringify(journal, null, 2)}\n`);
  renameSync(`${path}~`, path);
}

/** Removes the journal, and one that was never finished. */
export function removeJournal(folder: string): void {
  rmSync(join(folder, `${journalName}~`), { force: true });
  rmSync(join(folder, journalName), { force: true });
}

/** True when a build was interrupted here. */
export function hasJournal(folder: string): boolean {
  return existsSync(join(folder, journalName));
}

/**
 * The journal of a folder. Undefined when it is not one that a build can have
 * written: a repository may hold anything, and a journal moves files.
 */
export function readJournal(folder: string): Journal | undefined {
  try {
    const text = readFileSync(join(folder, journalName), "utf8");
    const value = JSON.parse(text) as JsonValue;
    return isJournal(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const temporaryPattern = /^\.mcpgen-[0-9a-f]{16}~$/;

/** Where a step's temporary file lies, relative to the journal's folder. */
export function temporaryOf(step: Step): string {
  return posix.join(posix.dirname(step.path), step.temporary);
}

function isJournal(value: JsonValue): value is JsonObject & Journal {
  return (
    isJsonObject(value) &&
    (value["state"] === "prepared" || value["state"] === "committed") &&
    isListOf(value["folders"], isPath) &&
    isListOf(value["steps"], isStep)
  );
}

function isListOf(
  value: JsonValue | undefined,
  holds: (item: JsonValue) => boolean,
): boolean {
  return Array.isArray(value) && (value as readonly JsonValue[]).every(holds);
}

function isStep(step: JsonValue): boolean {
  if (!isJsonObject(step) || !isPath(step["path"])) return false;
  const { op, temporary, before, after } = step;
  if (typeof before !== "string" || typeof after !== "string") return false;
  if (op === "delete") return temporary === "";
  return (
    (op === "create" || op === "replace") &&
    typeof temporary === "string" &&
    temporaryPattern.test(temporary)
  );
}

function isPath(path: JsonValue | undefined): path is string {
  return typeof path === "string" && isInnerPath(path);
}
