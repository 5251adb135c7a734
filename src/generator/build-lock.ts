import { randomBytes } from "node:crypto";
import {
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { diagnostic, type Diagnostic } from "./diagnostic.js";
import { errorCode, systemReason } from "./error-code.js";
import { isJsonObject } from "./json.js";

/** Name of the file that one build holds in a folder while it may write there. */
export const buildLockName = ".mcpgen-build.lock";

const retryMs = 40;
/** A take-over lasts an instant; one this old belongs to a process that died in it. */
const takeOverMs = 5_000;

type Holder = {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
};

/** Tokens that this very process holds: its own pid proves nothing about a lock left by another. */
const held = new Set<string>();

/** The lock with the function that gives it back, or why it was not to be had. */
export type BuildLock =
  { readonly release: () => void } | { readonly problem: Diagnostic };

/**
 * Takes the folder for one build. A lock left by a process that is gone is taken
 * over; one that is held is waited for, at most `waitMs` (default 2000), and then
 * gives BUILD_RUNNING with the holder's pid. WRITE_FAILED where the folder is read-only.
 */
export async function takeBuildLock(
  folder: string,
  prefix: string,
  waitMs = 2_000,
): Promise<BuildLock> {
  const path = join(folder, buildLockName);
  const file = prefix + buildLockName;
  const token = randomBytes(8).toString("hex");
  const until = Date.now() + waitMs;
  for (;;) {
    const made = tryCreate(path, token);
    if (typeof made === "string") {
      return {
        problem: diagnostic("WRITE_FAILED", { file }, { reason: made }),
      };
    }
    if (made) {
      held.add(token);
      removeUnborn(folder);
      return { release: () => release(path, token) };
    }
    const holder = readHolder(path);
    if (holder && isGone(holder) && takeOver(path, holder)) continue;
    if (Date.now() >= until) {
      const pid = holder?.pid ?? 0;
      return { problem: diagnostic("BUILD_RUNNING", { file }, { pid, file }) };
    }
    await sleep(retryMs);
  }
}

/** Removes locks that a process died before making; one that is being made right now is made in another way. */
function removeUnborn(folder: string): void {
  const unborn = /^\.[0-9a-f]{16}~$/;
  for (const name of readdirSync(folder)) {
    const rest = name.slice(buildLockName.length);
    if (name.startsWith(buildLockName) && unborn.test(rest)) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

/** As `create`, with the system's words where the folder cannot be written. */
function tryCreate(path: string, token: string): boolean | string {
  try {
    return create(path, token);
  } catch (error) {
    return systemReason(error);
  }
}

/** Makes the lock in one move, content included; false when it exists. */
function create(path: string, token: string): boolean {
  const holder: Holder = { pid: process.pid, host: hostname(), token };
  const temporary = `${path}.${token}~`;
  writeFileSync(temporary, JSON.stringify(holder), { flag: "wx" });
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    return createWithoutLinks(path, holder);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** For disks without hard links: a reader may see the file empty for an instant. */
function createWithoutLinks(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function release(path: string, token: string): void {
  held.delete(token);
  if (readHolder(path)?.token === token) rmSync(path, { force: true });
}

/** Undefined when the lock is gone or not yet written out. */
function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (!isJsonObject(value)) return undefined;
    const { pid, host, token } = value;
    if (typeof pid !== "number" || typeof host !== "string") return undefined;
    return { pid, host, token: typeof token === "string" ? token : "" };
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === "ENOENT")
      return undefined;
    throw error;
  }
}

/** True when the holder is known to be dead; on another host nobody can tell. */
function isGone(holder: Holder): boolean {
  if (holder.host !== hostname()) return false;
  if (holder.pid === process.pid) return !held.has(holder.token);
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}

/**
 * Removes a dead process's lock; a second file keeps two heirs from removing each
 * other's. False when another heir is at it.
 */
function takeOver(path: string, dead: Holder): boolean {
  const guard = `${path}.heir`;
  try {
    writeFileSync(guard, "", { flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > takeOverMs) {
      rmSync(guard, { force: true });
    }
    return false;
  }
  if (readHolder(path)?.token === dead.token) rmSync(path, { force: true });
  rmSync(guard, { force: true });
  return true;
}
