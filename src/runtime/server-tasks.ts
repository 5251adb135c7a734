import { refuse, scopeRefusal } from "./call.js";
import { ConnectionError, McpError, ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import { answerFault } from "./server-asking.js";
import { runAsking, runWith } from "./server-asks.js";
import type {
  Call,
  HandlerRun,
  TaskFeature,
  TaskServer,
} from "./server-engine.js";
import { openRound, Round } from "./server-round.js";
import { TaskBoard } from "./server-task-board.js";
import type { TaskRecord } from "./server-task-store.js";
import {
  lacksTasks,
  takesTasks,
  TaskCall,
  type TaskHost,
  TaskingContext,
  waiting,
} from "./server-tasking.js";
import { callTool } from "./server-tools.js";

/**
 * Calls of tools that go on after their answer (the extension
 * io.modelcontextprotocol/tasks, SEP-2663). All that a task knows is in its record:
 * a handler that waits for the client's answer does not run, and whichever process
 * gets the answer runs it again, as rounds of a request do.
 */
export const tasks: TaskFeature = {
  prepare: (engine, options) => new Tasks(new TaskBoard(engine, options)),
};

const methods = new Set(["tasks/get", "tasks/update", "tasks/cancel"]);

class Tasks implements TaskServer {
  readonly #board: TaskBoard;

  constructor(board: TaskBoard) {
    this.#board = board;
  }

  run(call: Call, handler: HandlerRun): string | Promise<string> {
    if (call instanceof TaskCall) return this.#runTask(call, handler);
    const takes = call.method === "tools/call" && takesTasks(call);
    if (!takes) {
      if (handler.task === "required") return handler.failed(lacksTasks(call));
      return runAsking(
        call,
        handler,
        (own, asker) => new TaskingContext(own, asker, waiting(own)),
      );
    }
    return handler.task === undefined
      ? this.#runCall(call, handler)
      : this.#begin(call, handler);
  }

  async answer(call: Call): Promise<string> {
    const { method, params, dialect } = call;
    if (!methods.has(method)) {
      throw refuse(
        dialect.profile,
        errorCode.methodNotFound,
        `Method not found: ${method}`,
      );
    }
    if (!takesTasks(call)) throw lacksTasks(call);
    const task = await this.#find(call, params["taskId"]);
    if (task === undefined) {
      throw new ProtocolError(
        errorCode.invalidParams,
        "params.taskId names no task, or one that is over its time",
      );
    }
    if (method === "tasks/get") return dialect.object(method, shown(task));
    if (method === "tasks/update") await this.#update(call, task);
    else await this.#board.cancel(task.taskId);
    return dialect.object(method, {});
  }

  async follow(
    call: Call,
    taskIds: unknown,
  ): Promise<ReadonlyMap<string, () => Promise<JsonObject | undefined>>> {
    if (!takesTasks(call)) throw lacksTasks(call);
    if (!Array.isArray(taskIds)) {
      throw new ProtocolError(
        errorCode.invalidParams,
        "taskIds must be a list of strings",
      );
    }
    const followed = new Map<string, () => Promise<JsonObject | undefined>>();
    for (const id of new Set<unknown>(taskIds)) {
      const task = await this.#find(call, id);
      if (task === undefined) continue;
      followed.set(task.taskId, async () => {
        const now = await this.#find(call, task.taskId);
        return now && shown(now);
      });
    }
    return followed;
  }

  /** The task, if it is this client's, which still has to have the scopes that the tool needs. */
  async #find(call: Call, taskId: unknown): Promise<TaskRecord | undefined> {
    const { engine, link } = call;
    const task =
      typeof taskId === "string" ? await this.#board.get(taskId) : undefined;
    if (task?.principal !== (link.grant.principal ?? null)) return undefined;
    const asked = { method: "tools/call", params: task.params };
    const refusal = scopeRefusal(engine, link.grant, [asked]);
    if (refusal !== undefined) throw refusal;
    return task;
  }

  /** Takes answers; with the last one the handler runs again (tasks, Update Requests). */
  async #update(call: Call, { taskId, requests }: TaskRecord): Promise<void> {
    const responses = call.params["inputResponses"];
    if (!isObject(responses)) {
      throw new ProtocolError(
        errorCode.invalidParams,
        "params.inputResponses must be an object",
      );
    }
    for (const [key, request] of Object.entries(requests)) {
      if (!Object.hasOwn(responses, key)) continue;
      const fault = answerFault(request as Asked, responses[key]);
      if (fault === undefined) continue;
      throw new ProtocolError(
        errorCode.invalidParams,
        `inputResponses[${JSON.stringify(key)}] does not answer what was asked: ${fault}`,
      );
    }
    const task = await this.#board.answer(call, taskId, responses);
    if (task !== undefined) this.#board.work(task, () => callTool(task));
  }

  /** The whole handler is the task. */
  async #begin(call: Call, handler: HandlerRun): Promise<string> {
    const round = await openRound(call);
    const [task, created] = await this.#board.create(call, round.memory);
    this.#board.work(task, () => this.#runTask(task, handler));
    return began(call, created);
  }

  /** The handler decides, by `context.task`, whether and when its call becomes a task. */
  async #runCall(call: Call, handler: HandlerRun): Promise<string> {
    const round = await openRound(call);
    return new Promise<string>((resolve, reject) => {
      let task: TaskCall | undefined;
      let entering: Promise<TaskCall> | undefined;
      const enter = async (): Promise<TaskCall> => {
        if (round.asked) round.halt();
        if (!call.open)
          throw new ConnectionError("aborted", "Nobody waits for the call");
        const [begun, created] = await this.#board.create(call, round.memory);
        task = begun;
        this.#board.work(begun, () => running);
        resolve(began(call, created));
        return begun;
      };
      const host: TaskHost = {
        get signal() {
          return (task ?? call).signal;
        },
        get silent() {
          return task !== undefined;
        },
        enter: () => (entering ??= enter()),
      };
      const run = async (): Promise<string> =>
        runWith(
          telling(handler, () => task),
          new TaskingContext(call, round, host),
          (outcome) => {
            if (task !== undefined) return this.#end(task, round, outcome);
            return round.asked ? round.close() : outcome();
          },
        );
      const running = run();
      running.then(resolve, reject);
    });
  }

  #runTask(task: TaskCall, handler: HandlerRun): string | Promise<string> {
    const round = new Round(task, task.memory);
    return runWith(
      telling(handler, () => task),
      new TaskingContext(task, round, task),
      (outcome) => this.#end(task, round, outcome),
    );
  }

  /** The text of the call's result, or "" when the task waits for answers. */
  async #end(
    task: TaskCall,
    round: Round,
    outcome: () => string,
  ): Promise<string> {
    if (!round.asked) return outcome();
    await round.settled();
    const again = Object.keys(round.requests).find((key) =>
      Object.hasOwn(round.memory.answers, key),
    );
    // A key means one question for as long as the task lives.
    if (again !== undefined)
      throw new Error(`The handler asked ${again} once more, but differently`);
    await this.#board.park(task, round.requests, round.memory);
    return "";
  }
}

/** What was put to the client, as the record keeps it. */
type Asked = { readonly method: string; readonly params: JsonObject };

function began({ dialect, method }: Call, task: TaskRecord): string {
  return dialect.object(method, { resultType: "task", ...shown(task) });
}

/** A task as the wire has it: flat, with what belongs to its status (tasks, Task Status). */
function shown(task: TaskRecord): JsonObject {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = task;
  const { ttlMs, pollIntervalMs, requests, result, error } = task;
  return {
    taskId,
    status,
    statusMessage,
    createdAt,
    lastUpdatedAt,
    ttlMs,
    pollIntervalMs,
    ...(status === "input_required" ? { inputRequests: requests } : undefined),
    ...(status === "completed" ? { result } : undefined),
    ...(status === "failed" ? { error } : undefined),
  };
}

/** Warns of what a task's handler throws by mistake; a call that is still open warns by itself. */
function telling(
  handler: HandlerRun,
  current: () => TaskCall | undefined,
): HandlerRun {
  return {
    ...handler,
    failed(error) {
      const task = current();
      const isMeant =
        error instanceof McpError || task?.signal.aborted === true;
      if (task !== undefined && !isMeant) {
        const what = `${String(task.params["name"])} failed as task ${task.id}`;
        task.engine.warn(what, { cause: error });
      }
      return handler.failed(error);
    },
  };
}
