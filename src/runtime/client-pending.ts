import type { ConnectOptions } from "./client-options.js";
import { excerpt } from "./client-messages.js";
import type {
  ClientSession,
  ParameterHeaders,
  Pending,
  SendOptions,
} from "./client-parts.js";
import type { McpError } from "./errors.js";
import type { JsonObject } from "./json-rpc.js";

const minute = 60_000;

/** A request that was not sent yet. */
export function createPending(
  method: string,
  params: object | undefined,
  options: SendOptions,
  parameters: ParameterHeaders | undefined,
  connection: ConnectOptions,
  resolve: (result: JsonObject) => void,
  reject: (error: McpError) => void,
): Pending {
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs ?? minute;
  const maxTotalMs = options.maxTotalMs ?? connection.maxTotalMs;
  const totalMs = maxTotalMs ?? Math.max(60 * minute, timeoutMs);
  const pending: Pending = {
    id: 0,
    method,
    params,
    extra: undefined,
    rounds: 0,
    retried: false,
    options,
    parameters,
    reports: maxTotalMs !== undefined || options.onProgress !== undefined,
    timeoutMs,
    deadline: 0,
    limit: performance.now() + totalMs,
    answering: false,
    onEnd: undefined,
    resolve,
    reject,
  };
  extend(pending);
  return pending;
}

/** Gives a request its whole time again, within its limit. */
export function extend(pending: Pending): void {
  const { timeoutMs, limit } = pending;
  pending.deadline = Math.min(performance.now() + timeoutMs, limit);
}

/** A report of progress came: the request has time again. */
export function progressed(
  session: ClientSession,
  { progressToken, progress, ...more }: JsonObject,
): void {
  const pending = session.pending.get(progressToken);
  if (pending === undefined || typeof progress !== "number") return;
  extend(pending);
  try {
    pending.options.onProgress?.({ progress, ...more });
  } catch (error) {
    session.warning(`onProgress threw: ${excerpt(error)}`);
  }
}
