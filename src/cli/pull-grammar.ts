import { commonOf, type Common, type Grammar } from "./grammar.js";
import { serverFlags, type ServerFlags } from "./server-flags.js";

const pulling = {
  ...serverFlags,
  from: {
    type: "string",
    requiresArg: true,
    describe: "Config file whose servers are meant, such as .mcp.json",
  },
  server: {
    type: "string",
    array: true,
    nargs: 1,
    describe: "Only this server of the config file; may be repeated",
  },
  output: {
    alias: "o",
    type: "string",
    requiresArg: true,
    describe:
      "Manifest to write; with --from, the folder for one of each server",
  },
  check: {
    type: "boolean",
    describe: "Write nothing; exit 2 where server and manifest differ",
  },
  force: {
    type: "boolean",
    describe: "Update a manifest that pull has not written",
  },
} as const;

type Pulling = Common &
  ServerFlags & {
    from?: string | undefined;
    server?: string[] | undefined;
    output?: string | undefined;
    check?: boolean | undefined;
    force?: boolean | undefined;
  };

/** `mcpgen pull`. */
export const pullGrammar: Grammar<Pulling> = {
  options: pulling,
  command: (surroundings, onEnd) => ({
    command: "pull",
    describe: "Write or update the manifest of a live server",
    builder: (parser) => parser.options(pulling),
    handler: async (args) => {
      const { pull } = await import("./pull.js");
      const { from, server = [], output, check = false, force = false } = args;
      const { command, env, url, header, timeout } = args;
      const flags = { command, env, url, header, timeout };
      const asked = {
        ...commonOf(args),
        flags,
        from,
        server,
        output,
        check,
        force,
      };
      onEnd(await pull(asked, surroundings));
    },
  }),
};
