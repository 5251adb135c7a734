import { refuse, Refusal } from "./call.js";
import { type OpenBlock, ProtocolError, ToolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import { runHandler } from "./run-handler.js";
import { shownContent } from "./server-content.js";
import { isReply } from "./server-handlers.js";
import type { Call, ToolRow } from "./server-engine.js";
import { fillDefaults, type Issue, issuesOf, sentences } from "./validate.js";

/** Answers `tools/call` (server/tools). */
export function callTool(call: Call): string | Promise<string> {
  const { engine, params, link } = call;
  const name = params["name"];
  const row = typeof name === "string" ? engine.tools.get(name) : undefined;
  if (
    row === undefined ||
    engine.visible?.(row.entry, link.grant.auth) === false
  ) {
    const message =
      typeof name === "string"
        ? `Unknown tool: ${name}`
        : "params.name must be the name of a tool";
    throw new ProtocolError(errorCode.invalidParams, message);
  }
  // Only an absent member means "no arguments": null is a mistake worth telling.
  const given = params["arguments"] === undefined ? {} : params["arguments"];
  if (!isObject(given))
    return inputRefused(call, row, "arguments must be an object", []);
  const level = engine.catalogue.validate.input;
  const issues = level === "off" ? undefined : issuesOf(row.tool.input, given);
  if (issues !== undefined) {
    if (level === "error")
      return inputRefused(call, row, sentences(issues), issues);
    engine.warn(
      `${row.tool.name} was called with arguments that do not match its schema: ${sentences(issues)}`,
      { issues },
    );
  }
  const input =
    row.defaults === undefined ? given : fillDefaults(given, row.defaults);
  return runHandler(call, {
    start: (context) => row.handler(input, context),
    done: (value) => outputText(call, row, value),
    failed: (error) => failureText(call, row, error),
    task: row.task,
  });
}

function inputRefused(
  call: Call,
  row: ToolRow,
  text: string,
  issues: readonly Issue[],
): string {
  const message = `Invalid arguments for ${row.tool.name}: ${text}`;
  const { profile } = call.dialect;
  if (profile.inputFailure === "tool-error")
    return errorResult(call, textContent(message));
  throw refuse(
    profile,
    errorCode.invalidParams,
    message,
    issues.length > 0 ? { issues } : undefined,
  );
}

/** The text of a tool's result from what its handler returned. */
function outputText(call: Call, row: ToolRow, value: unknown): string {
  const more = isReply(value) ? value : undefined;
  const output = more === undefined ? value : more.output;
  if (row.tool.output === undefined) {
    const content =
      more?.content ??
      (typeof output === "string" ? textContent(output) : output);
    if (!Array.isArray(content)) {
      throw new TypeError(
        `The handler of ${row.tool.name} must return a string or content blocks`,
      );
    }
    const shown = shownContent(content, call.dialect.profile);
    return call.dialect.result(
      call.method,
      `"content":${JSON.stringify(shown)}`,
      more?.meta,
    );
  }
  if (!outputFits(call, row, output)) {
    return errorResult(
      call,
      textContent(
        `${row.tool.name} returned an output that does not match its schema`,
      ),
    );
  }
  // Serialised once: as the structured content, and quoted as the text beside it.
  const json = (JSON.stringify(output) as string | undefined) ?? "null";
  const content =
    more?.content === undefined
      ? `[{"type":"text","text":${JSON.stringify(json)}}]`
      : JSON.stringify(shownContent(more.content, call.dialect.profile));
  return call.dialect.result(
    call.method,
    `"content":${content}${structured(call, row, json)}`,
    more?.meta,
  );
}

/** The member `structuredContent`, in the shape that the version allows. */
function structured(call: Call, row: ToolRow, json: string): string {
  const kind = call.dialect.profile.structuredContent;
  if (kind === undefined) return "";
  const wrap = kind === "object" && row.tool.wrapped === true;
  return `,"structuredContent":${wrap ? `{"result":${json}}` : json}`;
}

function outputFits(call: Call, row: ToolRow, output: unknown): boolean {
  const level = call.engine.catalogue.validate.output;
  if (level === "off" || row.tool.output === undefined) return true;
  const issues = issuesOf(row.tool.output, output);
  if (issues === undefined) return true;
  call.engine.warn(
    `${row.tool.name} returned an output that does not match its schema: ${sentences(issues)}`,
    { issues },
  );
  return level !== "error";
}

/** What the caller learns of a handler that threw: what was meant for it, and of other errors nothing. */
function failureText(call: Call, row: ToolRow, error: unknown): string {
  if (error instanceof ToolError)
    return errorResult(call, error.content, error.structuredContent);
  if (error instanceof ProtocolError || error instanceof Refusal) throw error;
  // Nobody waits for the answer of a cancelled call, and what it throws is mostly the abort itself.
  if (call.open) call.engine.warn(`${row.tool.name} failed`, { cause: error });
  return errorResult(call, textContent(`${row.tool.name} failed`));
}

function errorResult(
  call: Call,
  content: readonly OpenBlock[],
  structuredContent?: unknown,
): string {
  const { profile } = call.dialect;
  const kind = profile.structuredContent;
  const fits =
    kind === "any" || (kind === "object" && isObject(structuredContent));
  const body: JsonObject = {
    content: shownContent(content, profile),
    isError: true,
  };
  if (structuredContent !== undefined && fits)
    body["structuredContent"] = structuredContent;
  return call.dialect.result(
    call.method,
    JSON.stringify(body).slice(1, -1),
    undefined,
  );
}

function textContent(text: string): readonly OpenBlock[] {
  return [{ type: "text", text }];
}
