import type { Diagnostic, Location } from "./diagnostic.js";
import { allocateIdentifiers } from "./identifiers.js";
import { byCodeUnit } from "./json.js";
import type { Manifest, ManifestEntry } from "./manifest/manifest.js";
import { createNames, pascalCase, type Names } from "./names.js";
import type { Identifiers } from "./server-record.js";

/** All names of one entry. */
export type EntryNames = {
  readonly identifier: string;
  readonly constant: string;
  readonly handlerFile: string;
  /** What the names of the entry's types begin with. */
  readonly typeBase: string;
};

/** The lists of a manifest that hold entries, and what each adds to a name. */
const kinds = {
  // a tool keeps the bare name of its constant: it is what an app imports most
  tools: {
    space: "tools",
    folder: "",
    constant: "",
    types: ["Input", "Output"],
  },
  prompts: {
    space: "prompts",
    folder: "prompts/",
    constant: "Prompt",
    types: ["Arguments"],
  },
  resources: {
    space: "resources",
    folder: "resources/",
    constant: "Resource",
    types: [],
  },
  resourceTemplates: {
    space: "resources",
    folder: "resources/",
    constant: "Template",
    types: ["Variables"],
  },
} as const;

export type EntryKind = keyof typeof kinds;

export type Naming = {
  readonly of: (kind: EntryKind, name: string) => EntryNames;
  /** The names of `types.ts`, in which every entry's own are taken. */
  readonly types: Names;
  /** What the lock remembers. */
  readonly identifiers: Identifiers;
  readonly diagnostics: readonly Diagnostic[];
};

type Entry = { readonly kind: EntryKind; readonly entry: ManifestEntry };

/** Decides every name of a manifest's entries; those of the last build stay as they are. */
export function nameEntries(
  manifest: Manifest,
  recorded: Identifiers,
  locate: (pointer: string) => Location,
): Naming {
  const entries = (Object.keys(kinds) as EntryKind[]).flatMap((kind) =>
    manifest[kind].map((entry): Entry => ({ kind, entry })),
  );
  const spaces = ["tools", "prompts", "resources"].map((space) => {
    const members = entries.filter(({ kind }) => kinds[kind].space === space);
    const named = members.map(({ kind, entry }) => ({
      key: keyOf(kind, entry.name),
      name: entry.name,
      ...(entry.as === undefined ? {} : { as: entry.as }),
      at: locate(entry.pointer),
    }));
    return allocateIdentifiers(named, recordedOf(recorded, members));
  });
  const identifiers = new Map(spaces.flatMap((s) => [...s.identifiers]));
  const names = deriveNames(entries, identifiers, recorded["types"] ?? {});
  return {
    of: (kind, name) => names.entries.get(keyOf(kind, name)) as EntryNames,
    types: names.types,
    identifiers: remember(entries, names.entries),
    diagnostics: spaces.flatMap((space) => space.diagnostics),
  };
}

function keyOf(kind: EntryKind, name: string): string {
  return `${kind}/${name}`;
}

function recordedOf(
  recorded: Identifiers,
  members: readonly Entry[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { kind, entry } of members) {
    const known = recorded[kind];
    if (known && Object.hasOwn(known, entry.name)) {
      found.set(keyOf(kind, entry.name), known[entry.name] as string);
    }
  }
  return found;
}

/** The names that follow from identifiers, in an order that a new entry cannot upset. */
function deriveNames(
  entries: readonly Entry[],
  identifiers: ReadonlyMap<string, string>,
  recordedTypes: { readonly [key: string]: string },
) {
  const bases = createNames(Object.values(recordedTypes));
  const constants = createNames();
  // app.ts is the user's already, and a disk may not tell letter case apart
  const files = createNames(["app"]);
  const types = createNames();
  const derived = new Map<string, EntryNames>();
  const order = entries
    .map(({ kind, entry }) => ({ kind, key: keyOf(kind, entry.name) }))
    .sort((a, b) => byCodeUnit(a.key, b.key));
  for (const { kind, key } of order) {
    const identifier = identifiers.get(key) as string;
    const rules = kinds[kind];
    const typeBase = Object.hasOwn(recordedTypes, key)
      ? (recordedTypes[key] as string)
      : bases.unique(pascalCase(identifier));
    for (const suffix of rules.types) types.reserve(typeBase + suffix);
    derived.set(key, {
      identifier,
      typeBase,
      constant: constants.unique(identifier + rules.constant),
      handlerFile: rules.folder + fileName(rules.folder, identifier, files),
    });
  }
  return { entries: derived, types };
}

function fileName(folder: string, identifier: string, files: Names): string {
  if (folder === "" && identifier.toLowerCase() === "app")
    return `${identifier}_`;
  const lower = folder + identifier.toLowerCase();
  return identifier + files.unique(`${lower}.ts`).slice(`${lower}.ts`.length);
}

function remember(
  entries: readonly Entry[],
  names: ReadonlyMap<string, EntryNames>,
): Identifiers {
  const kept = new Map<string, Map<string, string>>();
  const keep = (kind: string, name: string, identifier: string) => {
    const map = kept.get(kind) ?? new Map<string, string>();
    kept.set(kind, map.set(name, identifier));
  };
  for (const { kind, entry } of entries) {
    const key = keyOf(kind, entry.name);
    const { identifier, typeBase } = names.get(key) as EntryNames;
    keep(kind, entry.name, identifier);
    if (kinds[kind].types.length > 0) keep("types", key, typeBase);
  }
  return Object.fromEntries(
    [...kept].map(([kind, map]) => [kind, Object.fromEntries(map)]),
  );
}
