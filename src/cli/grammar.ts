import { resolve } from "node:path";
import type { Argv, CommandModule, Options } from "yargs";
import type { ExitCode } from "./exit-code.js";
import type { CommonArguments, Surroundings } from "./verb.js";

/** The options that every verb takes. */
export const common = {
  json: {
    type: "boolean",
    describe: "Print one JSON object on stdout",
  },
  quiet: {
    type: "boolean",
    describe: "Print nothing but errors and warnings",
  },
  cwd: {
    type: "string",
    requiresArg: true,
    coerce: (value: string | string[]) => [value].flat().at(-1) ?? ".",
    describe: "Folder that paths are relative to",
  },
} as const;

/** The values of the common options, as yargs gives them. */
export type Common = {
  json?: boolean | undefined;
  quiet?: boolean | undefined;
  cwd?: string | undefined;
};

/** Hears how a verb ended. */
export type OnEnd = (code: ExitCode) => void;

/** How one verb is called. It loads what it does when it runs. */
export type Grammar<Arguments extends Common> = {
  /** Its own options by name; a suggestion may name one. */
  readonly options: Readonly<Record<string, Options>>;
  command(
    surroundings: Surroundings,
    onEnd: OnEnd,
  ): CommandModule<Common, Arguments>;
};

/** The common options with their defaults; `cwd` is absolute. */
export function commonOf({ json, quiet, cwd }: Common): CommonArguments {
  return {
    json: json ?? false,
    quiet: quiet ?? false,
    cwd: resolve(cwd ?? "."),
  };
}

/** The values of a verb that takes manifests. */
export type Manifests = Common & { manifest?: string[] | undefined };

/** Lets a verb take any number of manifests. */
export function manifests(parser: Argv<Common>): Argv<Manifests> {
  return parser.positional("manifest", {
    type: "string",
    array: true,
    describe: "Manifests to build; manifest.yaml when none is named",
  });
}
