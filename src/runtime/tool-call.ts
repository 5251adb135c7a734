import { type ClientHandle, core } from "./client-core.js";
import { fault } from "./client-messages.js";
import type { CallOptions } from "./client-options.js";
import type { ClientSession } from "./client-parts.js";
import type { Tool, Validator } from "./descriptor.js";
import { type McpError, type OpenBlock, ToolError } from "./errors.js";
import { isObject, type JsonObject } from "./json-rpc.js";
import { issuesOf, sentences } from "./validate.js";

/** What a call takes: one object, which may be left out where nothing in it is required. */
export type CallArguments<Input> =
  Record<string, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** How a call ended, without a throw. */
export type Tried<Output> =
  | { readonly ok: true; readonly data: Output }
  | { readonly ok: false; readonly error: McpError };

/** One tool of a client. `Input` includes `void` where a call may leave it out. */
export interface ToolCall<Input, Output, Whole = JsonObject> {
  /**
   * Resolves to the tool's output, or to its content where it has no outputSchema.
   * Rejects with ToolError, ProtocolError or ConnectionError.
   */
  (input: Input, options?: CallOptions): Promise<Output>;
  /** The same without a throw for any McpError. */
  try(input: Input, options?: CallOptions): Promise<Tried<Output>>;
  /** The protocol's whole result, `isError` included, and unchecked. */
  full(input: Input, options?: CallOptions): Promise<Whole>;
}

/** Calls one tool without a facade, so that a bundle carries only the tools in use. */
export function call<Input, Output>(
  client: ClientHandle,
  tool: Tool<Input, Output>,
  ...[input, options]: CallArguments<Input>
): Promise<Output> {
  return callForOutput(client[core], tool, input, options);
}

/** Calls a tool for its output. */
export async function callForOutput<Input, Output>(
  session: ClientSession,
  tool: Tool<Input, Output>,
  input: Input | undefined,
  options: CallOptions | undefined,
): Promise<Output> {
  const result = await callForResult(session, tool, input, options);
  return readOutput(session, tool, result);
}

/** Checks the input and calls the tool. Throws where the input does not fit. */
export function callForResult<Input, Output>(
  session: ClientSession,
  { name, input: validator, headers }: Tool<Input, Output>,
  input: Input | undefined,
  options: CallOptions | undefined,
): Promise<JsonObject> {
  const given: unknown = input === undefined ? {} : input;
  check(session, "input", name, validator, given);
  const params = { name, arguments: given };
  return session.ask("tools/call", params, options, headers);
}

/** A call's output out of its result; throws ToolError where that is an error or does not fit. */
export function readOutput<Input, Output>(
  session: ClientSession,
  tool: Tool<Input, Output>,
  result: JsonObject,
): Output {
  const { name, output: validator } = tool;
  const { content = [], structuredContent, isError } = result;
  if (!isContent(content))
    throw fault(`The result of ${name} has no list of content`);
  if (isError === true)
    throw new ToolError(textOf(content) || `${name} failed`, {
      content,
      structuredContent,
    });
  if (validator === undefined)
    // Hidden from enumeration, so that the content still looks as it came.
    return Object.defineProperty(content, "text", {
      value: textOf(content),
    }) as Output;
  const { output: read, profile } = session.wire;
  const output = read ? read(tool, { ...result, content }) : structuredContent;
  if (output === undefined) {
    const message = `${name} gave no structured output on version ${profile.version}`;
    throw new ToolError(message, { code: "OUTPUT_MISSING", content });
  }
  const more = { content, structuredContent };
  check(session, "output", name, validator, output, more);
  return output as Output;
}

function check(
  session: ClientSession,
  side: "input" | "output",
  name: string,
  validator: Validator,
  value: unknown,
  more?: { content: OpenBlock[]; structuredContent: unknown },
): void {
  const { options, features } = session;
  const level = options.validate?.[side] ?? features.validate?.[side];
  const issues = level === "off" ? undefined : issuesOf(validator, value);
  if (issues === undefined) return;
  const message = `The ${side} of ${name} is not valid: ${sentences(issues)}`;
  const code = side === "input" ? "INPUT_INVALID" : "OUTPUT_INVALID";
  if (level !== "warn") throw new ToolError(message, { ...more, code, issues });
  session.warning(message);
}

function isContent(content: unknown): content is OpenBlock[] {
  return Array.isArray(content) && content.every(isObject);
}

function textOf(content: readonly OpenBlock[]): string {
  return content
    .flatMap(({ type, text }) =>
      type === "text" && typeof text === "string" ? [text] : [],
    )
    .join("\n");
}
