import { diagnostic, type Diagnostic } from "../generator/diagnostic.js";
import { shown } from "../generator/diagnostic-text.js";
import { closest } from "../generator/manifest/closest.js";

/** A command line that means nothing; never leaves `run`. */
export class UsageError extends Error {}

/** Words yargs' complaint as a diagnostic, with what was probably meant. */
export function usageDiagnostic(
  message: string,
  argv: readonly string[],
  flags: readonly string[],
): Diagnostic {
  const words = argv.filter((word) => !word.startsWith("-"));
  const meant = /^Did you mean (.+)\?$/m.exec(message)?.[1];
  // A verb may have verbs of its own: the word that is near is the one that was wrong.
  const verb = closest(meant ?? "", words) ?? words[0] ?? "";
  const unknown = /^Unknown arguments?: ([^,\s]+)/.exec(message)?.[1];
  const isVerb = meant !== undefined || unknown === verb;
  const reason = isVerb
    ? `there is no verb ${shown(verb)}`
    : message.replace(/\s+/g, " ");
  const flag = isVerb ? undefined : closest(unknown ?? "", flags);
  const suggestion = meant ?? (flag === undefined ? undefined : `--${flag}`);
  const at = { file: "mcpgen" };
  return diagnostic("ARGUMENT_WRONG", at, { reason, suggestion });
}
