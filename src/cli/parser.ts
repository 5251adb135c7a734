import { resolve } from "node:path";
import yargs, { type Argv, type CommandModule } from "yargs";
import { version } from "../generator/fingerprint.js";
import type { BuildArguments } from "./build.js";
import type { ExitCode } from "./exit-code.js";
import { UsageError } from "./usage.js";
import type { CommonArguments, Surroundings } from "./verb.js";

const common = {
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

const building = {
  check: {
    type: "boolean",
    describe: "Write nothing; exit 2 when a file is stale",
  },
  "dry-run": {
    type: "boolean",
    describe: "Write nothing; tell what would be done",
  },
  watch: {
    type: "boolean",
    describe: "Build again whenever the manifest changes",
  },
  force: {
    type: "boolean",
    describe: "Overwrite generated files that were edited by hand",
  },
  forget: {
    type: "string",
    array: true,
    // One name for each --forget: what follows is a manifest.
    nargs: 1,
    describe: "Drop a server whose manifest is gone, with its generated files",
  },
} as const;

/** Every flag by name, for suggestions. */
export const flags: readonly string[] = [
  ...Object.keys(common),
  ...Object.keys(building),
  "help",
  "version",
];

type OnEnd = (code: ExitCode) => void;
type Common = {
  json?: boolean | undefined;
  quiet?: boolean | undefined;
  cwd?: string | undefined;
};
type Manifests = Common & { manifest?: string[] | undefined };
type Building = Manifests & {
  check?: boolean | undefined;
  "dry-run"?: boolean | undefined;
  watch?: boolean | undefined;
  force?: boolean | undefined;
  forget?: string[] | undefined;
};

/** The command line's grammar. Each verb is loaded when it runs. */
export function createParser(
  argv: readonly string[],
  surroundings: Surroundings,
  onEnd: OnEnd,
): Argv<Common> {
  return yargs([...argv])
    .scriptName("mcpgen")
    .usage("$0 <verb>\n\nTyped MCP clients and servers from one manifest.")
    .locale("en")
    .options(common)
    .command(buildVerb(surroundings, onEnd))
    .command(checkVerb(surroundings, onEnd))
    .command(initVerb(surroundings, onEnd))
    .demandCommand(1, "Name a verb: build, check or init")
    .recommendCommands()
    .strict()
    .version(version())
    .alias({ help: "h", version: "v" })
    .example("$0 init", "Write a manifest to start from")
    .example("$0 build", "Build manifest.yaml")
    .example("$0 build a.yaml b.yaml", "Build two servers that share a runtime")
    .example("$0 build --watch", "Build again whenever the manifest changes")
    .example("$0 check --json", "Tell a CI job whether the output is current")
    .epilogue(
      "Exit codes: 0 done, 1 something to mend, 2 stale files, 70 a bug in mcpgen.",
    )
    .wrap(80)
    .exitProcess(false)
    .fail((message, error) => {
      // Yargs gives its own complaints as a message, and faults of a verb as an error.
      throw error instanceof Error && !message
        ? error
        : new UsageError(message);
    });
}

function commonOf({ json, quiet, cwd }: Common): CommonArguments {
  return {
    json: json ?? false,
    quiet: quiet ?? false,
    cwd: resolve(cwd ?? "."),
  };
}

function manifests(parser: Argv<Common>): Argv<Manifests> {
  return parser.positional("manifest", {
    type: "string",
    array: true,
    describe: "Manifests to build; manifest.yaml when none is named",
  });
}

function buildVerb(
  surroundings: Surroundings,
  onEnd: OnEnd,
): CommandModule<Common, Building> {
  return {
    command: "build [manifest..]",
    describe: "Write what the manifests ask for",
    builder: (parser) =>
      manifests(parser)
        .options(building)
        .conflicts("watch", ["check", "dry-run"])
        .conflicts("check", "dry-run"),
    handler: async (args) => {
      const asked: BuildArguments = {
        ...commonOf(args),
        manifests: args.manifest ?? [],
        mode: args.check ? "check" : args["dry-run"] ? "dry-run" : "write",
        force: args.force ?? false,
        forget: args.forget ?? [],
      };
      if (args.watch) {
        const { watch } = await import("./watch.js");
        return onEnd(await watch(asked, surroundings));
      }
      const { build } = await import("./build.js");
      onEnd(await build(asked, surroundings));
    },
  };
}

function checkVerb(
  surroundings: Surroundings,
  onEnd: OnEnd,
): CommandModule<Common, Manifests> {
  return {
    command: "check [manifest..]",
    describe: "Tell whether a build would change anything (build --check)",
    builder: manifests,
    handler: async (args) => {
      const { build } = await import("./build.js");
      const asked: BuildArguments = {
        ...commonOf(args),
        manifests: args.manifest ?? [],
        mode: "check",
        force: false,
        forget: [],
      };
      onEnd(await build(asked, surroundings));
    },
  };
}

function initVerb(
  surroundings: Surroundings,
  onEnd: OnEnd,
): CommandModule<Common, Common & { manifest: string }> {
  return {
    command: "init [manifest]",
    describe: "Write a commented manifest to start from",
    builder: (parser) =>
      parser.positional("manifest", {
        type: "string",
        default: "manifest.yaml",
        describe: "File to write; never overwritten",
      }),
    handler: async (args) => {
      const { init } = await import("./init.js");
      const asked = { ...commonOf(args), manifest: args.manifest };
      onEnd(init(asked, surroundings));
    },
  };
}
