import type { Diagnostic, Locate } from "./diagnostic.js";
import { allocateIdentifiers } from "./identifiers.js";
import { byCodeUnit } from "./json.js";
import {
  entryKinds,
  type EntryKind,
  type Manifest,
  type ManifestEntry,
} from "./manifest/manifest.js";
import {
  bindingOf,
  createNames,
  firstFree,
  pascalCase,
  type Names,
} from "./names.js";
import type { IdentifierMap, Identifiers } from "./server-record.js";

/** All names of one entry. */
export type EntryNames = {
  readonly identifier: string;
  readonly constant: string;
  readonly handlerName: string;
  readonly handlerFile: string;
  /** What the names of the entry's types begin with. */
  readonly typeBase: string;
};

/** What each kind of entry adds to a name. */
const kinds = {
  // a tool keeps the bare name of its constant: it is what an app imports most
  tools: {
    space: "tools",
    folder: "",
    constant: "",
    types: ["Input", "Output"],
    besideHandler: [],
  },
  prompts: {
    space: "prompts",
    folder: "prompts/",
    constant: "Prompt",
    types: ["Arguments"],
    besideHandler: ["complete"],
  },
  resources: {
    space: "resources",
    folder: "resources/",
    constant: "Resource",
    types: [],
    besideHandler: [],
  },
  resourceTemplates: {
    space: "resources",
    folder: "resources/",
    constant: "Template",
    types: ["Variables"],
    besideHandler: ["list", "complete"],
  },
} as const satisfies { readonly [kind in EntryKind]: object };

/** All names of a manifest, and what came up while they were chosen. */
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
  locate: Locate,
): Naming {
  const entries = entryKinds.flatMap((kind) =>
    manifest[kind].map((entry): Entry => ({ kind, entry })),
  );
  const spaces = ["tools", "prompts", "resources"].map((space) => {
    const members = entries.filter(({ kind }) => kinds[kind].space === space);
    const named = members.map(({ kind, entry }) => ({
      key: keyOf(kind, entry.name),
      name: entry.name,
      ...(entry.as === undefined ? {} : { as: entry.as }),
      locate: () => locate(entry.pointer),
    }));
    return allocateIdentifiers(named, recordedOf(recorded, members));
  });
  const identifiers = new Map(spaces.flatMap((s) => [...s.identifiers]));
  const names = deriveNames(entries, identifiers, recorded);
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

type Row = {
  readonly kind: EntryKind;
  readonly key: string;
  readonly identifier: string;
  /** Whether the last build had the entry. */
  readonly known: boolean;
};

/** The names that follow from identifiers. */
function deriveNames(
  entries: readonly Entry[],
  identifiers: ReadonlyMap<string, string>,
  recorded: Identifiers,
) {
  const rows = entries
    .map(({ kind, entry }): Row => {
      const key = keyOf(kind, entry.name);
      const identifier = identifiers.get(key) as string;
      const known = Object.hasOwn(recorded[kind] ?? {}, entry.name);
      return { kind, key, identifier, known };
    })
    .sort((a, b) => byCodeUnit(a.key, b.key));
  // what follows the base tells the types of each kind apart
  const bases = settle(
    rows,
    recorded["types"],
    typeOf,
    (base, { kind }) => `${kind}/${base}`,
  );
  const constants = settle(rows, recorded["constants"], constantOf);
  const files = settle(rows, recorded["files"], fileOf, (file) =>
    // a disk may not tell letter case apart
    file.toLowerCase(),
  );
  const types = createNames();
  const derived = new Map<string, EntryNames>();
  for (const { kind, key, identifier } of rows) {
    const typeBase = bases.get(key) as string;
    for (const suffix of kinds[kind].types) types.reserve(typeBase + suffix);
    derived.set(key, {
      identifier,
      typeBase,
      constant: constants.get(key) as string,
      handlerName: handlerNameOf(kind, identifier),
      handlerFile: files.get(key) as string,
    });
  }
  return { entries: derived, types };
}

/**
 * One name for each row, no two the same: what the lock says, else what the
 * identifier gives, numbered where it is taken. Whoever was there before comes
 * first, so that a new entry renames nothing.
 */
function settle(
  rows: readonly Row[],
  recorded: IdentifierMap = {},
  wish: (row: Row) => string,
  fold: (name: string, row: Row) => string = (name) => name,
): ReadonlyMap<string, string> {
  const used = new Set<string>();
  const settled = new Map<string, string>();
  const isRecorded = ({ key }: Row) => Object.hasOwn(recorded, key);
  const others = rows.filter((row) => !isRecorded(row));
  for (const row of [
    ...rows.filter(isRecorded),
    ...others.filter(({ known }) => known),
    ...others.filter(({ known }) => !known),
  ]) {
    const wanted = isRecorded(row) ? (recorded[row.key] as string) : wish(row);
    const name = firstFree(wanted, (one) => used.has(fold(one, row)));
    used.add(fold(name, row));
    settled.set(row.key, name);
  }
  return settled;
}

function typeOf({ identifier }: Row): string {
  return pascalCase(identifier);
}

/** What the files that declare or import the constants import beside them. */
const imported = new Set(
  "Content Handlers Prompt Resource ResourceTemplate Tool ToolContentBlock handlers types validators".split(
    " ",
  ),
);

function constantOf({ kind, identifier }: Row): string {
  const constant = bindingOf(identifier + kinds[kind].constant);
  return imported.has(constant) ? `${constant}_` : constant;
}

/** What the user's file exports; what it may export beside that keeps its name. */
function handlerNameOf(kind: EntryKind, identifier: string): string {
  const binding = bindingOf(identifier);
  const isTaken = kinds[kind].besideHandler.some((name) => name === binding);
  return isTaken ? `${binding}_` : binding;
}

/** Names that Windows keeps for devices, whatever their extension. */
const device = /^(?:aux|con|nul|prn|(?:com|lpt)\d)$/i;

/** The user's files that serve all handlers. */
const shared = new Set(["app", "auth"]);

/** The user's file; a name too long for a disk is cut. */
function fileOf({
  kind,
  identifier,
}: Pick<Row, "kind" | "identifier">): string {
  const { folder } = kinds[kind];
  const isTaken = folder === "" && shared.has(identifier.toLowerCase());
  const end = isTaken || device.test(identifier) ? "_" : "";
  let name = identifier;
  while (Buffer.byteLength(name) > longestFile) {
    name = [...name].slice(0, -1).join("");
  }
  return folder + name + end;
}

/** Bytes: disks take 255, and a temporary file's name is longer than the file's own. */
const longestFile = 180;

/** Where the entries of a record had their handlers. */
export function recordedHandlers(
  identifiers: Identifiers,
): readonly RecordedHandler[] {
  return entryKinds.flatMap((kind) =>
    Object.entries(identifiers[kind] ?? {}).map(([entry, identifier]) => ({
      kind,
      entry,
      name: handlerNameOf(kind, identifier),
      file:
        ownOf(identifiers["files"], keyOf(kind, entry)) ??
        fileOf({ kind, identifier }),
    })),
  );
}

/** The handler of an entry as an earlier build asked for it. */
export type RecordedHandler = {
  readonly kind: EntryKind;
  /** Wire name. */
  readonly entry: string;
  /** Name of the export. */
  readonly name: string;
  /** Path below the handlers' folder, without an extension. */
  readonly file: string;
};

function ownOf(map: IdentifierMap = {}, key: string): string | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
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
    const { identifier, typeBase, constant, handlerFile } = names.get(
      key,
    ) as EntryNames;
    keep(kind, entry.name, identifier);
    if (kinds[kind].types.length > 0) keep("types", key, typeBase);
    const row = { kind, key, identifier, known: true };
    if (constant !== constantOf(row)) keep("constants", key, constant);
    if (handlerFile !== fileOf(row)) keep("files", key, handlerFile);
  }
  return Object.fromEntries(
    [...kept].map(([kind, map]) => [kind, Object.fromEntries(map)]),
  );
}
