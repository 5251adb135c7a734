import yargs, { type Argv } from "yargs";
import { version } from "../generator/fingerprint.js";
import { buildGrammar, checkGrammar } from "./build-grammar.js";
import { common, type Common, type OnEnd } from "./grammar.js";
import { diffGrammar } from "./diff-grammar.js";
import { initGrammar } from "./init-grammar.js";
import { schemaGrammar } from "./schema-grammar.js";
import { mockGrammar } from "./mock-grammar.js";
import { pullGrammar } from "./pull-grammar.js";
import { UsageError } from "./usage.js";
import type { Surroundings } from "./verb.js";

const grammars = [
  buildGrammar,
  checkGrammar,
  diffGrammar,
  initGrammar,
  schemaGrammar,
  mockGrammar,
  pullGrammar,
];

/** Every flag by name, for suggestions. */
export const flags: readonly string[] = [
  ...Object.keys(common),
  ...grammars.flatMap(({ options }) => Object.keys(options)),
  "help",
  "version",
];

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
    .command(buildGrammar.command(surroundings, onEnd))
    .command(checkGrammar.command(surroundings, onEnd))
    .command(diffGrammar.command(surroundings, onEnd))
    .command(initGrammar.command(surroundings, onEnd))
    .command(schemaGrammar.command(surroundings, onEnd))
    .command(mockGrammar.command(surroundings, onEnd))
    .command(pullGrammar.command(surroundings, onEnd))
    .demandCommand(1, "Name a verb, such as build; --help lists them")
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
      "Exit codes: 0 done, 1 something to mend, 2 stale, different or breaking, 70 a bug in mcpgen.",
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
