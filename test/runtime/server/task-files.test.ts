import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fileTasks } from "../../../src/runtime/server-task-files.js";
import {
  memoryTasks,
  type TaskRecord,
} from "../../../src/runtime/server-task-store.js";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "tasks-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

function record(taskId: string, more: Partial<TaskRecord> = {}): TaskRecord {
  const now = new Date().toISOString();
  return {
    taskId,
    version: 1,
    status: "working",
    createdAt: now,
    lastUpdatedAt: now,
    ttlMs: 60_000,
    pollIntervalMs: 1000,
    principal: null,
    params: { name: "act", arguments: { text: "Grüße 🌍" } },
    answers: {},
    steps: {},
    requests: {},
    aliveUntil: 0,
    ...more,
  };
}

const stores = {
  memory: async (max?: number) => {
    const store = memoryTasks(max === undefined ? {} : { max });
    return [store, store] as const;
  },
  files: async (max?: number) => {
    const path = join(await folder(), "deeper");
    const options = max === undefined ? {} : { max };
    return [fileTasks(path, options), fileTasks(path, options)] as const;
  },
};

const expired = {
  ttlMs: 1000,
  createdAt: new Date(Date.now() - 5000).toISOString(),
};

it.each(Object.entries(stores))(
  "a store in %s takes each version once",
  async (_, open) => {
    const [one, other] = await open();
    expect(await one.get("a")).toBeUndefined();
    expect(await one.put(record("a"))).toBe(true);
    expect(await other.put(record("a"))).toBe(false);
    expect(await other.get("a")).toEqual(record("a", await one.get("a")));
    expect(await other.put(record("a", { version: 3 }))).toBe(false);
    const second = record("a", { version: 2, statusMessage: "later" });
    expect(await other.put(second)).toBe(true);
    expect(await one.get("a")).toEqual(second);
    expect(await one.put({ ...second, statusMessage: "too late" })).toBe(false);
    expect(await one.get("a")).toEqual(second);
  },
);

it.each(Object.entries(stores))(
  "a store in %s loses no change of many writers",
  async (_, open) => {
    const both = await open();
    await both[0].put(record("a", { steps: { count: 0 } }));
    const add = async (at: number): Promise<void> => {
      for (;;) {
        const store = both[at % 2]!;
        const task = (await store.get("a"))!;
        const count = (task.steps["count"] as number) + 1;
        const version = task.version + 1;
        if (await store.put({ ...task, version, steps: { count } })) return;
      }
    };
    await Promise.all(Array.from({ length: 30 }, (_one, at) => add(at)));
    const last = await both[1].get("a");
    expect(last).toMatchObject({ version: 31, steps: { count: 30 } });
  },
);

it.each(Object.entries(stores))(
  "a store in %s is bounded, and forgets what is over its time",
  async (_, open) => {
    const [store] = await open(2);
    await store.put(record("b", expired));
    await store.put(record("a"));
    await store.put(record("c"));
    expect(await store.get("b")).toBeUndefined();
    await expect(store.put(record("d"))).rejects.toThrow("2 tasks");
    expect(await store.put(record("a", { version: 2 }))).toBe(true);
  },
);

it("a store in files forgets at its first task what earlier processes left", async () => {
  const path = await folder();
  await fileTasks(path).put(record("old", expired));
  const store = fileTasks(path);
  expect(await store.get("old")).toMatchObject({ version: 1 });
  await store.put(record("a"));
  expect(await readdir(path)).toEqual(["a"]);
});

it("a store in files keeps no more than a few versions, and no drafts", async () => {
  const path = await folder();
  const store = fileTasks(path);
  for (let version = 1; version <= 40; version++)
    await store.put(record("a", { version }));
  const left = await readdir(join(path, "a"));
  expect(left.every((name) => name.endsWith(".json"))).toBe(true);
  expect(left.length).toBeLessThan(12);
});

it("a store in files reads what an earlier process left, whatever lies beside it", async () => {
  const path = await folder();
  await fileTasks(path).put(record("a"));
  // What a process that ended in the middle of a write has left.
  await writeFile(join(path, "a", "x.draft"), '{"taskId":"a","ver');
  expect(await fileTasks(path).get("a")).toMatchObject({ version: 1 });
});

it.each(["../a", "a/b", "", ".", "..", "a\0", "x".repeat(200)])(
  "a store in files takes no path for an id: %j",
  async (taskId) => {
    const store = fileTasks(await folder());
    expect(await store.get(taskId)).toBeUndefined();
    await expect(store.put(record(taskId))).rejects.toThrow("called");
  },
);
