import { escapeControls } from "../diagnostic-text.js";
import type { Location } from "../diagnostic.js";
import type { DiffResult, ToldChange } from "./run-diff.js";
import { verdicts, type Verdict } from "./rule.js";

/** The report for people: one group for each entry, what breaks first, then a line of numbers. */
export function printText({ previous, current, changes }: DiffResult): string {
  const open = changes.filter((one) => !one.accepted);
  const accepted = changes.filter((one) => one.accepted);
  const lines = [
    `${previous} (previous) → ${current} (current)`,
    "",
    ...groupsOf(open).flatMap(([head, group]) => [
      head,
      ...group.flatMap(linesOf),
      "",
    ]),
    ...(accepted.length > 0
      ? ["accepted", ...accepted.map(acceptedLine), ""]
      : []),
    countChanges(changes),
  ];
  return `${lines.map(escapeControls).join("\n")}\n`;
}

/** Changes by what they are about, in their order. */
export function groupsOf(
  changes: readonly ToldChange[],
): readonly (readonly [string, readonly ToldChange[]])[] {
  const groups = new Map<string, ToldChange[]>();
  for (const one of changes) {
    const head = `${one.subject.kind} ${one.subject.name}`;
    groups.set(head, [...(groups.get(head) ?? []), one]);
  }
  return [...groups];
}

function linesOf(one: ToldChange): readonly string[] {
  const { rule, what, reason, mend } = one;
  return [
    `  ${labelOf(one)}  ${rule}  ${placeOf(one.at)}`,
    `    ${what}: ${reason}`,
    ...(mend === "" ? [] : [`    mend: ${mend}`]),
  ];
}

function acceptedLine({ rule, subject, what }: ToldChange): string {
  return `  ${rule}  ${subject.kind} ${subject.name}: ${what}`;
}

/** One word where both verdicts agree, and else both. */
export function labelOf({ wire, source }: ToldChange): string {
  return wire === source ? wire : `wire ${wire}, source ${source}`;
}

/** `file:line:column`. */
export function placeOf({ file, line, column }: Location): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

const words: { readonly [verdict in Verdict]: (count: number) => string } = {
  breaking: (count) => `${count} breaking`,
  undecided: (count) => `${count} undecided`,
  note: (count) => `${count} note${count === 1 ? "" : "s"}`,
  safe: (count) => `${count} safe`,
};

/** "2 breaking, 1 note; 1 accepted", or that nothing changed. */
export function countChanges(changes: readonly ToldChange[]): string {
  if (changes.length === 0) return "no change";
  const open = changes.filter((one) => !one.accepted);
  const counts = verdicts.flatMap((verdict) => {
    const count = open.filter((one) => one.verdict === verdict).length;
    return count === 0 ? [] : [words[verdict](count)];
  });
  const accepted = changes.length - open.length;
  const told = counts.length === 0 ? "nothing else" : counts.join(", ");
  return accepted === 0 ? told : `${told}; ${accepted} accepted`;
}
