import { escapeControls } from "../diagnostic-text.js";
import { countChanges, groupsOf, labelOf, placeOf } from "./print-text.js";
import type { DiffResult, ToldChange } from "./run-diff.js";

/** The report as GitHub-flavoured Markdown, for a comment or a job summary. */
export function printMarkdown({
  previous,
  current,
  changes,
}: DiffResult): string {
  const title = `## Contract: ${countChanges(changes)}`;
  const sides = `${code(previous)} → ${code(current)}`;
  const groups = groupsOf(changes).map(([head, group]) =>
    [
      `### ${text(head)}`,
      "",
      "| verdict | rule | change | place |",
      "| --- | --- | --- | --- |",
      ...group.map(row),
    ].join("\n"),
  );
  return `${[title, sides, ...groups].join("\n\n")}\n`;
}

function row(one: ToldChange): string {
  const { rule, what, reason, mend, accepted, at } = one;
  const label = accepted ? `${labelOf(one)} (accepted)` : labelOf(one);
  const told =
    text(`${what}: ${reason}`) + (mend === "" ? "" : `<br>mend: ${text(mend)}`);
  return `| ${label} | ${code(rule)} | ${told} | ${code(placeOf(at))} |`;
}

/** Foreign text that must neither end a cell nor become markup. */
function text(given: string): string {
  return escapeControls(given).replaceAll(/[\\`*_{}[\]()<>#+!|~&@]/g, (char) =>
    char === "<" ? "&lt;" : char === "&" ? "&amp;" : `\\${char}`,
  );
}

/** A code span; longer runs of backticks around it than inside. */
function code(given: string): string {
  const plain = escapeControls(given).replaceAll("|", "\\|");
  const longest = Math.max(
    0,
    ...[...plain.matchAll(/`+/g)].map(([run]) => run.length),
  );
  const fence = "`".repeat(longest + 1);
  return longest === 0
    ? `${fence}${plain}${fence}`
    : `${fence} ${plain} ${fence}`;
}
