import { UsageError } from "./usage.js";
import { commonOf, type Common, type Grammar } from "./grammar.js";

const mocking = {
  http: {
    type: "string",
    requiresArg: true,
    describe: "Serve HTTP on [HOST:]PORT instead of stdio",
  },
  seed: {
    type: "number",
    requiresArg: true,
    default: 1,
    describe: "Whole number that all answers follow from",
  },
} as const;

type Mocking = Common & {
  manifest: string;
  http?: string | undefined;
  seed: number;
};

/** `mcpgen mock`. */
export const mockGrammar: Grammar<Mocking> = {
  options: mocking,
  command: (surroundings, onEnd) => ({
    command: "mock [manifest]",
    describe: "Serve made-up answers that fit the manifest",
    builder: (parser) =>
      parser
        .positional("manifest", {
          type: "string",
          default: "manifest.yaml",
          describe: "Manifest to serve",
        })
        .options(mocking)
        .check(({ seed }) => {
          if (Number.isSafeInteger(seed)) return true;
          throw new UsageError("--seed must be a whole number");
        }),
    handler: async (args) => {
      const { mock } = await import("./mock.js");
      const { manifest, http, seed } = args;
      onEnd(
        await mock({ ...commonOf(args), manifest, http, seed }, surroundings),
      );
    },
  }),
};
