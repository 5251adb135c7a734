import {
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  unlink,
} from "node:fs/promises";
import { join } from "node:path";
import {
  isExpired,
  type TaskRecord,
  type TaskStore,
} from "./server-task-store.js";

/**
 * Keeps tasks in a folder that outlives the process and that several processes on
 * one machine may share: a folder for each task, a file for each version. A file
 * gets its name only when it is whole, and only where no other process has taken
 * that version: there is neither a lock nor a half-written task. At most `max`
 * tasks, default 10,000. The folder must allow hard links, as every local file system does.
 */
export function fileTasks(folder: string, { max = 10_000 } = {}): TaskStore {
  let isSwept = false;
  return {
    get: (taskId) => read(pathOf(folder, taskId)),
    async put(task) {
      const path = pathOf(folder, task.taskId);
      if (path === undefined)
        throw new Error(
          `A file cannot be called ${JSON.stringify(task.taskId)}`,
        );
      if (task.version === 1) {
        await makeRoom(folder, max, isSwept);
        isSwept = true;
      } else if ((await newest(path)) !== task.version - 1) return false;
      await mkdir(path, { recursive: true });
      const stored = await write(path, task);
      if (stored) await removeOld(path, task.version);
      return stored;
    },
  };
}

/** Ids come from clients: what could be a path is none of ours. */
function pathOf(folder: string, taskId: string): string | undefined {
  return /^[\w-]{1,100}$/.test(taskId) ? join(folder, taskId) : undefined;
}

async function read(path: string | undefined): Promise<TaskRecord | undefined> {
  if (path === undefined) return undefined;
  for (;;) {
    const version = await newest(path);
    if (version === 0) return undefined;
    const text = await unlessGone(readFile(fileOf(path, version), "utf8"));
    // Gone means that a newer version has come in between.
    if (text !== undefined) return JSON.parse(text) as TaskRecord;
  }
}

async function write(path: string, task: TaskRecord): Promise<boolean> {
  const draft = join(path, `${crypto.randomUUID()}.draft`);
  const file = await open(draft, "wx");
  try {
    await file.writeFile(JSON.stringify(task));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // Unlike a rename, this fails where the name is taken.
    await link(draft, fileOf(path, task.version));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/** The version that counts: the highest; 0 where there is none. */
async function newest(path: string): Promise<number> {
  return Math.max(0, ...(await versions(path)));
}

async function versions(path: string): Promise<readonly number[]> {
  const names = (await unlessGone(readdir(path))) ?? [];
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => Number.parseInt(name, 10));
}

/** A slow writer must find that its version is taken, so the last few stay. */
async function removeOld(path: string, version: number): Promise<void> {
  for (const old of await versions(path))
    if (old < version - 8) await rm(fileOf(path, old), { force: true });
}

/** Removes what earlier processes left and nobody wants any more, and sees to it that one more task has room. */
async function makeRoom(
  folder: string,
  max: number,
  isSwept: boolean,
): Promise<void> {
  const ids = (await unlessGone(readdir(folder))) ?? [];
  if (isSwept && ids.length < max) return;
  let left = ids.length;
  for (const id of ids) {
    const path = join(folder, id);
    const task = await read(path);
    // Without a version it is just being made.
    if (task === undefined || !isExpired(task)) continue;
    await rm(path, { recursive: true, force: true });
    left--;
  }
  if (left >= max) throw new Error(`There are ${max} tasks, more are not kept`);
}

function fileOf(path: string, version: number): string {
  return join(path, `${version}.json`);
}

async function unlessGone<Value>(
  work: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
