import { ConnectionError, type McpError, ProtocolError } from "./errors.js";
import { isObject, type JsonObject } from "./json-rpc.js";

/** True for requests that change nothing, and so may reach the server twice. */
export function asksOnly(method: string): boolean {
  return method !== "tools/call";
}

/** What breaks the rules of the protocol. */
export function fault(message: string, cause?: unknown): ConnectionError {
  return new ConnectionError("protocol", message, { cause });
}

/** The cursor of the next page: an empty one is a cursor too, and some servers end with null. */
export function nextCursor({ nextCursor: cursor }: JsonObject) {
  if (cursor === undefined || cursor === null) return undefined;
  if (typeof cursor === "string") return cursor;
  throw fault(`nextCursor must be a string, not ${excerpt(cursor)}`);
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

export function aborted(
  method: string,
  signal: AbortSignal | undefined,
): ConnectionError {
  const cause: unknown = signal?.reason;
  return new ConnectionError("aborted", `${method} was aborted`, { cause });
}

export function tooMany(method: string, waiting: number): ConnectionError {
  const message = `${method} was not sent: ${waiting} requests wait for their answers already`;
  return new ConnectionError("limit", message);
}

export function timedOut(method: string, strays: number): ConnectionError {
  const hint = strays
    ? `; ${strays} other messages came for which nothing waits`
    : "";
  const message = `${method} had no answer in time${hint}`;
  return new ConnectionError("timeout", message);
}

/** The result of an answer, or the error that it is. */
export function readAnswer(
  method: string,
  message: JsonObject,
): JsonObject | McpError {
  const { jsonrpc, result, error } = message;
  if (jsonrpc === "2.0") {
    if (error === undefined && isObject(result)) return result;
    if (result === undefined && isObject(error)) {
      const { code, message: said, data } = error;
      const text = typeof said === "string" ? said : "The server says no more";
      if (typeof code === "number") return new ProtocolError(code, text, data);
    }
  }
  return fault(
    `The answer to ${method} is no valid JSON-RPC answer: ${excerpt(message)}`,
  );
}
