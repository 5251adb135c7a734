import type { Issue } from "./validate.js";

/** The base of every error that this runtime throws on purpose. */
export abstract class McpError extends Error {
  abstract override readonly name: string;
}

/**
 * A JSON-RPC error: one that the peer answered, or one that a handler throws to
 * answer with it. `code` is the protocol's number.
 */
export class ProtocolError extends McpError {
  override readonly name = "ProtocolError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * "session": the HTTP server has forgotten the session and it could not be opened
 * again. "limit": too many requests wait already, so that this one was not sent.
 * "authorization": there are no credentials that the server accepts.
 */
export type ConnectionErrorReason =
  | "closed"
  | "timeout"
  | "aborted"
  | "http"
  | "session"
  | "protocol"
  | "version"
  | "limit"
  | "authorization"
  | "spawn";

/** Something on this side of the wire: no peer ever answered it. */
export class ConnectionError extends McpError {
  override readonly name: string = "ConnectionError";
  readonly reason: ConnectionErrorReason;
  /** The HTTP status, where one came. */
  readonly status: number | undefined;
  /** The start of an HTTP body that was no JSON-RPC message, for people to read. */
  readonly body: string | undefined;

  constructor(
    reason: ConnectionErrorReason,
    message: string,
    more: {
      cause?: unknown;
      status?: number | undefined;
      body?: string | undefined;
    } = {},
  ) {
    super(
      message,
      more.cause === undefined ? undefined : { cause: more.cause },
    );
    this.reason = reason;
    this.status = more.status;
    this.body = more.body;
  }
}

/** A content block as the protocol sends it, open for members that newer versions add. */
export type OpenBlock = {
  readonly type: string;
  readonly [key: string]: unknown;
};

export type ToolErrorCode =
  "TOOL_FAILED" | "INPUT_INVALID" | "OUTPUT_MISSING" | "OUTPUT_INVALID";

/**
 * A tool call that did not give its output. Thrown on the client; thrown by a
 * handler it becomes a result with `isError` and its text.
 */
export class ToolError extends McpError {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  /** The content of the result, or one text block with the message. */
  readonly content: readonly OpenBlock[];
  /** What a validator found, for INPUT_INVALID and OUTPUT_INVALID. */
  readonly issues: readonly Issue[];
  /** Structured content that came beside `isError`, kept as it was. */
  readonly structuredContent: unknown;

  constructor(
    message: string,
    more: {
      code?: ToolErrorCode;
      content?: readonly OpenBlock[];
      issues?: readonly Issue[];
      structuredContent?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(
      message,
      more.cause === undefined ? undefined : { cause: more.cause },
    );
    this.code = more.code ?? "TOOL_FAILED";
    this.content = more.content ?? [{ type: "text", text: message }];
    this.issues = more.issues ?? [];
    this.structuredContent = more.structuredContent;
  }
}
