import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { byCodeUnit, type JsonObject, type JsonValue } from "../json.js";
import { load } from "../manifest/load.js";
import { entryKinds, type EntryKind } from "../manifest/manifest.js";
import {
  differing,
  driftOf,
  type Match,
  matchEntries,
  sameJson,
  serverMembers,
} from "./compare-entries.js";
import type { PulledServer } from "./pull-server.js";
import { memberOrder } from "./tidy-entry.js";
import { setMember } from "./update-nodes.js";
import {
  keyText,
  nodeOf,
  openDocument,
  pairOf,
  printDocument,
} from "./yaml-text.js";

/**
 * The text of a manifest brought up to date with its server, in place: what did not
 * change keeps its form, and comments, settings and the user's own keys stay. Undefined
 * where the text cannot be changed in places, as with anchors that other places use.
 */
export function updateManifest(
  text: string,
  manifest: JsonObject,
  pulled: PulledServer,
): string | undefined {
  const document = openDocument(text);
  const root = document.contents;
  if (!isMap(root)) return undefined;
  const server = root.get("server", true);
  if (isMap(server)) {
    const order = ["name", ...serverMembers];
    for (const key of serverMembers)
      setMember(document, server, key, pulled.server[key], order);
  }
  const matches = matchEntries(manifest, pulled);
  for (const kind of entryKinds) {
    const own = matches.filter((match) => match.kind === kind);
    if (!updateList(document, root, kind, own)) return undefined;
  }
  const updated = print(document, text);
  if (updated === undefined) return undefined;
  const { value, diagnostics } = load("manifest.yaml", updated);
  // Aliases and merge keys may have carried a change to other places.
  const isSafe =
    diagnostics.length === 0 &&
    isUpdated(value as JsonObject, manifest, pulled);
  return isSafe ? updated : undefined;
}

function print(document: Document, former: string): string | undefined {
  const isFlush = /^[A-Za-z]+:[^\n]*\n-/m.test(former);
  let text: string;
  try {
    text = printDocument(document, !isFlush);
  } catch {
    // An alias has lost its anchor.
    return undefined;
  }
  const mark = former.startsWith("\ufeff") ? "\ufeff" : "";
  const lines = former.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  return mark + lines;
}

/** Whether the lists are the server's now, and all else is as it was. */
function isUpdated(
  value: JsonObject,
  former: JsonObject,
  pulled: PulledServer,
): boolean {
  const rest = (manifest: JsonObject): JsonObject => {
    const { server, tools, prompts, resources, resourceTemplates, ...others } =
      manifest;
    return others;
  };
  return (
    sameJson(rest(value), rest(former)) && driftOf(value, pulled).length === 0
  );
}

/** False where the list is written in a way that nothing can be changed in. */
function updateList(
  document: Document,
  root: YAMLMap,
  kind: EntryKind,
  matches: readonly Match[],
): boolean {
  const node = root.get(kind, true);
  const added = matches.flatMap(({ at, says }) =>
    at === undefined && says ? [says] : [],
  );
  if (node === undefined || (isScalar(node) && node.value === null)) {
    if (added.length > 0) addList(document, root, kind, added);
    return true;
  }
  if (!isSeq(node) && !isMap(node)) return matches.length === 0;
  const entries = entryNodes(node);
  const isPlain = matches.every(
    ({ at }) => at === undefined || entries.has(String(at)),
  );
  if (!isPlain) return false;
  for (const { at, has, says } of matches) {
    const entry = entries.get(String(at));
    if (!entry || !has || !says) continue;
    for (const key of differing(has, says))
      setMember(document, entry, key, says[key], memberOrder(kind));
  }
  const gone = matches.filter(({ says }) => says === undefined);
  removeEntries(node, new Set(gone.map(({ at }) => String(at))));
  for (const entry of added) addEntry(document, node, entry);
  return true;
}

/** The entries of a list by index, those of a map by key. */
function entryNodes(node: YAMLSeq | YAMLMap): ReadonlyMap<string, YAMLMap> {
  const all: readonly (readonly [string, unknown])[] = isMap(node)
    ? node.items.map((pair) => [keyText(pair.key) ?? "", pair.value])
    : node.items.map((item, index) => [String(index), item]);
  return new Map(
    all.flatMap(([at, entry]) => (isMap(entry) ? [[at, entry]] : [])),
  );
}

function removeEntries(
  node: YAMLSeq | YAMLMap,
  gone: ReadonlySet<string>,
): void {
  if (isMap(node)) {
    node.items = node.items.filter(
      (pair) => !gone.has(keyText(pair.key) ?? ""),
    );
  } else {
    node.items = node.items.filter((_item, index) => !gone.has(String(index)));
    const [first] = node.items;
    if (gone.has("0") && isCollection(first)) first.spaceBefore = false;
  }
}

function addList(
  document: Document,
  root: YAMLMap,
  kind: EntryKind,
  entries: readonly JsonObject[],
): void {
  root.delete(kind);
  const pair = pairOf(document, kind, [], true);
  root.add(pair);
  if (!isSeq(pair.value)) return;
  for (const entry of entries) addEntry(document, pair.value, entry);
}

/** Puts an entry before the first whose name comes after its own, so that a sorted list stays sorted. */
function addEntry(
  document: Document,
  node: YAMLSeq | YAMLMap,
  entry: JsonObject,
): void {
  const { name, ...members } = entry;
  const text = (value: JsonValue | undefined): string =>
    typeof value === "string" ? value : "";
  node.flow = false;
  const names = isMap(node)
    ? node.items.map((pair) => keyText(pair.key) ?? "")
    : node.items.map((item) => (isMap(item) ? item.get("name") : ""));
  const next = names.findIndex(
    (other) => byCodeUnit(String(other), text(name)) > 0,
  );
  const at = next === -1 ? names.length : next;
  if (isMap(node)) {
    node.items.splice(at, 0, pairOf(document, text(name), members, at > 0));
    return;
  }
  const made = nodeOf(document, entry);
  made.spaceBefore = at > 0;
  const [first] = node.items;
  if (at === 0 && isCollection(first)) first.spaceBefore = true;
  node.items.splice(at, 0, made);
}
