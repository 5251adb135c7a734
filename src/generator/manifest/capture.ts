import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { under } from "../json-pointer.js";
import { shown } from "../diagnostic-text.js";
import { entryKinds } from "./manifest.js";

/** The manifest proper within a file, and what a captured one says of its server. */
export type Recognised = {
  readonly value: JsonValue;
  /** Pointer of the manifest within the file: the `result` of a response is one. */
  readonly base: string;
  /** Present when the file is a captured list and no manifest that someone wrote. */
  readonly capture?: {
    readonly server: JsonObject;
    readonly isIncomplete: boolean;
  };
};

/** What stands beside the list in the result of a list method, in any version. */
const resultKeys = new Set<string>([
  ...entryKinds,
  "nextCursor",
  "_meta",
  "ttlMs",
  "cacheScope",
  "resultType",
]);

/**
 * A file without `server` is a capture when it is the result of a list method (lists
 * and what stands beside them, nothing else), or holds what a server said of itself
 * (`initialize` or `serverInfo`). Either may be wrapped in a JSON-RPC response.
 */
export function recognise(file: string, value: JsonValue): Recognised {
  const result = isJsonObject(value) ? member(value, "result") : undefined;
  if (
    isJsonObject(value) &&
    Object.hasOwn(value, "jsonrpc") &&
    isJsonObject(result)
  ) {
    return { ...recognise(file, result), base: under("", "result") };
  }
  if (!isJsonObject(value) || Object.hasOwn(value, "server")) {
    return { value, base: "" };
  }
  const said = member(value, "initialize");
  const greeting = isJsonObject(said) ? said : value;
  const info = member(greeting, "serverInfo");
  const lists = entryKinds.filter((key) => Array.isArray(member(value, key)));
  const isResult =
    lists.length > 0 && Object.keys(value).every((key) => resultKeys.has(key));
  if (!isResult && !isJsonObject(said) && !isJsonObject(info)) {
    return { value, base: "" };
  }
  const cursor = member(value, "nextCursor");
  const server = serverOf(
    file,
    value,
    greeting,
    isJsonObject(info) ? info : {},
  );
  const isIncomplete = typeof cursor === "string";
  return { value, base: "", capture: { server, isIncomplete } };
}

function serverOf(
  file: string,
  value: JsonObject,
  greeting: JsonObject,
  info: JsonObject,
): JsonObject {
  const text = (holder: JsonObject, key: string): string | undefined => {
    const found = member(holder, key);
    return typeof found === "string" && found !== "" ? found : undefined;
  };
  const stem = file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  const given = text(info, "name") ?? stem;
  const name = folderName(given);
  const title = text(info, "title") ?? (name === given ? undefined : given);
  const instructions = text(greeting, "instructions");
  return {
    name,
    version: text(info, "version") ?? text(value, "version") ?? "0.0.0",
    ...(title !== undefined && { title }),
    ...(instructions !== undefined && { instructions }),
  };
}

/** A foreign server's name made fit for a folder; the name itself is kept as the title. */
export function folderName(name: string): string {
  const plain = name
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "")
    .slice(0, 64);
  return nameProblem(plain) === undefined ? plain : `${plain || "mcp"}-server`;
}

const reserved =
  /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|runtime|node_modules)(?:\.|$)/i;

/** Why a server's name cannot name a folder and an import path; undefined for one that can. */
export function nameProblem(name: string): string | undefined {
  if (name.length > 100) return "it is longer than 100 characters";
  if (name.startsWith(".")) return "it begins with a dot";
  if (/[. ]$/.test(name)) return "it ends with a dot or a space";
  if (name.startsWith(" ")) return "it begins with a space";
  const odd = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"'`/\\|?*#%$;{}]/u.exec(
    name,
  )?.[0];
  if (odd !== undefined) return `it holds ${shown(odd)}`;
  if (!/[\p{L}\p{N}]/u.test(name)) return "it holds neither letter nor digit";
  return reserved.test(name) ? "that folder has another use" : undefined;
}
