import { ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import { runAlone } from "./run-handler.js";
import { variableNames } from "./uri-template.js";
import type {
  Call,
  CompletionFeature,
  PromptRow,
  TemplateRow,
} from "./server-engine.js";

/** More than these do not travel in one answer (server/utilities/completion). */
const maxValues = 100;

/**
 * Completes the arguments of prompts and the variables of resource templates
 * (server/utilities/completion), with what their files export as `complete`. An
 * argument that nothing completes has no values.
 */
export const completion: CompletionFeature = {
  complete(call) {
    const { ref, argument, context } = call.params;
    const { row, names } = find(call, isObject(ref) ? ref : {});
    const { name, value }: JsonObject = isObject(argument) ? argument : {};
    if (typeof name !== "string" || typeof value !== "string")
      throw invalid("params.argument must have a name and a value");
    if (!names.includes(name))
      throw invalid(`${row.entry.name} has no argument ${name}`);
    const { complete = {} } = row;
    const completer = Object.hasOwn(complete, name)
      ? complete[name]
      : undefined;
    const chosen = isObject(context) ? context["arguments"] : undefined;
    return runAlone(call, {
      start: (own) =>
        completer?.(value, own, isObject(chosen) ? chosen : {}) ?? [],
      done: (answer) =>
        call.dialect.object(call.method, {
          completion: completionOf(`${row.entry.name}, ${name}`, answer),
        }),
      failed: (error) => {
        throw error;
      },
    });
  },
};

type Found = {
  readonly row: PromptRow | TemplateRow;
  /** The arguments that it has. */
  readonly names: readonly string[];
};

/** The prompt or template that is meant; what a client may not see is unknown to it. */
function find({ engine, link }: Call, ref: JsonObject): Found {
  const { type, name, uri } = ref;
  const key = type === "ref/prompt" ? name : uri;
  if (
    (type !== "ref/prompt" && type !== "ref/resource") ||
    typeof key !== "string"
  )
    throw invalid(
      "params.ref must be of type ref/prompt with a name, or ref/resource with the uri of a template",
    );
  const row =
    type === "ref/prompt"
      ? engine.prompts.get(key)
      : engine.templates.find(({ template }) => template.uriTemplate === key);
  if (
    row === undefined ||
    engine.visible?.(row.entry, link.grant.auth) === false
  )
    throw invalid(`Unknown ${type}: ${key}`);
  const names =
    "template" in row
      ? variableNames(row.template.uriTemplate)
      : argumentNames(row);
  return { row, names };
}

function argumentNames({ entry }: PromptRow): readonly string[] {
  const { arguments: stated } = entry;
  if (!Array.isArray(stated)) return [];
  return stated.flatMap((argument: unknown) => {
    const name = isObject(argument) ? argument["name"] : undefined;
    return typeof name === "string" ? [name] : [];
  });
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(errorCode.invalidParams, message);
}

/** The result's member: what was left out is counted where the handler gave all there is. */
function completionOf(what: string, answer: unknown): JsonObject {
  const { values, total, hasMore }: JsonObject = isObject(answer)
    ? answer
    : { values: answer };
  if (!isListOfStrings(values))
    throw new TypeError(
      `The completion of ${what} must give a list of strings, or an object with values`,
    );
  const isCut = values.length > maxValues;
  const given: JsonObject = { values: values.slice(0, maxValues) };
  if (typeof total === "number") given["total"] = total;
  else if (isCut) given["total"] = values.length;
  if (isCut) given["hasMore"] = true;
  else if (typeof hasMore === "boolean") given["hasMore"] = hasMore;
  return given;
}

function isListOfStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
