import { type ClientCore, type ClientHandle, core } from "./client-core.js";
import type { CallOptions } from "./client-options.js";
import type { Tool, Validator } from "./descriptor.js";
import {
  ConnectionError,
  McpError,
  type OpenBlock,
  ToolError,
  type ToolErrorCode,
} from "./errors.js";
import { isObject, type JsonObject } from "./json-rpc.js";
import { issuesOf, sentences, type ValidationLevel } from "./validate.js";

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

/** The three ways to call a tool, for the facade. */
export function toolCall<Input, Output>(
  client: ClientCore,
  tool: Tool<Input, Output>,
): ToolCall<Input, Output> {
  const plain = (input: Input, options?: CallOptions) =>
    callForOutput(client, tool, input, options);
  return Object.assign(plain, {
    try: (input: Input, options?: CallOptions) => settle(plain(input, options)),
    full: (input: Input, options?: CallOptions) =>
      callForResult(client, tool, input, options),
  });
}

async function settle<Output>(output: Promise<Output>): Promise<Tried<Output>> {
  try {
    return { ok: true, data: await output };
  } catch (error) {
    if (error instanceof McpError) return { ok: false, error };
    throw error;
  }
}

async function callForOutput<Input, Output>(
  client: ClientCore,
  tool: Tool<Input, Output>,
  input: Input | undefined,
  options: CallOptions | undefined,
): Promise<Output> {
  return readOutput(
    client,
    tool,
    await callForResult(client, tool, input, options),
  );
}

/** A call's output out of its result; throws ToolError where that is an error or does not fit. */
export function readOutput<Input, Output>(
  client: ClientCore,
  tool: Tool<Input, Output>,
  result: JsonObject,
): Output {
  const content = contentOf(tool.name, result);
  if (result["isError"] === true)
    throw new ToolError(textOf(content) || `${tool.name} failed`, {
      content,
      structuredContent: result["structuredContent"],
    });
  if (tool.output === undefined) return withText(content) as Output;
  const output = outputOf(client, tool, result, content);
  const refusal = check(client, client.output, tool.output, output, {
    code: "OUTPUT_INVALID",
    what: `The output of ${tool.name}`,
    content,
    structuredContent: result["structuredContent"],
  });
  if (refusal !== undefined) throw refusal;
  return output as Output;
}

/** Checks the input and calls the tool. */
export function callForResult<Input, Output>(
  client: ClientCore,
  { name, input: validator, headers }: Tool<Input, Output>,
  input: Input | undefined,
  options: CallOptions | undefined,
): Promise<JsonObject> {
  const given: unknown = input === undefined ? {} : input;
  const refusal = check(client, client.input, validator, given, {
    code: "INPUT_INVALID",
    what: `The input of ${name}`,
  });
  if (refusal !== undefined) return Promise.reject(refusal);
  const params = { name, arguments: given };
  return client.request("tools/call", params, options ?? {}, headers);
}

type Failure = {
  readonly code: ToolErrorCode;
  readonly what: string;
  readonly content?: readonly OpenBlock[];
  readonly structuredContent?: unknown;
};

function check(
  client: ClientCore,
  level: ValidationLevel,
  validator: Validator,
  value: unknown,
  { what, ...more }: Failure,
): ToolError | undefined {
  const issues = level === "off" ? undefined : issuesOf(validator, value);
  if (issues === undefined) return undefined;
  const message = `${what} is not valid: ${sentences(issues)}`;
  if (level === "error") return new ToolError(message, { ...more, issues });
  client.session.warning(message);
  return undefined;
}

function contentOf(
  name: string,
  { content = [] }: { content?: unknown },
): OpenBlock[] {
  if (Array.isArray(content) && content.every(isObject))
    return content as OpenBlock[];
  throw new ConnectionError(
    "protocol",
    `The result of ${name} has no list of content`,
  );
}

/** The value that stands for the tool's output, by the means that the version has for it. */
function outputOf(
  { session }: ClientCore,
  { name, wrapped }: Tool<never, unknown>,
  result: JsonObject,
  content: readonly OpenBlock[],
): unknown {
  const { version, structuredContent: kind } = session.wire.profile;
  if (kind === undefined) {
    const text = content.length === 1 ? content[0]?.["text"] : undefined;
    try {
      if (typeof text === "string") return JSON.parse(text) as unknown;
    } catch {
      // Prose instead of JSON: the output is missing, which is said below.
    }
  } else {
    const value = result["structuredContent"];
    if (kind === "any" || wrapped !== true) {
      if (value !== undefined) return value;
    } else if (isObject(value) && value["result"] !== undefined) {
      return value["result"];
    }
  }
  throw new ToolError(
    `${name} gave no structured output on version ${version}`,
    {
      code: "OUTPUT_MISSING",
      content,
    },
  );
}

function textOf(content: readonly OpenBlock[]): string {
  let text = "";
  for (const block of content) {
    if (block.type !== "text" || typeof block["text"] !== "string") continue;
    text += text === "" ? block["text"] : `\n${block["text"]}`;
  }
  return text;
}

/** Hidden from enumeration, so that the content still looks as it came. */
function withText(content: OpenBlock[]): unknown {
  return Object.defineProperty(content, "text", { value: textOf(content) });
}
