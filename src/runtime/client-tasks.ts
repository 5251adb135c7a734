import { longestDelay, sleep } from "./alarm.js";
import { excerpt, fault } from "./client-messages.js";
import type { CallOptions } from "./client-options.js";
import type { ClientSession, ClientTasks, Pending } from "./client-parts.js";
import { ConnectionError, McpError, ProtocolError } from "./errors.js";
import { notOffered } from "./input-required.js";
import { isObject, type JsonObject, tasksExtension } from "./json-rpc.js";

/** A call with this among its options gets the task itself, not what becomes of it. */
export const handOver: unique symbol = Symbol("hand the task over");

/** How often in a row a look at a task may fail on the way before the task is given up. */
const maxFailures = 5;

/** A server that names no interval is asked each second, and none more often than this. */
const usualPause = 1000;
const shortestPause = 10;

/**
 * Takes tasks for answers (the extension io.modelcontextprotocol/tasks, SEP-2663): a
 * call that becomes one still resolves to its final result. The value of `tasks` in
 * the features.
 */
export const clientTasks: ClientTasks = {
  capability: ({ tasks }) =>
    tasks === "extension"
      ? { extensions: { [tasksExtension]: {} } }
      : undefined,
  drive,
};

function drive(
  session: ClientSession,
  pending: Pending,
  created: JsonObject,
): void {
  const options: CallOptions & { readonly [handOver]?: true } = pending.options;
  if (options[handOver] === true) {
    session.succeed(pending, created);
    return;
  }
  const controller = new AbortController();
  const { onEnd } = pending;
  let isDriven = true;
  pending.onEnd = () => {
    if (isDriven) void cancelTask(session, created["taskId"]);
    controller.abort();
    onEnd?.();
  };
  pending.answering = true;
  const { timeoutMs } = options;
  const { signal } = controller;
  followTask(session, created, { timeoutMs, signal }).then(
    (task) => {
      isDriven = false;
      const result = resultOf(task);
      if (result instanceof McpError) session.fail(pending, result);
      else session.succeed(pending, result);
    },
    (error: unknown) => session.fail(pending, asMcpError(error)),
  );
}

/**
 * Looks at a task until it is over, and answers what it asks for on the way, each
 * key once. Rejects with ConnectionError when aborted or when the server cannot be
 * reached, with ProtocolError when it does not know the task.
 */
export async function followTask(
  session: ClientSession,
  seed: JsonObject,
  options: CallOptions & { readonly signal: AbortSignal },
  onState: (task: JsonObject) => void = () => undefined,
): Promise<JsonObject> {
  const { signal } = options;
  const answering = new TaskAnswers(session, seed["taskId"], options);
  try {
    for (
      let task = seed;
      ;
      task = await look(session, seed["taskId"], options)
    ) {
      checkTask(task);
      onState(task);
      if (isOver(task)) return task;
      const answered = answering.answer(task);
      await Promise.race([sleep(pauseOf(task), signal), answered]);
      if (signal.aborted)
        throw new ConnectionError("aborted", "The task is no longer followed");
    }
  } finally {
    answering.stop();
  }
}

/** Asks for the end of a task; a server that does not hear of it ends it some day. */
export async function cancelTask(
  session: ClientSession,
  taskId: unknown,
): Promise<void> {
  try {
    await session.request("tasks/cancel", { taskId }, {});
  } catch (error) {
    const isClosed =
      error instanceof ConnectionError && error.reason === "closed";
    if (!isClosed)
      session.warning(
        `Task ${excerpt(taskId)} was not cancelled: ${excerpt(error)}`,
      );
  }
}

/** What a task that is over came to. */
export function resultOf(task: JsonObject): JsonObject | McpError {
  const { taskId, result, error } = task;
  switch (task["status"]) {
    case "completed":
      if (isObject(result)) return result;
      break;
    case "failed":
      if (isObject(error) && typeof error["code"] === "number") {
        const { code, message, data } = error;
        const text = typeof message === "string" ? message : "The task failed";
        return new ProtocolError(code, text, data);
      }
      break;
    case "cancelled":
      return new ConnectionError(
        "aborted",
        `Task ${excerpt(taskId)} was cancelled`,
      );
  }
  return new ConnectionError(
    "protocol",
    `Task ${excerpt(taskId)} has no usable end: ${excerpt(task)}`,
  );
}

/** Answers what a task asks for, while it is looked at. */
class TaskAnswers {
  readonly #session: ClientSession;
  readonly #taskId: unknown;
  readonly #options: CallOptions;
  readonly #controller = new AbortController();
  /** A key means one question for as long as the task lives. */
  readonly #keys = new Set<string>();
  #answered: Promise<void> | undefined;

  constructor(session: ClientSession, taskId: unknown, options: CallOptions) {
    this.#session = session;
    this.#taskId = taskId;
    this.#options = options;
  }

  /** Resolves once an answer was taken; rejects where none could be given. Never settles while nothing is asked. */
  answer({ status, inputRequests }: JsonObject): Promise<void> {
    const asked = status === "input_required" && isObject(inputRequests);
    const fresh = Object.entries(asked ? inputRequests : {}).filter(
      ([key]) => !this.#keys.has(key),
    );
    if (fresh.length > 0) {
      for (const [key] of fresh) this.#keys.add(key);
      const before = this.#answered;
      const answered = this.#send(Object.fromEntries(fresh));
      this.#answered = Promise.all([before, answered]).then(() => {
        this.#answered = undefined;
      });
      // It may fail between two looks, when nobody waits for it.
      this.#answered.catch(() => undefined);
    }
    return this.#answered ?? new Promise(() => undefined);
  }

  /** The task needs no more answers: questions to the user are taken back. */
  stop(): void {
    this.#controller.abort();
  }

  async #send(requests: JsonObject): Promise<void> {
    const { signal } = this.#controller;
    const session = this.#session;
    const { answers } = session.features;
    if (answers === undefined) throw fault(notOffered(requests));
    const inputResponses = await answers.answerAll(session, requests, signal);
    const params = { taskId: this.#taskId, inputResponses };
    await session.request("tasks/update", params, this.#options);
  }
}

async function look(
  session: ClientSession,
  taskId: unknown,
  options: CallOptions & { readonly signal: AbortSignal },
): Promise<JsonObject> {
  for (let failures = 1; ; failures++) {
    try {
      return await session.request("tasks/get", { taskId }, options);
    } catch (error) {
      // The task lives on where only the way to it was cut.
      const isCut =
        error instanceof ConnectionError &&
        (error.reason === "http" || error.reason === "timeout");
      if (!isCut || failures === maxFailures) throw error;
      await sleep(usualPause, options.signal);
    }
  }
}

const statuses: readonly unknown[] = [
  "working",
  "input_required",
  "completed",
  "cancelled",
  "failed",
];

function checkTask(task: JsonObject): void {
  if (typeof task["taskId"] === "string" && statuses.includes(task["status"]))
    return;
  throw new ConnectionError(
    "protocol",
    `The server sent no usable task: ${excerpt(task)}`,
  );
}

function isOver({ status }: JsonObject): boolean {
  return status !== "working" && status !== "input_required";
}

function pauseOf({ pollIntervalMs }: JsonObject): number {
  const wanted = typeof pollIntervalMs === "number" ? pollIntervalMs : NaN;
  if (!(wanted >= 0)) return usualPause;
  return Math.min(Math.max(wanted, shortestPause), longestDelay);
}

/** Errors of the user's handlers get a name. */
export function asMcpError(error: unknown): McpError {
  if (error instanceof McpError) return error;
  const message = "What the task asked for could not be answered";
  return new ConnectionError("protocol", message, { cause: error });
}
