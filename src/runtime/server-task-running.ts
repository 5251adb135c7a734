import { Alarm } from "./alarm.js";
import { ConnectionError, ProtocolError } from "./errors.js";
import { errorCode } from "./json-rpc.js";
import type { Engine } from "./server-engine.js";
import { isOver, type TaskRecord } from "./server-task-store.js";
import type { TaskCall } from "./server-tasking.js";

/** A look at a task in the store. */
type Look = (taskId: string) => Promise<TaskRecord | undefined>;

/** How running tasks are seen from outside. */
export type Sight = {
  /** Milliseconds without a sign of life after which a process counts as ended. */
  readonly aliveMs: number;
  readonly max: number;
  /** Leaves a sign of life; gives the task as it is. */
  readonly showLife: Look;
  readonly look: Look;
};

/** The tasks that run in this process: bounded, showing that they live, and ended when another process ends them. */
export class RunningTasks {
  readonly #engine: Engine;
  readonly #sight: Sight;
  readonly #running = new Map<string, TaskCall>();
  /** Those that are about to run too. */
  #taken = 0;
  readonly #alarm: Alarm;
  #stopListening: (() => void) | undefined;

  constructor(engine: Engine, sight: Sight) {
    this.#engine = engine;
    this.#sight = sight;
    this.#alarm = new Alarm((now) => this.#showLife(now));
    this.#alarm.hold(false);
    engine.onClose(() => this.#alarm.stop());
  }

  /** Keeps a place for one more; throws where there is none. */
  take(): void {
    const { max } = this.#sight;
    if (this.#taken >= max) {
      throw new ProtocolError(
        errorCode.internal,
        `${max} tasks are running, try again later`,
      );
    }
    this.#taken++;
  }

  /** Gives back a place that was not needed. */
  release(): void {
    this.#taken--;
  }

  /** Runs a task in the place that was kept for it. */
  add(task: TaskCall): void {
    this.#running.set(task.id, task);
    this.#engine.begin(task);
    this.#alarm.watch(performance.now() + this.#pause);
    this.#stopListening ??= this.#engine.bus.subscribe((event) => {
      if (event.type === "task" && this.#running.has(event.id))
        this.#endIfOver(event.id, this.#sight.look(event.id));
    });
  }

  /** The task's work is done, though its end may not be stored yet. */
  drop(task: TaskCall): void {
    if (!this.#running.delete(task.id)) return;
    this.#taken--;
    if (this.#running.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  abort(taskId: string): void {
    this.#running
      .get(taskId)
      ?.cancel(new ConnectionError("aborted", "The task was cancelled"));
  }

  /** Milliseconds between signs of life: one that comes late is no harm. */
  get #pause(): number {
    return this.#sight.aliveMs / 3;
  }

  #showLife(now: number): number {
    for (const taskId of this.#running.keys())
      this.#endIfOver(taskId, this.#sight.showLife(taskId));
    return this.#running.size > 0 ? now + this.#pause : Infinity;
  }

  /** Another process may have cancelled it, or taken this one for ended. */
  #endIfOver(taskId: string, looked: ReturnType<Look>): void {
    looked.then(
      (task) => {
        if (task === undefined || isOver(task)) this.abort(taskId);
      },
      (cause: unknown) => {
        this.#engine.warn(`Task ${taskId} could not be read`, { cause });
      },
    );
  }
}
