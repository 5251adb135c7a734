import type { Environment } from "../generator/manifest/environment.js";
import {
  type Expand,
  httpSource,
  type ServerSource,
  stdioSource,
} from "../generator/pull/server-source.js";
import { splitCommand } from "../generator/pull/split-command.js";
import { openVariables } from "../generator/pull/variables.js";
import { UsageError } from "./usage.js";

/** The flags that say how to reach one live server. */
export const serverFlags = {
  command: {
    type: "string",
    requiresArg: true,
    describe: "Command that starts the server on stdio, run without a shell",
  },
  env: {
    type: "string",
    array: true,
    nargs: 1,
    describe: "NAME or NAME=VALUE: variable that the server gets",
  },
  url: {
    type: "string",
    requiresArg: true,
    describe: "URL of the server's endpoint",
  },
  header: {
    type: "string",
    array: true,
    nargs: 1,
    describe:
      "Header for the URL, such as 'Authorization: Bearer ${env:TOKEN}'",
  },
  timeout: {
    type: "number",
    requiresArg: true,
    default: 120,
    describe: "Seconds that one server may take",
  },
} as const;

/** The values of those flags. */
export type ServerFlags = {
  readonly command?: string | undefined;
  readonly env?: readonly string[] | undefined;
  readonly url?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly timeout: number;
};

/**
 * The server that the flags name; undefined where they name none. Throws a UsageError
 * for flags that do not fit together or cannot be read.
 */
export function sourceOf(
  { command, env = [], url, header = [] }: ServerFlags,
  cwd: string,
  environment: Environment,
): ServerSource | undefined {
  if (command !== undefined && url !== undefined)
    throw new UsageError("--command and --url exclude each other");
  if (env.length > 0 && command === undefined)
    throw new UsageError("--env is for --command");
  if (header.length > 0 && url === undefined)
    throw new UsageError("--header is for --url");
  const { expand, unset } = openVariables({ environment });
  let source: ServerSource | undefined;
  if (command !== undefined) {
    const settings = { ...wordsOf(command), env: variablesOf(env), cwd };
    source = stdioSource(settings, expand);
  } else if (url !== undefined) {
    source = urlSource(url, header, expand);
  }
  const [missing] = unset();
  if (missing !== undefined)
    throw new UsageError(`the environment variable ${missing} is not set`);
  return source;
}

function wordsOf(command: string): {
  command: string;
  args: readonly string[];
} {
  const words = splitCommand(command);
  if (words === undefined)
    throw new UsageError("--command has a quote that is not closed");
  const [program, ...args] = words;
  if (program === undefined) throw new UsageError("--command is empty");
  return { command: program, args };
}

/** A name alone stands for the variable of this process. */
function variablesOf(
  given: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf("=");
      return at > 0
        ? [one.slice(0, at), one.slice(at + 1)]
        : [one, `\${env:${one}}`];
    }),
  );
}

function urlSource(
  url: string,
  header: readonly string[],
  expand: Expand,
): ServerSource {
  const headers = headersOf(header);
  try {
    return httpSource({ url, headers }, expand);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The address may hold a secret, so it is not repeated.
    throw new UsageError(
      "--url must be an address of HTTP, such as http://127.0.0.1:3000/mcp",
    );
  }
}

function headersOf(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((one) => {
      const [, name, value] =
        /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(one) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError("--header is written as 'Name: value'");
      return [name, value];
    }),
  );
}
