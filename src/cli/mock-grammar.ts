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

/** True for what the emitted server's own command line takes. */
function isAddress(text: string): boolean {
  const port = /^(?:(?:\[[0-9a-fA-F:.]+\]|[^:[\]]+):)?(\d{1,5})$/.exec(
    text,
  )?.[1];
  return port !== undefined && Number(port) <= 65_535;
}

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
        .check(({ http, seed }) => {
          if (!Number.isSafeInteger(seed))
            throw new UsageError("--seed must be a whole number");
          if (http !== undefined && !isAddress(http))
            throw new UsageError(
              "--http needs an address such as 127.0.0.1:3000",
            );
          return true;
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
