import { lstatSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { diagnostic, type Diagnostic } from "../diagnostic.js";
import { errorCode } from "../error-code.js";
import { hashBytes, hashText } from "../hash.js";
import type { Hashes } from "../lock.js";
import { isUserFile, type OutputFile, type UserFile } from "../output-file.js";
import type { Identifiers } from "../server-record.js";
import { readSnapshot } from "../snapshot.js";

/** What is known of the user's files of one server. */
export type KnownUserFiles = {
  /** Absolute folder that paths start from. */
  readonly folder: string;
  /** What diagnostics print before each path: "" or a folder that ends with `/`. */
  readonly prefix: string;
  /** Hashes of the texts that the last build saw, each with its export. */
  readonly hashes: Hashes;
  /** Identifiers before and after: an entry that has a new one asks for a new export. */
  readonly before: Identifiers;
  readonly after: Identifiers;
};

/** The files with what was made of the user's. */
export type Reconciled = {
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Gives each file of the user's that exists its own text, with the export that
 * generated code imports appended where it lacks. A file is parsed only when it
 * changed since the last build or its export is newly asked for. Errors:
 * HANDLER_SYNTAX, HANDLER_NOT_TEXT, HANDLER_BLOCKED, HANDLER_LINK, HANDLER_CASE,
 * FORMAT_FAILED; a warning: HANDLER_DEFAULT.
 */
export async function reconcile(
  files: readonly OutputFile[],
  known: KnownUserFiles,
): Promise<Reconciled> {
  const wanted = files.filter(isUserFile);
  const snapshot = readSnapshot(
    known.folder,
    wanted.map(({ path }) => path),
  );
  const extended = new Map<OutputFile, OutputFile>();
  const diagnostics: Diagnostic[] = [];
  const namesIn = openFolders();
  for (const file of wanted) {
    const bytes = snapshot.get(file.path)?.bytes;
    const other = findOtherCase(file, bytes, known, namesIn);
    if (other) diagnostics.push(other);
    else if (bytes && !isSettled(file, bytes, known)) {
      const found = await extend(file, bytes, known);
      extended.set(file, found.file);
      diagnostics.push(...found.diagnostics);
    }
  }
  return { files: files.map((one) => extended.get(one) ?? one), diagnostics };
}

/** Whether the last build saw this very text and the same export in it. */
function isSettled(
  { path, export: { entry } }: UserFile,
  bytes: Uint8Array,
  { hashes, before, after }: KnownUserFiles,
): boolean {
  const isSame =
    entry === undefined ||
    identifierOf(before, entry) === identifierOf(after, entry);
  return isSame && hashes.get(path) === hashText(bytes);
}

function identifierOf(
  identifiers: Identifiers,
  entry: string,
): string | undefined {
  const slash = entry.indexOf("/");
  const names = identifiers[entry.slice(0, slash)] ?? {};
  const name = entry.slice(slash + 1);
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** A file whose name differs from a new one's in letter case alone: some disks take them for one. */
function findOtherCase(
  { path }: UserFile,
  bytes: Uint8Array | undefined,
  { folder, prefix, hashes }: KnownUserFiles,
  namesIn: Folders,
): Diagnostic | undefined {
  if (bytes && hashes.has(path)) return undefined;
  const parent = posix.dirname(path);
  const name = posix.basename(path);
  const alike = namesIn(join(folder, parent)).get(fold(name)) ?? [];
  const [other] = alike;
  if (other === undefined || alike.includes(name)) return undefined;
  const found = `${prefix}${parent}/${other}`;
  return diagnostic(
    "HANDLER_CASE",
    { file: found },
    { found, wanted: prefix + path },
  );
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** The names in a folder, by what a disk takes for the same. */
type Folders = (path: string) => ReadonlyMap<string, readonly string[]>;

/** Reads each folder once, however many files it has. */
function openFolders(): Folders {
  const known = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return (path) => {
    const found = known.get(path);
    if (found) return found;
    const names = new Map<string, string[]>();
    for (const name of listFolder(path)) {
      const alike = names.get(fold(name)) ?? [];
      alike.push(name);
      names.set(fold(name), alike);
    }
    known.set(path, names);
    return names;
  };
}

/** The names in a folder; none where it is missing or cannot be read, which writing will say. */
function listFolder(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

async function extend(
  file: UserFile,
  bytes: Uint8Array,
  { folder, prefix }: KnownUserFiles,
): Promise<{
  readonly file: OutputFile;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const { extendFile } = await import("./extend-file.js");
  const { path, export: wanted } = file;
  const place = { path, folder, prefix };
  const { text, isExtended, diagnostics } = await extendFile(
    bytes,
    wanted,
    place,
  );
  const link =
    isExtended && lstatSync(join(folder, path)).isSymbolicLink()
      ? [diagnostic("HANDLER_LINK", { file: prefix + path }, wanted)]
      : [];
  return {
    file: { ...file, text, read: hashBytes(bytes) },
    diagnostics: [...diagnostics, ...link],
  };
}
