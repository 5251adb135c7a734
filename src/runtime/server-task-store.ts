import type { ErrorObject, JsonObject } from "./json-rpc.js";

export type TaskStatus =
  "working" | "input_required" | "completed" | "cancelled" | "failed";

/** One task, as plain JSON: all that another process needs to answer for it or to go on with it. */
export type TaskRecord = {
  /** Unguessable: on servers without `auth` it is all that a client needs. */
  readonly taskId: string;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly status: TaskStatus;
  /** Where it stands, for people and models. */
  readonly statusMessage?: string | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly lastUpdatedAt: string;
  /** Milliseconds from `createdAt` after which it may be forgotten; null for never. */
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number;
  /** Whose task it is; null where nobody was told apart. */
  readonly principal: string | null;
  /** The `tools/call` that it answers. */
  readonly params: JsonObject;
  /** What the client answered, by key. */
  readonly answers: JsonObject;
  /** What steps gave, by key. */
  readonly steps: JsonObject;
  /** What the client is asked for, by key. */
  readonly requests: JsonObject;
  /** The result of the call, once it is completed. */
  readonly result?: JsonObject | undefined;
  /** Why it failed. */
  readonly error?: ErrorObject | undefined;
  /** While it works, its process moves this on (milliseconds since 1970); what is past was left by a process that ended. */
  readonly aliveUntil: number;
};

/**
 * Keeps tasks. The default, `memoryTasks()`, ends with the process; `fileTasks()`
 * survives a restart, and several processes that serve one address share a store.
 * Records are never changed in place.
 */
export interface TaskStore {
  /** The task as it is now; undefined where there is none. */
  get(taskId: string): Promise<TaskRecord | undefined>;
  /**
   * Stores a task where the stored one has the version before, or none is stored
   * for version 1; resolves to false where not. When it resolves, every process
   * gets this version. Rejects when it is full.
   */
  put(task: TaskRecord): Promise<boolean>;
}

/** How tasks are kept and told of. */
export type TaskOptions = {
  /** Default `memoryTasks()`, which ends with the process. */
  readonly store?: TaskStore | undefined;
  /** Milliseconds that a task is kept after its last sign of life; null for ever. Default one hour. */
  readonly ttlMs?: number | null | undefined;
  /** Milliseconds after which a client should look again; default 1,000. */
  readonly pollIntervalMs?: number | undefined;
  /** Milliseconds without a sign of life after which the process of a task counts as ended, and the task as failed; default 30,000. */
  readonly aliveMs?: number | undefined;
  /** Tasks that run in this process at one time; more are refused. Default 1,000. */
  readonly max?: number | undefined;
};

/** True for a task of which nothing more comes. */
export function isOver({ status }: Pick<TaskRecord, "status">): boolean {
  return (
    status === "completed" || status === "cancelled" || status === "failed"
  );
}

/** True once a task may be forgotten. */
export function isExpired({ createdAt, ttlMs }: TaskRecord): boolean {
  return ttlMs !== null && Date.parse(createdAt) + ttlMs < Date.now();
}

/** What a task that is over needs no more. */
export const over = {
  requests: {},
  answers: {},
  steps: {},
  aliveUntil: 0,
} as const;

/** A task with the result of its call, given as text. */
export function completion(text: string): Partial<TaskRecord> {
  const result = JSON.parse(text) as JsonObject;
  return { ...over, status: "completed", result };
}

/** A task that ended in a JSON-RPC error. */
export function failure(error: ErrorObject): Partial<TaskRecord> {
  return { ...over, status: "failed", error, statusMessage: error.message };
}

/** True for a task whose process ended before it did. */
export function isLeft({ status, aliveUntil }: TaskRecord): boolean {
  return status === "working" && aliveUntil < Date.now();
}

/** Moves what was asked to what was answered; undefined where nothing of it was. */
export function answered(
  { status, requests, answers }: TaskRecord,
  responses: JsonObject,
): Pick<TaskRecord, "requests" | "answers"> | undefined {
  const isFresh = ([key]: readonly [string, unknown]): boolean =>
    Object.hasOwn(responses, key);
  const asked = Object.entries(requests);
  const fresh = asked.filter(isFresh).map(([key]) => [key, responses[key]]);
  if (status !== "input_required" || fresh.length === 0) return undefined;
  const left = asked.filter((entry) => !isFresh(entry));
  return {
    requests: Object.fromEntries(left),
    answers: Object.fromEntries([
      ...Object.entries(answers),
      ...fresh,
    ]) as JsonObject,
  };
}

/** Keeps tasks in this process: at most `max`, default 10,000, those included that are over but not expired. */
export function memoryTasks({ max = 10_000 } = {}): TaskStore {
  // In the order of the last change, which is that of expiry.
  const tasks = new Map<string, TaskRecord>();
  const makeRoom = (): void => {
    for (const [id, task] of tasks) {
      if (!isExpired(task)) break;
      tasks.delete(id);
    }
    if (tasks.size >= max)
      throw new Error(`There are ${max} tasks, more are not kept`);
  };
  return {
    get: (taskId) => Promise.resolve(tasks.get(taskId)),
    async put(task) {
      const before = tasks.get(task.taskId)?.version ?? 0;
      if (task.version !== before + 1) return false;
      if (before === 0) makeRoom();
      tasks.delete(task.taskId);
      tasks.set(task.taskId, task);
      return true;
    },
  };
}
