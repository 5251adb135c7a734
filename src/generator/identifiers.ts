import { diagnostic, type Diagnostic, type Location } from "./diagnostic.js";
import { byCodeUnit } from "./json.js";
import { firstFree, memberName } from "./names.js";

/** What needs an identifier: an entry of the manifest. */
export type Named = {
  /** Tells entries apart that may share a wire name, such as a resource and a template. */
  readonly key: string;
  /** The wire name. */
  readonly name: string;
  /** The identifier that the user asked for. */
  readonly as?: string;
  /** Asked for only where the entry has a mistake: finding a place may parse the whole manifest. */
  readonly locate: () => Location;
};

/** The identifiers of one namespace. */
export type Allocation = {
  /** Identifier by key, for every entry. */
  readonly identifiers: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Gives each entry its identifier. `as:` and recorded identifiers come first; then,
 * in code-unit order of the wire names, whoever is named exactly like its
 * identifier, and the rest, numbered where they collide. A newcomer whose
 * identifier is settled for another entry is an error: numbering it would let two
 * builds of the same contract differ.
 */
export function allocateIdentifiers(
  entries: readonly Named[],
  recorded: ReadonlyMap<string, string>,
): Allocation {
  const owners = new Map<string, Named>();
  const identifiers = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const take = (entry: Named, wanted: string): void => {
    const identifier = firstFree(wanted, (name) => owners.has(name));
    owners.set(identifier, entry);
    identifiers.set(entry.key, identifier);
  };
  const clash = (entry: Named, owner: Named, identifier: string): void => {
    const names = { name: entry.name, owner: owner.name, identifier };
    diagnostics.push(diagnostic("IDENTIFIER_CLASH", entry.locate(), names));
  };
  const order = [...entries].sort((a, b) => byCodeUnit(a.name, b.name));
  const settledBy = (entry: Named) => entry.as ?? recorded.get(entry.key);
  for (const entry of order) {
    const wanted = settledBy(entry);
    if (wanted === undefined) continue;
    const owner = owners.get(wanted);
    if (owner !== undefined) clash(entry, owner, wanted);
    take(entry, wanted);
  }
  const settled = new Set(owners.keys());
  const fresh = order.filter((entry) => settledBy(entry) === undefined);
  const isExact = (entry: Named) => safe(entry.name) === entry.name;
  for (const entry of [
    ...fresh.filter(isExact),
    ...fresh.filter((entry) => !isExact(entry)),
  ]) {
    const wanted = safe(entry.name);
    const owner = settled.has(wanted) ? owners.get(wanted) : undefined;
    if (owner !== undefined) clash(entry, owner, wanted);
    take(entry, wanted);
  }
  return { identifiers, diagnostics };
}

/** An object with a `then` would be taken for a promise. */
function safe(name: string): string {
  const identifier = memberName(name);
  return identifier === "then" ? "then_" : identifier;
}
