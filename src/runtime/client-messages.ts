import type { CallOptions, ConnectOptions } from "./client-options.js";
import type { Wire } from "./client-parts.js";
import { ConnectionError, type McpError, ProtocolError } from "./errors.js";
import {
  type ErrorObject,
  isObject,
  type JsonObject,
  type RequestId,
} from "./json-rpc.js";

/** The members of a JSON-RPC message before anything is known about them. */
export type Message = {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
};

/** A request as JSON; `params` is JSON already. */
export function requestText(
  id: RequestId,
  method: string,
  params: string | undefined,
): string {
  const head = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}`;
  return params === undefined ? `${head}}` : `${head},"params":${params}}`;
}

/** True for the requests with which an era begins; they are never cancelled. */
export function isOpening(method: string): boolean {
  return method === "initialize" || method === "server/discover";
}

/** True for requests that change nothing, and so may reach the server twice. */
export function asksOnly(method: string): boolean {
  return method !== "tools/call";
}

/** An absent `resultType` means "complete" (basic, resultType); older versions have none. */
export function isComplete(result: JsonObject, wire: Wire): boolean {
  const kind = result["resultType"];
  return kind === undefined || kind === "complete" || !wire.profile.resultType;
}

/** The cursor of the next page: an empty one is a cursor too, and some servers end with null. */
export function nextCursor({ nextCursor: cursor }: JsonObject) {
  if (cursor === undefined || cursor === null) return undefined;
  if (typeof cursor === "string") return cursor;
  throw new ConnectionError(
    "protocol",
    `nextCursor must be a string, not ${excerpt(cursor)}`,
  );
}

/** The start of a value or an error, for a message that people read; of what cannot be shown, its type. */
export function excerpt(value: unknown): string {
  let text: string;
  try {
    const json = JSON.stringify(value) as string | undefined;
    text = value instanceof Error ? String(value) : (json ?? typeof value);
  } catch {
    // Too deep, cyclic, or thrown by somebody who did not want it to be read.
    text = `[${typeof value}]`;
  }
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

export function aborted(method: string, signal: AbortSignal): ConnectionError {
  return new ConnectionError("aborted", `${method} was aborted`, {
    cause: signal.reason,
  });
}

export function timedOut(method: string, strays: number): ConnectionError {
  const hint =
    strays === 0
      ? ""
      : `; ${strays} other messages came for which nothing waits`;
  return new ConnectionError(
    "timeout",
    `${method} had no answer in time${hint}`,
  );
}

const minute = 60_000;

/** When a request gives up, out of the call's options, the connection's and the defaults. */
export function deadlines(call: CallOptions, connection: ConnectOptions) {
  const now = performance.now();
  const timeoutMs = call.timeoutMs ?? connection.timeoutMs ?? minute;
  const totalMs =
    call.maxTotalMs ??
    connection.maxTotalMs ??
    Math.max(60 * minute, timeoutMs);
  const limit = now + totalMs;
  return { timeoutMs, limit, deadline: Math.min(now + timeoutMs, limit) };
}

/** The result of an answer, or the error that it is. */
export function readAnswer(
  method: string,
  message: Message,
): JsonObject | McpError {
  const { jsonrpc, result, error } = message;
  if (jsonrpc === "2.0" && error === undefined && isObject(result))
    return result;
  if (jsonrpc === "2.0" && result === undefined && isObject(error)) {
    const { code, message: text, data } = error as Partial<ErrorObject>;
    if (typeof code === "number") {
      const said = typeof text === "string" ? text : "The server says no more";
      return new ProtocolError(code, said, data);
    }
  }
  return invalid(method, message);
}

function invalid(method: string, value: unknown): ConnectionError {
  return new ConnectionError(
    "protocol",
    `The answer to ${method} is no valid JSON-RPC answer: ${excerpt(value)}`,
  );
}
