import type { BuildArguments } from "./build.js";
import {
  commonOf,
  manifests,
  type Grammar,
  type Manifests,
} from "./grammar.js";

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

type Building = Manifests & {
  check?: boolean | undefined;
  "dry-run"?: boolean | undefined;
  watch?: boolean | undefined;
  force?: boolean | undefined;
  forget?: string[] | undefined;
};

/** `mcpgen build`. */
export const buildGrammar: Grammar<Building> = {
  options: building,
  command: (surroundings, onEnd) => ({
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
  }),
};

/** `mcpgen check`, which is `build --check`. */
export const checkGrammar: Grammar<Manifests> = {
  options: {},
  command: (surroundings, onEnd) => ({
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
  }),
};
