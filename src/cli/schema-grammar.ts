import type { Argv, CommandModule } from "yargs";
import { commonOf, type Common, type Grammar, type OnEnd } from "./grammar.js";
import type { SchemaArguments } from "./schema-list.js";
import type { Surroundings } from "./verb.js";

const beside = {
  manifest: {
    type: "string",
    requiresArg: true,
    describe: "Manifest whose schema/ folder is meant; default manifest.yaml",
  },
} as const;

const adding = {
  wire: {
    type: "string",
    requiresArg: true,
    describe: "File with the wire facts; default those of its era",
  },
  version: {
    type: "string",
    requiresArg: true,
    describe: "The version, where the path does not tell it",
  },
  force: {
    type: "boolean",
    describe: "Take the place of a version that is there already",
  },
} as const;

type Beside = Common & { manifest?: string | undefined };
type Adding = Beside & {
  source: string;
  wire?: string | undefined;
  version?: string | undefined;
  force?: boolean | undefined;
};
type Comparing = Beside & { from: string; to: string };

function schemaOf(args: Beside): SchemaArguments {
  return { ...commonOf(args), manifest: args.manifest };
}

function withSource(parser: Argv<Common>): Argv<Adding> {
  return (
    parser
      // Elsewhere it asks for mcpgen's own.
      .version(false)
      .positional("source", {
        type: "string",
        demandOption: true,
        describe: "An official schema.json: a file or an https address",
      })
      .options({ ...beside, ...adding })
  );
}

function withVersions(parser: Argv<Common>): Argv<Comparing> {
  const version = { type: "string", demandOption: true } as const;
  return parser
    .positional("from", { ...version, describe: "The older version" })
    .positional("to", { ...version, describe: "The newer version" })
    .options(beside);
}

type Part<Arguments extends Beside> = (
  surroundings: Surroundings,
  onEnd: OnEnd,
) => CommandModule<Common, Arguments>;

const listPart: Part<Beside> = (surroundings, onEnd) => ({
  command: "list",
  describe: "Tell which versions there are, and where from",
  builder: (parser) => parser.options(beside),
  handler: async (args) => {
    const { schemaList } = await import("./schema-list.js");
    onEnd(schemaList(schemaOf(args), surroundings));
  },
});

const addPart: Part<Adding> = (surroundings, onEnd) => ({
  command: "add <source>",
  describe: "Put a version into schema/ beside the manifest",
  builder: withSource,
  handler: async (args) => {
    const { schemaAdd } = await import("./schema-add.js");
    const { source, wire, version, force = false } = args;
    const asked = { ...schemaOf(args), source, wire, version, force };
    onEnd(await schemaAdd(asked, surroundings));
  },
});

const diffPart: Part<Comparing> = (surroundings, onEnd) => ({
  command: "diff <from> <to>",
  describe: "Tell what a version adds, removes and changes",
  builder: withVersions,
  handler: async (args) => {
    const { schemaDiff } = await import("./schema-diff.js");
    const { from, to } = args;
    onEnd(await schemaDiff({ ...schemaOf(args), from, to }, surroundings));
  },
});

/** `mcpgen schema`: list, add and diff. */
export const schemaGrammar: Grammar<Common> = {
  options: { ...beside, ...adding },
  command: (surroundings, onEnd) => ({
    command: "schema",
    describe: "List, add and compare versions of the protocol",
    builder: (parser) =>
      parser
        .command(listPart(surroundings, onEnd))
        .command(addPart(surroundings, onEnd))
        .command(diffPart(surroundings, onEnd))
        .demandCommand(
          1,
          "Say what to do: schema list, schema add or schema diff",
        ),
    // One of its parts runs instead.
    handler: () => undefined,
  }),
};
