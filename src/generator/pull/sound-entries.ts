import { diagnostic, hasErrors, type Diagnostic } from "../diagnostic.js";
import { shown } from "../diagnostic-text.js";
import type { JsonObject, JsonValue } from "../json.js";
import { under } from "../json-pointer.js";
import { lower } from "../lower.js";
import { entryKinds, type EntryKind } from "../manifest/manifest.js";
import { parseManifest } from "../manifest/parse-manifest.js";
import { readProtocols } from "../protocol/read-protocols.js";

/** Entries of a manifest by kind. */
export type EntryLists = {
  readonly [kind in EntryKind]: readonly JsonObject[];
};

/** How diagnostics call one entry of a kind. */
export const entryWord: { readonly [kind in EntryKind]: string } = {
  tools: "tool",
  prompts: "prompt",
  resources: "resource",
  resourceTemplates: "resource template",
};

/** What of a server can be built. */
export type SoundEntries = {
  readonly lists: EntryLists;
  /** Entries that a build would refuse. */
  readonly broken: EntryLists;
  readonly diagnostics: readonly Diagnostic[];
};

/** Deeper than any entry by intent, and not so deep that a manifest could not hold it. */
const deepest = 400;

/** Why a value cannot stand in a manifest whatever it means. */
export function valueProblem(value: JsonValue, depth = 0): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value))
    return "it holds a number that JSON cannot hold";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === deepest) return `it is nested more than ${deepest} deep`;
  for (const item of Object.values(value)) {
    const problem = valueProblem(item, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Parts what a build would take from what it would refuse, by asking the build's own
 * checks. Judged as a captured list: a schema that came from elsewhere may name no
 * file of this machine. `label` is where the diagnostics say that it is.
 */
export function soundEntries(given: EntryLists, label: string): SoundEntries {
  const diagnostics: Diagnostic[] = [];
  const broken = emptyLists();
  let lists = given;
  for (;;) {
    const faults = findFaults(lists);
    if (faults.size === 0) return { lists, broken, diagnostics };
    const next = emptyLists();
    for (const kind of entryKinds) {
      for (const [index, entry] of lists[kind].entries()) {
        const fault = faults.get(under("", kind, index));
        if (fault === undefined) next[kind].push(entry);
        else {
          broken[kind].push(entry);
          diagnostics.push(leftOut(kind, entry, fault, label));
        }
      }
    }
    lists = next;
  }
}

function emptyLists(): { [kind in EntryKind]: JsonObject[] } {
  return { tools: [], prompts: [], resources: [], resourceTemplates: [] };
}

function leftOut(
  kind: EntryKind,
  entry: JsonObject,
  fault: Diagnostic,
  file: string,
): Diagnostic {
  const subject = `${entryWord[kind]} ${shown(nameOf(entry))}`;
  const params = { subject, reason: fault.what };
  return diagnostic("PULL_ENTRY_LEFT_OUT", { file }, params);
}

/** What an entry is called in a message. */
export function nameOf(entry: JsonObject): string {
  const name = entry["name"] ?? entry["uri"] ?? entry["uriTemplate"];
  return typeof name === "string" ? name : "";
}

/** The first error of each entry that has one, by the entry's pointer. */
function findFaults(lists: EntryLists): ReadonlyMap<string, Diagnostic> {
  const lines: string[] = ['{"serverInfo":{"name":"pulled","version":"1"}'];
  const pointers = new Map<number, string>();
  for (const kind of entryKinds) {
    lines.push(`,${JSON.stringify(kind)}:[`);
    for (const [index, entry] of lists[kind].entries()) {
      pointers.set(lines.length + 1, under("", kind, index));
      lines.push(`${index === 0 ? "" : ","}${JSON.stringify(entry)}`);
    }
    lines.push("]");
  }
  // One entry a line, so that a line of a diagnostic names an entry.
  const text = `${lines.join("\n")}\n}`;
  const faults = new Map<string, Diagnostic>();
  for (const one of judge(text)) {
    if (one.severity !== "error") continue;
    const pointer = pointers.get(one.line ?? 0);
    if (pointer === undefined)
      throw new Error(`a pulled list was refused as a whole: ${one.what}`);
    if (!faults.has(pointer)) faults.set(pointer, one);
  }
  return faults;
}

function judge(text: string): readonly Diagnostic[] {
  const { protocols } = readProtocols();
  const source = { file: "pulled.json", text, files: new Map() };
  const parsed = parseManifest(source, {
    protocols: protocols.map(({ profile }) => profile),
  });
  const { manifest, diagnostics } = parsed;
  if (manifest === undefined || hasErrors(diagnostics)) return diagnostics;
  const locate = (pointer: string) => parsed.locate(pointer, "value");
  return lower(manifest, [], {}, locate).diagnostics;
}
