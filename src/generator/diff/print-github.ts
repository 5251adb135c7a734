import type { DiffResult, ToldChange } from "./run-diff.js";
import type { Verdict } from "./rule.js";

const commands: { readonly [verdict in Verdict]: string | undefined } = {
  breaking: "error",
  undecided: "warning",
  note: "notice",
  safe: undefined,
};

/**
 * Workflow commands, by which GitHub shows each change at its line; safe and accepted
 * ones are left out. What is gone has a place in the previous side alone, which GitHub
 * may not have: it is shown at the manifest.
 */
export function printGithub({
  changes,
  previous,
  current,
}: DiffResult): string {
  return changes
    .filter(({ accepted }) => !accepted)
    .map((one) =>
      one.at.file === previous ? { ...one, at: { file: current } } : one,
    )
    .flatMap(command)
    .join("");
}

function command(one: ToldChange): readonly string[] {
  const name = commands[one.verdict];
  if (name === undefined) return [];
  const { at, rule, subject, what, reason, mend } = one;
  const properties = [
    `file=${property(at.file)}`,
    ...(at.line === undefined ? [] : [`line=${at.line}`]),
    ...(at.column === undefined ? [] : [`col=${at.column}`]),
    `title=${property(rule)}`,
  ];
  const end = mend === "" ? "" : `\nmend: ${mend}`;
  const message = `${subject.kind} ${subject.name}: ${what}: ${reason}${end}`;
  return [`::${name} ${properties.join(",")}::${data(message)}\n`];
}

/** A message: what would end its line is written as a percent code. */
function data(text: string): string {
  return text
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

/** A property: neither may it end the list of properties. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
