import { Refusal } from "./call.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import { errorCode, type ErrorObject, type JsonObject } from "./json-rpc.js";
import type { Call, Engine } from "./server-engine.js";
import type { Memory } from "./server-round.js";
import { RunningTasks } from "./server-task-running.js";
import {
  answered,
  completion,
  failure,
  isExpired,
  isLeft,
  isOver,
  memoryTasks,
  over,
  type TaskOptions,
  type TaskRecord,
  type TaskStore,
} from "./server-task-store.js";
import { TaskCall } from "./server-tasking.js";

/** What a change makes of a record; undefined leaves it. */
type Edit = (task: TaskRecord) => Partial<TaskRecord> | undefined;

/** A store that refuses so often in a row is broken. */
const maxTries = 1000;

const leftBehind =
  "The process that ran this task ended before the task did; it is not run again, because part of it may be done";

const shutDown = "The server was shut down before the task was done";

/**
 * Which tasks there are, and which of them run here. Every change goes through the
 * store, version by version, so that processes that share one see the same task;
 * the bus only tells that there is something to see.
 */
export class TaskBoard {
  readonly #engine: Engine;
  readonly #store: TaskStore;
  readonly #ttlMs: number | null;
  readonly #pollIntervalMs: number;
  readonly #aliveMs: number;
  readonly #running: RunningTasks;
  /** What tasks have said and the store does not have yet. */
  readonly #messages = new Map<string, string>();
  readonly #givenUp = new Set<Promise<void>>();

  constructor(engine: Engine, options: TaskOptions) {
    const { store, ttlMs, pollIntervalMs, aliveMs, max } = options;
    this.#engine = engine;
    this.#store = store ?? memoryTasks();
    this.#ttlMs = ttlMs === undefined ? 3_600_000 : ttlMs;
    this.#pollIntervalMs = pollIntervalMs ?? 1000;
    this.#aliveMs = aliveMs ?? 30_000;
    this.#running = new RunningTasks(engine, {
      aliveMs: this.#aliveMs,
      max: max ?? 1000,
      showLife: (taskId) =>
        this.#change(
          taskId,
          (now) =>
            now.status === "working"
              ? { aliveUntil: this.#alive() }
              : undefined,
          true,
        ),
      look: (taskId) => this.#store.get(taskId),
    });
    engine.onClose(async () => {
      await Promise.all(this.#givenUp);
    });
  }

  /** A task as it is now: one whose process ended has failed. */
  async get(taskId: string): Promise<TaskRecord | undefined> {
    const task = await this.#store.get(taskId);
    if (task === undefined || isExpired(task)) return undefined;
    if (!isLeft(task)) return task;
    const error = { code: errorCode.internal, message: leftBehind };
    return this.#change(taskId, (now) =>
      isLeft(now) ? failure(error) : undefined,
    );
  }

  /** Stores a new task and begins it here; rejects where no more are taken. */
  async create(call: Call, memory: Memory): Promise<[TaskCall, TaskRecord]> {
    this.#running.take();
    try {
      const now = new Date().toISOString();
      const { name, arguments: input } = call.params;
      const task: TaskRecord = {
        ...memory,
        taskId: crypto.randomUUID(),
        version: 1,
        status: "working",
        createdAt: now,
        lastUpdatedAt: now,
        ttlMs: this.#ttlMs,
        pollIntervalMs: this.#pollIntervalMs,
        principal: call.link.grant.principal ?? null,
        params: { name, arguments: input },
        requests: {},
        aliveUntil: this.#alive(),
      };
      if (!(await this.#store.put(task)))
        throw new Error(`The task store has ${task.taskId} already`);
      return [this.#start(call, task), task];
    } catch (error) {
      this.#running.release();
      throw error;
    }
  }

  /** Does a task's work; `produce` gives the text of the call's result, or "" for a task that waits for answers. */
  work(task: TaskCall, produce: () => string | Promise<string>): void {
    const work = async (): Promise<void> => {
      let edit: Partial<TaskRecord> | undefined;
      try {
        const text = await produce();
        if (text !== "") edit = completion(text);
      } catch (error) {
        edit = failure(this.#errorOf(task, error));
      }
      this.#running.drop(task);
      if (edit !== undefined) await this.#finish(task.id, edit);
    };
    work()
      .catch((cause: unknown) => this.#notStored(task.id, cause))
      .finally(() => this.#engine.end(task));
  }

  /** The task waits for the client; nothing of it runs then. */
  async park(
    task: TaskCall,
    requests: JsonObject,
    memory: Memory,
  ): Promise<void> {
    await this.#finish(task.id, {
      ...memory,
      requests,
      status: "input_required",
      aliveUntil: 0,
    });
  }

  /** Takes answers to what is still asked; with the last one the task runs here, for whoever sent them. */
  async answer(
    call: Call,
    taskId: string,
    responses: JsonObject,
  ): Promise<TaskCall | undefined> {
    this.#running.take();
    let goesOn = false as boolean;
    try {
      const task = await this.#change(taskId, (now) => {
        const edit = answered(now, responses);
        goesOn = edit !== undefined && Object.keys(edit.requests).length === 0;
        return goesOn
          ? { ...edit, status: "working", aliveUntil: this.#alive() }
          : edit;
      });
      return goesOn && task !== undefined ? this.#start(call, task) : undefined;
    } finally {
      if (!goesOn) this.#running.release();
    }
  }

  async cancel(taskId: string): Promise<void> {
    await this.#finish(taskId, { ...over, status: "cancelled" });
    this.#running.abort(taskId);
  }

  #start(call: Call, record: TaskRecord): TaskCall {
    const { taskId } = record;
    const task = new TaskCall(call, record, {
      status: (message) => this.#say(taskId, message),
      giveUp: () => {
        const error = { code: errorCode.internal, message: shutDown };
        const stored = this.#finish(taskId, failure(error));
        this.#givenUp.add(
          stored.catch((cause: unknown) => this.#notStored(taskId, cause)),
        );
        task.cancel(new ConnectionError("closed", shutDown));
      },
    });
    this.#running.add(task);
    return task;
  }

  #alive(): number {
    return Date.now() + this.#aliveMs;
  }

  /** Stores one message of a task at a time, and of those that came meanwhile the last. */
  #say(taskId: string, message: string): void {
    const busy = this.#messages.has(taskId);
    this.#messages.set(taskId, message);
    if (busy) return;
    const say = async (): Promise<void> => {
      for (;;) {
        const statusMessage = this.#messages.get(taskId);
        await this.#finish(taskId, { statusMessage });
        if (this.#messages.get(taskId) === statusMessage) return;
      }
    };
    say()
      .catch((cause: unknown) => this.#notStored(taskId, cause))
      .finally(() => this.#messages.delete(taskId));
  }

  /** Changes a task that is not over. */
  async #finish(taskId: string, edit: Partial<TaskRecord>): Promise<void> {
    await this.#change(taskId, (now) => (isOver(now) ? undefined : edit));
  }

  async #change(
    taskId: string,
    edit: Edit,
    quiet = false,
  ): Promise<TaskRecord | undefined> {
    for (let tries = 0; tries < maxTries; tries++) {
      const task = await this.#store.get(taskId);
      if (task === undefined || isExpired(task)) return undefined;
      const edited = edit(task);
      if (edited === undefined) return task;
      const now = new Date();
      const age = now.getTime() - Date.parse(task.createdAt);
      const next = {
        ...task,
        ...edited,
        version: task.version + 1,
        ...(quiet ? undefined : { lastUpdatedAt: now.toISOString() }),
        ttlMs: this.#ttlMs === null ? null : age + this.#ttlMs,
      };
      if (!(await this.#store.put(next))) continue;
      if (!quiet) this.#engine.bus.publish({ type: "task", id: taskId });
      return next;
    }
    throw new Error(`The task store takes no change of ${taskId}`);
  }

  #errorOf(task: TaskCall, error: unknown): ErrorObject {
    if (error instanceof ProtocolError || error instanceof Refusal) {
      const { code, message, data } = error;
      return { code, message, data };
    }
    this.#engine.warn(`Task ${task.id} failed`, { cause: error });
    return { code: errorCode.internal, message: "Internal error" };
  }

  #notStored(taskId: string, cause: unknown): void {
    this.#engine.warn(`Task ${taskId} could not be stored`, { cause });
  }
}
