import { ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import { runHandler } from "./run-handler.js";
import { toBase64 } from "./server-base64.js";
import type {
  Call,
  Engine,
  ResourceRow,
  TemplateRow,
} from "./server-engine.js";
import type { ListEntry } from "./catalogue.js";
import { matchUri } from "./uri-template.js";

/** Answers `resources/read` (server/resources). */
export function readResource(call: Call): string | Promise<string> {
  const uri = call.params["uri"];
  if (typeof uri !== "string") {
    throw new ProtocolError(
      errorCode.invalidParams,
      "params.uri must be a string",
    );
  }
  const found = findResource(call.engine, call.link.grant.auth, uri);
  if (found === undefined) throw notFound(call, uri);
  return runHandler(call, {
    start: found.start,
    done: (value) => {
      if (value === undefined) throw notFound(call, uri);
      return contentsText(call, uri, found.row.entry, value);
    },
    failed: (error) => {
      throw error;
    },
  });
}

type Found = {
  readonly row: ResourceRow | TemplateRow;
  readonly start: (context: object) => unknown;
};

/** What a caller with this `context.auth` reads by the URI: the resource of that very URI, else the first template that fits. */
export function findResource(
  { resources, templates, visible }: Engine,
  auth: unknown,
  uri: string,
): Found | undefined {
  const hidden = (entry: ListEntry): boolean =>
    visible?.(entry, auth) === false;
  const fixed = resources.get(uri);
  if (fixed !== undefined && !hidden(fixed.entry)) {
    return { row: fixed, start: (context) => fixed.handler(uri, context) };
  }
  for (const row of templates) {
    if (hidden(row.entry)) continue;
    const variables = matchUri(row.template.uriTemplate, uri);
    if (variables !== undefined) {
      return { row, start: (context) => row.handler(variables, context, uri) };
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
