import { diagnostic, type Diagnostic } from "./diagnostic.js";
import { hashBytes, hashText } from "./hash.js";
import { isInnerPath } from "./inner-path.js";
import { byCodeUnit } from "./json.js";
import type { Hashes } from "./lock.js";
import {
  isUserFile,
  type OutputFile,
  type GeneratedFile,
  type UserFile,
} from "./output-file.js";
import type { Snapshot, SnapshotEntry } from "./snapshot.js";

/**
 * What a build does with a file. "kept" is a file of the user's that exists, and
 * "deleted" a generated one that nothing asks for any more.
 */
export type Action = "created" | "updated" | "unchanged" | "kept" | "deleted";

/** True for what a build writes or deletes. */
export function isChange({ action }: { readonly action: Action }): boolean {
  return action !== "unchanged" && action !== "kept";
}

/** One file of a plan. */
export type PlannedFile = {
  /** Relative to the manifest's folder, with `/`. */
  readonly path: string;
  readonly owner: OutputFile["owner"];
  readonly action: Action;
  /** The text to write; only on "created" and "updated". */
  readonly text?: string;
  /** sha256 of the bytes that "updated" and "deleted" replace. */
  readonly before?: string;
};

/** Everything that a build would do to one folder, sorted by path. */
export type Plan = {
  readonly files: readonly PlannedFile[];
  readonly diagnostics: readonly Diagnostic[];
};

/** What a plan depends on beside the files. */
export type PlanOptions = {
  /** Overwrites and deletes generated files that were edited by hand. */
  readonly force: boolean;
  /** What diagnostics print before each path: "" or a folder that ends with `/`. */
  readonly prefix: string;
};

const missing: SnapshotEntry = { kind: "missing", outside: false };

/**
 * Compares what is wanted with what is on disk. `recorded` are the hashes of the
 * generated files that the last build left and this one is answerable for: those
 * that are no longer wanted are deleted. Errors: PATH_LEADS_OUT, PATH_CLASH,
 * PATH_BLOCKED, GENERATED_EDITED; the plan is then not to be carried out.
 */
export function plan(
  wanted: readonly OutputFile[],
  recorded: Hashes,
  snapshot: Snapshot,
  options: PlanOptions,
): Plan {
  const clashes = findClashes(wanted, options.prefix);
  if (clashes.length > 0) return { files: [], diagnostics: clashes };
  const verdicts = [
    ...wanted.map((file) =>
      isUserFile(file)
        ? judgeUser(file, snapshot.get(file.path) ?? missing)
        : judgeGenerated(
            file,
            recorded.get(file.path),
            snapshot.get(file.path) ?? missing,
            options.force,
          ),
    ),
    ...judgeUnwanted(wanted, recorded, snapshot, options.force),
  ].sort((a, b) => byCodeUnit(a.file.path, b.file.path));
  return {
    files: verdicts.map((verdict) => verdict.file),
    diagnostics: report(verdicts, snapshot, options.prefix),
  };
}

type Verdict = { readonly file: PlannedFile; readonly edited: boolean };

function judgeUser(file: UserFile, entry: SnapshotEntry): Verdict {
  const { path, text, owner } = file;
  const { bytes } = entry;
  if (bytes === undefined) {
    return { file: { path, owner, action: "created", text }, edited: false };
  }
  // A file that changed since it was read is the user's again.
  const before = hashBytes(bytes);
  if (file.read === before && hashBytes(text) !== before) {
    return {
      file: { path, owner, action: "updated", text, before },
      edited: false,
    };
  }
  return { file: { path, owner, action: "kept" }, edited: false };
}

function judgeGenerated(
  file: GeneratedFile,
  recorded: string | undefined,
  entry: SnapshotEntry,
  force: boolean,
): Verdict {
  const { path, text, owner } = file;
  if (entry.bytes === undefined) {
    return { file: { path, owner, action: "created", text }, edited: false };
  }
  const found = hashText(entry.bytes);
  if (found === hashText(text)) {
    return { file: { path, owner, action: "unchanged" }, edited: false };
  }
  const before = hashBytes(entry.bytes);
  return {
    file: { path, owner, action: "updated", text, before },
    edited: found !== recorded && !force,
  };
}

function judgeUnwanted(
  wanted: readonly OutputFile[],
  recorded: Hashes,
  snapshot: Snapshot,
  force: boolean,
): readonly Verdict[] {
  const kept = new Set(wanted.map((file) => file.path));
  return [...recorded].flatMap(([path, hash]) => {
    const bytes = snapshot.get(path)?.bytes;
    if (kept.has(path) || bytes === undefined) return [];
    const file = {
      path,
      owner: "generated",
      action: "deleted",
      before: hashBytes(bytes),
    } as const;
    return [{ file, edited: hashText(bytes) !== hash && !force }];
  });
}

/** Paths that leave the folder, and paths that one disk or another takes for the same. */
function findClashes(
  wanted: readonly OutputFile[],
  prefix: string,
): readonly Diagnostic[] {
  const seen = new Map<string, string>();
  const outer = wanted.filter(({ path }) => !isInnerPath(path));
  const inner = wanted.filter(({ path }) => isInnerPath(path));
  const clashes = inner.flatMap(({ path }) => {
    const file = prefix + path;
    const folded = path.normalize("NFC").toLowerCase();
    const other = seen.get(folded);
    seen.set(folded, path);
    if (other === undefined) return [];
    return [diagnostic("PATH_CLASH", { file }, { path, other })];
  });
  return [...ofFiles("PATH_LEADS_OUT", outer, prefix), ...clashes];
}

/** One diagnostic for all the files that have the same thing wrong with them. */
function ofFiles(
  code: "PATH_LEADS_OUT" | "PATH_BLOCKED" | "GENERATED_EDITED",
  wrong: readonly { readonly path: string }[],
  prefix: string,
): readonly Diagnostic[] {
  const [file, ...more] = wrong.map(({ path }) => prefix + path);
  if (file === undefined) return [];
  return [diagnostic(code, { file }, { files: [file, ...more] })];
}

function report(
  verdicts: readonly Verdict[],
  snapshot: Snapshot,
  prefix: string,
): readonly Diagnostic[] {
  const edited = verdicts.filter((verdict) => verdict.edited);
  const files = verdicts.map(({ file }) => file).filter(isChange);
  const entry = ({ path }: PlannedFile) => snapshot.get(path) ?? missing;
  const outside = files.filter((file) => entry(file).outside);
  const closed = files.flatMap((file) => {
    const { refused: reason } = entry(file);
    if (reason === undefined) return [];
    const at = { file: prefix + file.path };
    return [diagnostic("PATH_UNREADABLE", at, { reason })];
  });
  const blocked = files.filter((file) => {
    const { kind, outside, refused } = entry(file);
    return kind === "other" && !outside && refused === undefined;
  });
  return [
    ...ofFiles("PATH_LEADS_OUT", outside, prefix),
    ...closed,
    ...ofFiles("PATH_BLOCKED", blocked, prefix),
    ...ofFiles(
      "GENERATED_EDITED",
      edited.map(({ file }) => file),
      prefix,
    ),
  ];
}
