/** A JSON-RPC request id: string or integer, never null (2026-07-28 basic, requests). */
export type RequestId = string | number;

/** An object whose members are not known; what `JSON.parse` gives for `{…}`. */
export type JsonObject = { [key: string]: unknown };

/** Any JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** The `error` member of a JSON-RPC answer. */
export type ErrorObject = {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
};

/** The error codes that the protocol gives a meaning (2026-07-28 basic, error codes). */
export const errorCode = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** The keys of `_meta` that the modern era reserves (2026-07-28 basic, `_meta`). */
export const metaKey = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** The name under which both sides declare the tasks extension (SEP-2663). */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for what may stand as a request id: a string or an integer that JSON carries exactly. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}
