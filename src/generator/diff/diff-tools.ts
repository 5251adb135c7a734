import { isJsonObject, member, type JsonObject } from "../json.js";
import { under } from "../json-pointer.js";
import { equal } from "../../runtime/validate.js";
import type { ManifestTool } from "../manifest/manifest.js";
import { parameterHeaders } from "../parameter-headers.js";
import { reportOn, type Change, type Report, type Sides } from "./change.js";
import { diffEntry, sayTheSame, spellTheSame } from "./diff-entry.js";
import { factsOf, hasMembers, reportFacts } from "./diff-schema.js";
import { pairUp } from "./pairs.js";

/** The changes of tools. */
export function diffTools(sides: Sides): readonly Change[] {
  const changes: Change[] = [];
  const { previous, current } = sides;
  const reportOf = (tool: ManifestTool): Report =>
    reportOn({ kind: "tool", name: tool.name }, sides, changes);
  const pairs = pairUp(
    previous.manifest.tools,
    current.manifest.tools,
    (one, other) => areAlike(one, other, sides),
  );
  for (const tool of pairs.removed) {
    reportOf(tool)("TOOL_REMOVED", {}, tool.pointer, "previous");
  }
  for (const tool of pairs.added)
    reportOf(tool)("TOOL_ADDED", {}, tool.pointer);
  for (const [was, is] of pairs.both) {
    const report = reportOf(is);
    if (was.name !== is.name) {
      report("TOOL_RENAMED", { name: was.name }, is.pointer);
    }
    diffEntry(was, is, report);
    diffTool(was, is, sides, report);
  }
  return changes;
}

function formatsOf({ previous, current }: Sides) {
  return {
    previous: previous.manifest.formats,
    current: current.manifest.formats,
  };
}

/** The same tool under another name: spelt or described alike, or taking the same. */
function areAlike(was: ManifestTool, is: ManifestTool, sides: Sides): boolean {
  const isSame = (a: JsonObject, b: JsonObject) =>
    factsOf(a, b, formatsOf(sides)).every(({ effect }) => effect === "none");
  return (
    spellTheSame(was.name, is.name) ||
    sayTheSame(was, is) ||
    (hasMembers(was.inputSchema) &&
      isSame(was.inputSchema, is.inputSchema) &&
      isSame(was.outputSchema ?? {}, is.outputSchema ?? {}))
  );
}

function diffTool(
  was: ManifestTool,
  is: ManifestTool,
  sides: Sides,
  report: Report,
): void {
  const formats = formatsOf(sides);
  const at = (key: string) => under(is.pointer, key);
  if (was.open !== is.open)
    report("OPEN_CHANGED", { open: is.open }, at("open"));
  const facts = factsOf(was.inputSchema, is.inputSchema, formats);
  reportFacts(facts, "INPUT", at("inputSchema"), report);
  diffHeaders(was, is, report);
  if (was.outputSchema !== undefined && is.outputSchema !== undefined) {
    const output = factsOf(was.outputSchema, is.outputSchema, formats);
    reportFacts(output, "OUTPUT", at("outputSchema"), report);
  } else if (is.outputSchema !== undefined) {
    report("OUTPUT_SCHEMA_ADDED", {}, at("outputSchema"));
  } else if (was.outputSchema !== undefined) {
    report("OUTPUT_SCHEMA_REMOVED", {}, is.pointer);
  }
  diffHints(was, is, report);
  diffTask(was, is, report);
}

function diffTask(was: ManifestTool, is: ManifestTool, report: Report): void {
  if (was.task === is.task) return;
  const at = under(is.pointer, "task");
  if (is.task === "required") report("TASK_REQUIRED", {}, at);
  else if (is.task === "optional") report("TASK_OPTIONAL", {}, at);
  else report("TASK_REMOVED", {}, is.pointer);
}

function diffHeaders(
  was: ManifestTool,
  is: ManifestTool,
  report: Report,
): void {
  const pointer = under(is.pointer, "inputSchema");
  const headersOf = ({ inputSchema }: ManifestTool) =>
    parameterHeaders(inputSchema).headers;
  const lacks = (wanted: ManifestTool, given: ManifestTool) =>
    headersOf(wanted).filter(
      (one) => !headersOf(given).some((other) => equal(one, other)),
    );
  for (const { path, name } of lacks(is, was)) {
    const params = {
      header: `Mcp-Param-${name}`,
      at: JSON.stringify(path.join(".")),
    };
    const way = path.flatMap((step) => ["properties", step]);
    report("HEADER_ADDED", params, under(pointer, ...way, "x-mcp-header"));
  }
  for (const { path, name } of lacks(was, is)) {
    const params = {
      header: `Mcp-Param-${name}`,
      at: JSON.stringify(path.join(".")),
    };
    report("HEADER_REMOVED", params, pointer);
  }
}

/** Hints with what the protocol takes for granted, and the rules for each turn. */
const hints = [
  ["readOnlyHint", false, "READ_ONLY_GAINED", "READ_ONLY_LOST"],
  ["destructiveHint", true, "DESTRUCTIVE_GAINED", "DESTRUCTIVE_LOST"],
  ["idempotentHint", false, "IDEMPOTENT_GAINED", "IDEMPOTENT_LOST"],
  ["openWorldHint", true, "OPEN_WORLD_GAINED", "OPEN_WORLD_LOST"],
] as const;

function diffHints(was: ManifestTool, is: ManifestTool, report: Report): void {
  const before = annotationsOf(was);
  const now = annotationsOf(is);
  const pointer = under(is.pointer, "annotations");
  if (!equal(member(before, "title"), member(now, "title"))) {
    report("TEXT_CHANGED", { key: "title" }, under(pointer, "title"));
  }
  // a read-only tool destroys nothing, whatever else it says
  const says = (
    annotations: JsonObject,
    hint: string,
    usual: boolean,
  ): boolean => {
    const said = member(annotations, hint) ?? usual;
    const isReadOnly = member(annotations, "readOnlyHint") === true;
    if (!isReadOnly) return said === true;
    return hint === "destructiveHint"
      ? false
      : hint === "idempotentHint" || said === true;
  };
  for (const [hint, usual, gained, lost] of hints) {
    const had = says(before, hint, usual);
    const has = says(now, hint, usual);
    if (had === has) continue;
    report(has ? gained : lost, {}, under(pointer, hint));
  }
}

function annotationsOf({ entry }: ManifestTool): JsonObject {
  const found = member(entry, "annotations");
  return isJsonObject(found) ? found : {};
}
