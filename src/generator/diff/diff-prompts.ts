import { under } from "../json-pointer.js";
import type { ManifestPrompt } from "../manifest/manifest.js";
import { reportOn, type Change, type Report, type Sides } from "./change.js";
import { diffEntry, sayTheSame, spellTheSame } from "./diff-entry.js";
import { pairUp } from "./pairs.js";

/** The changes of prompts. */
export function diffPrompts(sides: Sides): readonly Change[] {
  const changes: Change[] = [];
  const { previous, current } = sides;
  const reportOf = (one: ManifestPrompt): Report =>
    reportOn({ kind: "prompt", name: one.name }, sides, changes);
  const pairs = pairUp(
    previous.manifest.prompts,
    current.manifest.prompts,
    (was, is) => spellTheSame(was.name, is.name) || sayTheSame(was, is),
  );
  for (const one of pairs.removed) {
    reportOf(one)("PROMPT_REMOVED", {}, one.pointer, "previous");
  }
  for (const one of pairs.added) reportOf(one)("PROMPT_ADDED", {}, one.pointer);
  for (const [was, is] of pairs.both) {
    const report = reportOf(is);
    if (was.name !== is.name) {
      report("PROMPT_RENAMED", { name: was.name }, is.pointer);
    }
    diffEntry(was, is, report);
    diffArguments(was, is, report);
  }
  return changes;
}

function diffArguments(
  was: ManifestPrompt,
  is: ManifestPrompt,
  report: Report,
): void {
  const pointer = under(is.pointer, "arguments");
  is.arguments.forEach((argument, index) => {
    const { name, required } = argument;
    const at = under(pointer, index);
    const before = was.arguments.find((one) => one.name === name);
    if (before === undefined) {
      report(
        required ? "ARGUMENT_ADDED_REQUIRED" : "ARGUMENT_ADDED",
        { name },
        at,
      );
      return;
    }
    if (before.required !== required) {
      report(
        required ? "ARGUMENT_REQUIRED" : "ARGUMENT_OPTIONAL",
        { name },
        at,
      );
    }
    const isSame =
      before.title === argument.title &&
      before.description === argument.description;
    if (!isSame) report("ARGUMENT_TEXT_CHANGED", { name }, at);
  });
  for (const { name } of was.arguments) {
    const isKept = is.arguments.some((one) => one.name === name);
    if (!isKept) report("ARGUMENT_REMOVED", { name }, pointer);
  }
}
