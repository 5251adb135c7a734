import { commonOf, type Common, type Grammar } from "./grammar.js";

/** `mcpgen init`. */
export const initGrammar: Grammar<Common & { manifest: string }> = {
  options: {},
  command: (surroundings, onEnd) => ({
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
  }),
};
