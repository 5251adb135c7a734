import { commonOf, type Common, type Grammar } from "./grammar.js";
import { serverFlags, type ServerFlags } from "./server-flags.js";

const formats = ["text", "markdown", "github"] as const;
const limits = ["breaking", "undecided", "never"] as const;

const comparing = {
  ...serverFlags,
  against: {
    type: "string",
    requiresArg: true,
    describe: "What came before: a git revision, a manifest or a contract file",
  },
  format: {
    choices: formats,
    default: "text",
    describe: "How the changes are told",
  },
  "fail-on": {
    choices: limits,
    default: "never",
    describe: "Exit 2 where a change is as bad as that, or worse",
  },
  accept: {
    type: "boolean",
    describe: "Write into the lock that these changes are wanted",
  },
} as const;

type Comparing = Common &
  ServerFlags & {
    manifest: string;
    against?: string | undefined;
    format: string;
    "fail-on": string;
    accept?: boolean | undefined;
  };

/** `mcpgen diff`. */
export const diffGrammar: Grammar<Comparing> = {
  options: comparing,
  command: (surroundings, onEnd) => ({
    command: "diff [manifest]",
    describe: "Tell what changed in the contract, and whom it breaks",
    builder: (parser) =>
      parser
        .positional("manifest", {
          type: "string",
          default: "manifest.yaml",
          describe:
            "The contract as it is to be; what came before is the previous one",
        })
        .options(comparing)
        .conflicts("against", ["command", "url"]),
    handler: async (args) => {
      const { diff } = await import("./diff.js");
      const { manifest, against, format, accept = false } = args;
      const failOn = args["fail-on"];
      const { command, env, url, header, timeout } = args;
      const flags = { command, env, url, header, timeout };
      const asked = {
        ...commonOf(args),
        manifest,
        against,
        flags,
        format,
        failOn,
        accept,
      };
      onEnd(await diff(asked, surroundings));
    },
  }),
};
