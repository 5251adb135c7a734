import { ProtocolError, ToolError } from "./errors.js";
import { isObject, type JsonObject, tasksExtension } from "./json-rpc.js";
import { type Asker, AskingContext } from "./server-asking.js";
import type { Call, Caller, Dialect, Engine, Link } from "./server-engine.js";
import type { Awaitable } from "./server-handlers.js";
import type { Memory } from "./server-round.js";
import type { TaskRecord } from "./server-task-store.js";

/** A piece of work that may go on after the call's answer. */
export interface RunningTask {
  /** Undefined where the client has no tasks, so that it waits for the call itself. */
  readonly id: string | undefined;
  /** Aborts when the client cancels the task, or the call that waits for it. */
  readonly signal: AbortSignal;
  /** Says where the work stands, as the task's `statusMessage`; without a task nothing happens. */
  readonly status: (message: string) => void;
}

/** Lets a tool's handler outlive its call (the tasks extension, SEP-2663). */
export interface TaskContext {
  /**
   * Answers the call with a task, where the client declared the extension, and goes
   * on: what the handler returns or throws is what becomes of the task. For other
   * clients `run` is simply run. What is asked before is asked of the call, what is
   * asked after of the task; the handler runs again for each answer, as ever.
   */
  task<Value>(run: (task: RunningTask) => Awaitable<Value>): Promise<Value>;
}

/** What stands behind `context.task`. */
export interface TaskHost {
  readonly signal: AbortSignal;
  /** True once the call is a task: neither progress nor logs travel for it. */
  readonly silent: boolean;
  enter(): Awaitable<RunningTask>;
}

/** The context of a call that is a task or may become one. */
export class TaskingContext extends AskingContext implements TaskContext {
  readonly #host: TaskHost;

  constructor(call: Call, asker: Asker, host: TaskHost) {
    super(call, asker);
    this.#host = host;
  }

  override get signal(): AbortSignal {
    return this.#host.signal;
  }

  override notify(method: string, params: unknown): void {
    if (!this.#host.silent) super.notify(method, params);
  }

  async task<Value>(
    run: (task: RunningTask) => Awaitable<Value>,
  ): Promise<Value> {
    return run(await this.#host.enter());
  }
}

/** For clients without tasks: the call waits. */
export function waiting(call: Call): TaskHost {
  return {
    get signal() {
      return call.signal;
    },
    silent: false,
    enter: () => ({
      id: undefined,
      get signal() {
        return call.signal;
      },
      status: () => undefined,
    }),
  };
}

/** A task that runs in this process: a call whose answer was sent already. */
export class TaskCall implements Call, TaskHost, RunningTask {
  readonly engine: Engine;
  readonly link: Link;
  readonly caller: Caller;
  readonly dialect: Dialect;
  readonly id: string;
  readonly method = "tools/call";
  readonly params: JsonObject;
  readonly open = false;
  readonly silent = true;
  readonly status: (message: string) => void;
  /** What earlier runs left. */
  readonly memory: Memory;
  /** The server closes and waits no longer. */
  readonly giveUp: () => void;
  readonly #controller = new AbortController();

  /** `call` is the request that began the task or takes it up again. */
  constructor(
    call: Call,
    record: TaskRecord,
    events: Pick<TaskCall, "status" | "giveUp">,
  ) {
    this.engine = call.engine;
    this.link = deadEnd(call.link);
    this.caller = call.caller;
    this.dialect = call.dialect;
    this.id = record.taskId;
    this.params = record.params;
    this.memory = record;
    this.status = events.status;
    this.giveUp = events.giveUp;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  enter(): RunningTask {
    return this;
  }

  cancel(reason: unknown): void {
    this.#controller.abort(reason);
  }

  settle(): boolean {
    return false;
  }
}

/** Nobody waits for what a task sends. */
function deadEnd({ grant }: Link): Link {
  const nothing = (): void => undefined;
  return {
    stream: false,
    grant,
    emit: nothing,
    answer: nothing,
    drop: nothing,
  };
}

/** Whether the client may be answered with a task: it says so with each request. */
export function takesTasks({ caller, dialect }: Call): boolean {
  const { extensions } = caller.client.capabilities;
  return (
    dialect.profile.tasks === "extension" &&
    isObject(extensions) &&
    isObject(extensions[tasksExtension])
  );
}

/** The error for a client that would have to declare the extension. */
export function lacksTasks({ dialect }: Call): ProtocolError | ToolError {
  const code = dialect.profile.errorCodes.missingClientCapability;
  const message = `This needs a client that takes tasks (${tasksExtension})`;
  if (code === undefined) return new ToolError(message);
  return new ProtocolError(code, message, {
    requiredCapabilities: { extensions: { [tasksExtension]: {} } },
  });
}
