import { ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import { runHandler } from "./run-handler.js";
import { toBase64 } from "./server-base64.js";
import type { Call } from "./server-engine.js";
import type { ListEntry } from "./catalogue.js";
import { matchUri } from "./uri-template.js";

/** Answers `resources/read` (server/resources): the resource of that very URI, else the first template that fits. */
export function readResource(call: Call): string | Promise<string> {
  const uri = call.params["uri"];
  if (typeof uri !== "string") {
    throw new ProtocolError(
      errorCode.invalidParams,
      "params.uri must be a string",
    );
  }
  const found = find(call, uri);
  if (found === undefined) throw notFound(call, uri);
  return runHandler(call, {
    start: found.start,
    done: (value) => {
      if (value === undefined) throw notFound(call, uri);
      return contentsText(call, uri, found.entry, value);
    },
    failed: (error) => {
      throw error;
    },
  });
}

type Found = {
  readonly entry: ListEntry;
  readonly start: (context: object) => unknown;
};

function find(call: Call, uri: string): Found | undefined {
  const { engine, link } = call;
  const hidden = (entry: ListEntry): boolean =>
    engine.visible?.(entry, link.auth) === false;
  const fixed = engine.resources.get(uri);
  if (fixed !== undefined && !hidden(fixed.entry)) {
    return {
      entry: fixed.entry,
      start: (context) => fixed.handler(uri, context),
    };
  }
  for (const row of engine.templates) {
    if (hidden(row.entry)) continue;
    const variables = matchUri(row.template.uriTemplate, uri);
    if (variables !== undefined) {
      return {
        entry: row.entry,
        start: (context) => row.handler(variables, context, uri),
      };
    }
  }
  return undefined;
}

function notFound(call: Call, uri: string): ProtocolError {
  return new ProtocolError(
    call.dialect.profile.resourceNotFoundCode,
    `Resource not found: ${uri}`,
    { uri },
  );
}

function contentsText(
  call: Call,
  uri: string,
  entry: ListEntry,
  value: unknown,
): string {
  const read = (result: JsonObject): string =>
    call.dialect.object(call.method, result);
  const about = { uri, mimeType: entry["mimeType"] };
  if (typeof value === "string")
    return read({ contents: [{ ...about, text: value }] });
  if (value instanceof Uint8Array)
    return read({ contents: [{ ...about, blob: toBase64(value) }] });
  if (!isObject(value) || !Array.isArray(value["contents"])) {
    throw new TypeError(
      `The handler of ${entry.name} must return a string, bytes, contents or undefined`,
    );
  }
  return read(value);
}
