import type { Miss, Result, Score } from "./examine.js";
import type { Ruling } from "./left-out.js";
import { commit } from "./suite.js";

const columns = [14, 34, 15, 12] as const;

function line(cells: readonly string[]): string {
  const [draft = "", name = "", ...counts] = cells;
  const [left, middle, ...right] = columns;
  const aligned = counts.map((text, index) => text.padStart(right[index] ?? 0));
  return [draft.padEnd(left), name.padEnd(middle), ...aligned]
    .join("")
    .trimEnd();
}

/** The head of the table. */
export function heading(): string {
  const suite = `JSON-Schema-Test-Suite ${commit}, Node ${process.version}`;
  return `${suite}\n\n${line(["draft", "validator", "required", "optional"])}`;
}

/** One contender on one draft. */
export function row(result: Result): string {
  const { draft, name, version, required, optional } = result;
  if (version === undefined || !required || !optional) {
    return `${line([draft, name])}  not installed: npm run bench:peers`;
  }
  return line([draft, `${name} ${version}`, share(required), share(optional)]);
}

function share({ passed, total }: Score): string {
  const text = (count: number) => count.toLocaleString("en-US");
  return `${text(passed)}/${text(total)}`;
}

/** What mcpgen leaves out with the reasons, then what is wrong. */
export function ruling({ leftOut, faults }: Ruling): string {
  const reasons = leftOut.flatMap(({ reason, misses }) => [
    "",
    `${reason}:`,
    ...grouped(misses),
  ]);
  const wrong =
    faults.length === 0
      ? ["", "Every other test is passed."]
      : ["", `${faults.length} faults:`, ...faults.map((text) => `  ${text}`)];
  return [
    "",
    "Optional tests that mcpgen does not pass",
    ...reasons,
    ...wrong,
  ].join("\n");
}

function grouped(misses: readonly Miss[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { draft, file, group, test, got } of misses) {
    const key = `  ${draft} ${file}: ${group}`;
    const tests = groups.get(key) ?? [];
    groups.set(key, [...tests, `    ${test} (${got})`]);
  }
  return [...groups].flatMap(([group, tests]) => [group, ...tests]);
}
