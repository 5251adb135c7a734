import { basename, dirname } from "node:path";
import { diagnostic, type Diagnostic } from "../diagnostic.js";
import { shown } from "../diagnostic-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import type { Environment } from "../manifest/environment.js";
import {
  type Expand,
  httpSource,
  type ServerSource,
  stdioSource,
} from "./server-source.js";
import { openVariables } from "./variables.js";

/** A server of a config file: how to reach it, or why it cannot be reached. */
export type ConfiguredServer = { readonly name: string } & (
  { readonly source: ServerSource } | { readonly problem: Diagnostic }
);

/** The text of a config file, and where it lies. */
export type ConfigText = {
  readonly text: string;
  /** Absolute. */
  readonly path: string;
  /** The path as diagnostics print it. */
  readonly file: string;
  readonly environment: Environment;
};

/**
 * The servers that a `.mcp.json`, or the like of another program, names: an object
 * under `mcpServers`, `servers`, `context_servers` or `mcp.servers`, in JSON that may
 * have comments and trailing commas. Those that are disabled there are left out.
 */
export function readConfig(
  config: ConfigText,
): readonly ConfiguredServer[] | { readonly problem: Diagnostic } {
  const { file } = config;
  const wrong = (reason: string, hint: string): { problem: Diagnostic } => ({
    problem: diagnostic("SERVER_SOURCE_WRONG", { file }, { reason, hint }),
  });
  const root = parse(config.text);
  if (typeof root === "string")
    return wrong(`this is not JSON: ${root}`, "correct the text");
  const servers = findServers(root);
  if (servers === undefined)
    return wrong(
      "it names no servers",
      "name a file with `mcpServers` or `servers`, such as .mcp.json",
    );
  const enabled = Object.entries(servers).filter(
    ([, settings]) => !isJsonObject(settings) || settings["disabled"] !== true,
  );
  return enabled.map(([name, settings]) => {
    const read = readServer(settings, config);
    return typeof read === "string"
      ? {
          name,
          ...wrong(
            `the server ${shown(name)} ${read}`,
            "correct it in this file, or leave it out by --server with the names of others",
          ),
        }
      : { name, source: read };
  });
}

/** JSON, else the reason why it is none. Strings are passed over, so that nothing in them counts as a comment. */
function parse(text: string): JsonObject | string {
  const keepString = (whole: string): string =>
    whole.startsWith('"') ? whole : "";
  const plain = text
    .replace(/^\ufeff/, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g, keepString)
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, keepString);
  try {
    const value = JSON.parse(plain) as JsonValue;
    return isJsonObject(value) ? value : "it holds no object";
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message;
  }
}

function findServers(root: JsonObject): JsonObject | undefined {
  const { mcp } = root;
  const places = [
    root["mcpServers"],
    root["servers"],
    root["context_servers"],
    isJsonObject(mcp) ? mcp["servers"] : undefined,
  ];
  return places.find(isJsonObject);
}

/** A server's source, or what is wrong with its settings. */
function readServer(
  settings: JsonValue,
  config: ConfigText,
): ServerSource | string {
  if (!isJsonObject(settings)) return "is no object";
  if (settings["envFile"] !== undefined)
    return "has an envFile, which is not read: state its variables under env";
  const folder = workspaceOf(config.path);
  const home = config.environment["HOME"] ?? config.environment["USERPROFILE"];
  const variables = openVariables({
    environment: config.environment,
    places: {
      workspaceFolder: folder,
      ...(home !== undefined && { userHome: home }),
    },
    bare: true,
  });
  const source = sourceOf(settings, folder, variables.expand);
  const [unset] = variables.unset();
  return unset === undefined
    ? source
    : `needs the environment variable ${unset}, which is not set`;
}

function sourceOf(
  settings: JsonObject,
  folder: string,
  expand: Expand,
): ServerSource | string {
  const url = settings["url"] ?? settings["serverUrl"] ?? settings["httpUrl"];
  const { command, args } = settings;
  if (typeof url === "string") {
    const headers = textsOf(settings["headers"]);
    try {
      return httpSource({ url, headers }, expand);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return "has a url that is no address of HTTP";
    }
  }
  const words = [command, args].flat().filter((word) => word !== undefined);
  const [program, ...rest] = words.map(String);
  if (command === undefined || program === undefined)
    return "has neither a command nor a url";
  const cwd = settings["cwd"];
  return stdioSource(
    {
      command: program,
      args: rest,
      env: textsOf(settings["env"]),
      cwd: typeof cwd === "string" ? cwd : folder,
    },
    expand,
  );
}

/** Texts by name; numbers and booleans are taken for texts, as all programs do. */
function textsOf(
  value: JsonValue | undefined,
): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      typeof item === "object" ? [] : [[name, String(item)]],
    ),
  );
}

/** The folder that a project's config file speaks of. */
function workspaceOf(path: string): string {
  const folder = dirname(path);
  return /^\.(?:vscode|cursor)$/.test(basename(folder))
    ? dirname(folder)
    : folder;
}
