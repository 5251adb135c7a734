import { ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import { runHandler } from "./run-handler.js";
import { shownContent } from "./server-content.js";
import type { Call, PromptRow } from "./server-engine.js";

/** Answers `prompts/get` (server/prompts). */
export function getPrompt(call: Call): string | Promise<string> {
  const { engine, params, link } = call;
  const name = params["name"];
  const row = typeof name === "string" ? engine.prompts.get(name) : undefined;
  if (
    row === undefined ||
    engine.visible?.(row.entry, link.grant.auth) === false
  ) {
    const message =
      typeof name === "string"
        ? `Unknown prompt: ${name}`
        : "params.name must be the name of a prompt";
    throw new ProtocolError(errorCode.invalidParams, message);
  }
  const input = promptArguments(row, params["arguments"]);
  return runHandler(call, {
    start: (context) => row.handler(input, context),
    done: (value) => promptText(call, row, value),
    failed: (error) => {
      throw error;
    },
  });
}

/** Checks the arguments: strings all of them, the required ones present. */
function promptArguments(row: PromptRow, given: unknown): JsonObject {
  const input = given === undefined ? {} : given;
  const { name } = row.prompt;
  if (!isObject(input)) {
    throw new ProtocolError(
      errorCode.invalidParams,
      `The arguments of ${name} must be an object`,
    );
  }
  const wrong = Object.keys(input).find(
    (key) => typeof input[key] !== "string",
  );
  if (wrong !== undefined) {
    throw new ProtocolError(
      errorCode.invalidParams,
      `The argument ${wrong} of ${name} must be a string`,
    );
  }
  const missing = requiredOf(row).filter((key) => !Object.hasOwn(input, key));
  if (missing.length > 0) {
    throw new ProtocolError(
      errorCode.invalidParams,
      `${name} needs the argument${missing.length > 1 ? "s" : ""} ${missing.join(", ")}`,
    );
  }
  return input;
}

function requiredOf(row: PromptRow): readonly string[] {
  const stated = row.entry["arguments"];
  if (!Array.isArray(stated)) return [];
  return stated.flatMap((argument: unknown) =>
    isObject(argument) &&
    argument["required"] === true &&
    typeof argument["name"] === "string"
      ? [argument["name"]]
      : [],
  );
}

function promptText(call: Call, row: PromptRow, value: unknown): string {
  if (typeof value === "string") {
    const content = { type: "text", text: value };
    return promptText(call, row, { messages: [{ role: "user", content }] });
  }
  if (!isObject(value) || !Array.isArray(value["messages"])) {
    throw new TypeError(
      `The handler of ${row.prompt.name} must return a string or messages`,
    );
  }
  const messages = value["messages"].map((message: unknown) => {
    if (!isObject(message) || !isObject(message["content"])) return message;
    const [content] = shownContent([message["content"]], call.dialect.profile);
    return { ...message, content };
  });
  return call.dialect.object(call.method, {
    description: row.entry["description"],
    ...value,
    messages,
  });
}
