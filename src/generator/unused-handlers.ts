import { diagnostic, type Diagnostic } from "./diagnostic.js";
import type { GeneratedServers, SiteRun } from "./generate-servers.js";
import type { LockedServer } from "./lock.js";
import { closest } from "./manifest/closest.js";
import { recordedHandlers, type RecordedHandler } from "./naming.js";
import type { BuiltServer, Succession } from "./next-lock.js";
import type { PlannedFile } from "./plan.js";
import { isUserFile, type UserExport } from "./output-file.js";

/** A handler's file that this build creates. */
type Newcomer = {
  /** Kind and wire name; the file's name where it serves all entries. */
  readonly key: string;
  readonly path: string;
  readonly wanted: UserExport;
};

/**
 * The user's files that the last build asked for and this one does not; said once, as
 * the lock then forgets them. Where the entry goes on in a file that this build
 * creates, or seems to, the commands are told that take the handler along. Warnings:
 * HANDLER_UNUSED, HANDLER_MOVED.
 */
export function findUnused(
  { site, recorded }: SiteRun,
  { built }: GeneratedServers,
  { replaced, kept }: Succession,
  planned: readonly PlannedFile[],
): readonly Diagnostic[] {
  const used = new Set([
    ...built.flatMap((one) => one.generated.files.map((file) => file.path)),
    ...[...kept.values()].flatMap((server) => [...server.userFiles.keys()]),
  ]);
  const created = new Set(
    planned
      .filter(({ action }) => action === "created")
      .map(({ path }) => path),
  );
  return [...replaced].flatMap(([name, server]) => {
    const heir = built.find(
      (one) =>
        one.name === name || one.generated.record.manifest === server.manifest,
    );
    const change = changeOf(server, heir, created);
    return [...server.userFiles.keys()]
      .filter((path) => !used.has(path) && recorded.get(path)?.kind === "file")
      .map((path) => word(site.prefix, path, change));
  });
}

/** What became of a server's handlers. */
type Change = {
  readonly before: readonly RecordedHandler[];
  /** Those of `before` whose entries are no more. */
  readonly gone: readonly RecordedHandler[];
  readonly newcomers: readonly Newcomer[];
};

function changeOf(
  server: LockedServer,
  heir: BuiltServer | undefined,
  created: ReadonlySet<string>,
): Change {
  const before = recordedHandlers(server.identifiers);
  const files = heir?.generated.files ?? [];
  const asked = files
    .filter(isUserFile)
    .map(({ path, export: wanted }): Newcomer => {
      return { key: wanted.entry ?? fileName(path), path, wanted };
    });
  const keys = new Set(asked.map(({ key }) => key));
  return {
    before,
    gone: before.filter((one) => !keys.has(keyOf(one))),
    newcomers: asked.filter(({ path }) => created.has(path)),
  };
}

function word(prefix: string, path: string, change: Change): Diagnostic {
  const file = prefix + path;
  const was = handlerAt(path, change.before);
  const is = was
    ? heirOf(was, change)
    : change.newcomers.find(({ key }) => key === fileName(path));
  if (!is) return diagnostic("HANDLER_UNUSED", { file }, {});
  const entry = entryOf(is);
  const { name } = is.wanted;
  const params = {
    was: { path: file, entry: was?.entry ?? entry, name: was?.name ?? name },
    is: { path: prefix + is.path, entry, name },
    sure: was === undefined || is.key === keyOf(was),
  };
  return diagnostic("HANDLER_MOVED", { file }, params);
}

/** Whose handler a path was; the folder that all lie in is not recorded. */
function handlerAt(
  path: string,
  handlers: readonly RecordedHandler[],
): RecordedHandler | undefined {
  return handlers
    .filter(({ file }) => path.endsWith(`/${file}.ts`))
    .sort((a, b) => b.file.length - a.file.length)[0];
}

/**
 * The same entry in another file. Else one of its kind that came as it went: the only
 * one where it alone went, or one whose name is like its own.
 */
function heirOf(
  was: RecordedHandler,
  { before, gone, newcomers }: Change,
): Newcomer | undefined {
  const same = newcomers.find(({ key }) => key === keyOf(was));
  if (same) return same;
  const known = new Set(before.map(keyOf));
  const fresh = newcomers.filter(
    ({ key }) => key.startsWith(`${was.kind}/`) && !known.has(key),
  );
  const others = gone.filter(({ kind }) => kind === was.kind);
  if (fresh.length === 1 && others.length === 1) return fresh[0];
  const near = closest(was.entry, fresh.map(entryOf));
  return fresh.find((one) => entryOf(one) === near);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function keyOf({ kind, entry }: RecordedHandler): string {
  return `${kind}/${entry}`;
}

function entryOf({ key }: Newcomer): string {
  return key.slice(key.indexOf("/") + 1);
}
