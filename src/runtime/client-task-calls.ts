import { type ClientHandle, core } from "./client-core.js";
import type { CallOptions } from "./client-options.js";
import type { ClientSession } from "./client-parts.js";
import {
  asMcpError,
  cancelTask,
  followTask,
  handOver,
  resultOf,
} from "./client-tasks.js";
import type { Tool } from "./descriptor.js";
import { McpError } from "./errors.js";
import type { JsonObject } from "./json-rpc.js";
import {
  type CallArguments,
  callForResult,
  readOutput,
  type ToolCall,
} from "./tool-call.js";

/** How a task is (the tasks extension, Task Status). */
export type TaskState = {
  readonly status:
    "working" | "input_required" | "completed" | "cancelled" | "failed";
  /** Where it stands, for people and models. */
  readonly statusMessage?: string | undefined;
};

/** A task of a server. What it asks for is answered while `result` or `updates` waits for it. */
export interface TaskHandle<Output> extends TaskState {
  /** To take the task up again with `resume`, in this process or another; undefined where the server answered at once. */
  readonly id: string | undefined;
  /** The tool's output, as the plain call gives it. Rejects as that does, and with reason "aborted" for a task that was cancelled. */
  result(): Promise<Output>;
  /** How the task is, now and after each change, until it is over. */
  updates(): AsyncIterable<TaskState>;
  /** Asks the server to end the task. */
  cancel(): Promise<void>;
}

/** What the tasks extension adds to a tool. */
export interface TaskCalls<Input, Output> {
  /**
   * Calls the tool and resolves as soon as the server has begun. The option `signal`
   * ends the waiting, not the task: `cancel()` does that.
   */
  task(input: Input, options?: CallOptions): Promise<TaskHandle<Output>>;
  /** Takes up a task of this tool by its id, which an earlier client may have got. */
  resume(id: string, options?: CallOptions): TaskHandle<Output>;
}

/** One tool of a client that takes tasks. */
export type TaskToolCall<Input, Output, Whole = JsonObject> = ToolCall<
  Input,
  Output,
  Whole
> &
  TaskCalls<Input, Output>;

/** Begins a task without a facade, as `call` calls a tool. */
export function task<Input, Output>(
  client: ClientHandle,
  tool: Tool<Input, Output>,
  ...[input, options]: CallArguments<Input>
): Promise<TaskHandle<Output>> {
  return begin(client[core], tool, input, options);
}

/** The two ways to a task of a tool, for the facade. */
export function taskCalls<Input, Output>(
  client: ClientSession,
  tool: Tool<Input, Output>,
): TaskCalls<Input, Output> {
  return {
    task: (input, options) => begin(client, tool, input, options),
    resume(id, options = {}) {
      const seed = { resultType: "task", taskId: id, status: "working" };
      return new Handle(client, tool, { ...seed, pollIntervalMs: 0 }, options);
    },
  };
}

async function begin<Input, Output>(
  client: ClientSession,
  tool: Tool<Input, Output>,
  input: Input | undefined,
  options: CallOptions = {},
): Promise<TaskHandle<Output>> {
  const marked = { ...options, [handOver]: true };
  const result = await callForResult(client, tool, input, marked);
  return new Handle(client, tool, result, options);
}

class Handle<Input, Output> implements TaskHandle<Output> {
  readonly id: string | undefined;
  readonly #client: ClientSession;
  readonly #tool: Tool<Input, Output>;
  readonly #options: CallOptions;
  #task: JsonObject;
  #changed!: Promise<void>;
  #change!: () => void;
  #over: Promise<JsonObject> | undefined;

  /** `result` is a task, or the result of a call that was answered at once. */
  constructor(
    client: ClientSession,
    tool: Tool<Input, Output>,
    result: JsonObject,
    options: CallOptions,
  ) {
    this.#client = client;
    this.#tool = tool;
    this.#options = options;
    const isTask = result["resultType"] === "task";
    this.id = isTask ? String(result["taskId"]) : undefined;
    this.#task = isTask ? result : { status: "completed", result };
    if (!isTask) this.#over = Promise.resolve(this.#task);
    this.#await();
  }

  get status(): TaskState["status"] {
    return this.#task["status"] as TaskState["status"];
  }

  get statusMessage(): string | undefined {
    const { statusMessage } = this.#task as { statusMessage?: unknown };
    return typeof statusMessage === "string" ? statusMessage : undefined;
  }

  async result(): Promise<Output> {
    const result = resultOf(await this.#follow());
    if (result instanceof McpError) throw result;
    return readOutput(this.#client, this.#tool, result);
  }

  async *updates(): AsyncGenerator<TaskState> {
    const over = this.#follow();
    for (;;) {
      const changed = this.#changed;
      const { status, statusMessage } = this;
      yield { status, statusMessage };
      const ended = await Promise.race([changed, over]);
      if (ended !== undefined && status === this.status) return;
    }
  }

  async cancel(): Promise<void> {
    if (this.id !== undefined) await cancelTask(this.#client, this.id);
  }

  /** Looks at the task from now on, once for all who wait. */
  #follow(): Promise<JsonObject> {
    this.#over ??= this.#watch();
    // Whoever only reads `status` need not handle a failure.
    this.#over.catch(() => undefined);
    return this.#over;
  }

  async #watch(): Promise<JsonObject> {
    const { signal = new AbortController().signal, timeoutMs } = this.#options;
    try {
      return await followTask(
        this.#client,
        this.#task,
        { signal, timeoutMs },
        (now) => this.#saw(now),
      );
    } catch (error) {
      throw asMcpError(error);
    }
  }

  #saw(now: JsonObject): void {
    const before = this.#task;
    this.#task = now;
    if (
      now["status"] === before["status"] &&
      now["statusMessage"] === before["statusMessage"]
    )
      return;
    this.#change();
    this.#await();
  }

  #await(): void {
    this.#changed = new Promise((resolve) => (this.#change = resolve));
  }
}
