import {
  byCodeUnit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../json.js";
import { entryKinds, type EntryKind } from "../manifest/manifest.js";
import type { PulledServer } from "./pull-server.js";
import { ownKeys } from "./tidy-entry.js";

/** One way in which a manifest and its live server differ. */
export type Drift = {
  /** Seen from the manifest: what bringing it up to date does. */
  readonly change: "added" | "removed" | "changed";
  readonly kind: EntryKind | "server";
  /** The entry's name; "" for the server itself. */
  readonly name: string;
  /** Names of the members that differ, sorted; only where `change` is "changed". */
  readonly members: readonly string[];
};

/** An entry of a manifest beside what the server says. */
export type Match = {
  readonly kind: EntryKind;
  /** Index in the list, or key of the map, that holds the entry in the manifest; absent for one to add. */
  readonly at?: number | string;
  readonly name: string;
  /** What the manifest has, without the user's own keys. */
  readonly has?: JsonObject;
  /** What the server says; absent for one to remove. */
  readonly says?: JsonObject;
};

/** What identifies an entry, whatever else of it changes. */
const identity: { readonly [kind in EntryKind]: string } = {
  tools: "name",
  prompts: "name",
  resources: "uri",
  resourceTemplates: "uriTemplate",
};

/** Members of `server` that a pull keeps up to date; the name is the user's to choose. */
export const serverMembers = ["version", "title", "instructions"] as const;

/** True for equal JSON; the order of an object's members does not count, which a server may change by chance. */
export function sameJson(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    const other: readonly JsonValue[] = b;
    return (
      a.length === other.length &&
      a.every((item: JsonValue, index) => sameJson(item, other[index]))
    );
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** Pairs the entries of a manifest with those of its server. Entries that the server has, but broken, are left alone. */
export function matchEntries(
  manifest: JsonObject,
  { lists, broken }: PulledServer,
): readonly Match[] {
  return entryKinds.flatMap((kind) => {
    const key = identity[kind];
    const waiting = new Map<JsonValue | undefined, JsonObject>(
      lists[kind].map((entry) => [entry[key], entry]),
    );
    const alone = new Set(broken[kind].map((entry) => entry[key]));
    const present = entriesOf(manifest[kind]).flatMap(
      ([at, has]): readonly Match[] => {
        const id = has[key];
        const says = waiting.get(id);
        if (says === undefined && alone.has(id)) return [];
        waiting.delete(id);
        const name = textOf(has["name"]);
        return [{ kind, at, name, has, ...(says && { says }) }];
      },
    );
    const added = [...waiting.values()].map((says): Match => {
      return { kind, name: textOf(says["name"]), says };
    });
    return [...present, ...added];
  });
}

/** The entries of a list or of a map by name, as the server would say them. */
function entriesOf(
  given: JsonValue | undefined,
): readonly (readonly [number | string, JsonObject])[] {
  const isList = Array.isArray(given);
  const items = isList || isJsonObject(given) ? Object.entries(given) : [];
  return items.flatMap(([key, entry]: [string, JsonValue]) => {
    if (!isJsonObject(entry)) return [];
    const named = isList ? entry : { ...entry, name: key };
    const theirs = Object.entries(named).filter(([one]) => !ownKeys.has(one));
    return [[isList ? Number(key) : key, Object.fromEntries(theirs)] as const];
  });
}

/** What differs: of the server itself first, then of its entries. */
export function driftOf(
  manifest: JsonObject,
  pulled: PulledServer,
): readonly Drift[] {
  const server = manifest["server"];
  const members = isJsonObject(server)
    ? serverMembers
        .filter((key) => !sameJson(server[key], pulled.server[key]))
        .sort(byCodeUnit)
    : [];
  const own: readonly Drift[] =
    members.length === 0
      ? []
      : [{ change: "changed", kind: "server", name: "", members }];
  return [...own, ...matchEntries(manifest, pulled).flatMap(driftOfMatch)];
}

function driftOfMatch({ kind, name, has, says }: Match): readonly Drift[] {
  if (has === undefined) return [{ change: "added", kind, name, members: [] }];
  if (says === undefined)
    return [{ change: "removed", kind, name, members: [] }];
  const members = differing(has, says);
  return members.length === 0
    ? []
    : [{ change: "changed", kind, name, members }];
}

/** Names of the members in which two entries differ, sorted. */
export function differing(
  has: JsonObject,
  says: JsonObject,
): readonly string[] {
  const keys = new Set([...Object.keys(has), ...Object.keys(says)]);
  return [...keys]
    .filter((key) => !sameJson(has[key], says[key]))
    .sort(byCodeUnit);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
