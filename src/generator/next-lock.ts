import { diagnostic, type Diagnostic } from "./diagnostic.js";
import type { Generated } from "./generate.js";
import { hashBytes, hashText } from "./hash.js";
import type { Hashes, Lock, LockedServer } from "./lock.js";
import { isUserFile, type OutputFile } from "./output-file.js";
import type { Site } from "./site.js";
import type { Snapshot } from "./snapshot.js";

/** A server that this run generated. */
export type BuiltServer = {
  readonly name: string;
  readonly generated: Generated;
  readonly inputs: readonly string[];
  readonly inputHash: string;
};

/** Which recorded servers stay, and which this run answers for. */
export type Succession = {
  /** Recorded, and left as they are. */
  readonly kept: ReadonlyMap<string, LockedServer>;
  /** Recorded, and replaced, renamed or forgotten: their files are this run's to delete. */
  readonly replaced: ReadonlyMap<string, LockedServer>;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Decides what becomes of every recorded server. `exists` tells of a manifest in
 * the site's folder. Errors: SERVER_DUPLICATE, SERVER_GONE.
 */
export function succeed(
  site: Site,
  lock: Lock,
  built: readonly BuiltServer[],
  forget: readonly string[],
  exists: (manifest: string) => boolean,
): Succession {
  const kept = new Map<string, LockedServer>();
  const replaced = new Map<string, LockedServer>();
  const diagnostics = [...duplicates(site, built)];
  const rebuilt = new Set(
    built.map(({ generated }) => generated.record.manifest),
  );
  for (const [name, server] of lock.servers) {
    const heir = built.find((one) => one.name === name);
    const { manifest } = server;
    if (forget.includes(name) || rebuilt.has(manifest)) {
      replaced.set(name, server);
    } else if (!exists(manifest)) {
      // A manifest that was renamed brings its server along.
      if (heir) replaced.set(name, server);
      else diagnostics.push(gone(site, name, manifest));
    } else if (heir) {
      diagnostics.push(duplicate(site, heir, manifest));
    } else kept.set(name, server);
  }
  return { kept, replaced, diagnostics };
}

function gone(site: Site, server: string, manifest: string): Diagnostic {
  const file = site.prefix + manifest;
  return diagnostic("SERVER_GONE", { file }, { server, manifest: file });
}

function duplicates(
  site: Site,
  built: readonly BuiltServer[],
): readonly Diagnostic[] {
  return built.flatMap((one, at) => {
    const other = built.slice(0, at).find(({ name }) => name === one.name);
    if (!other) return [];
    return [duplicate(site, one, other.generated.record.manifest)];
  });
}

function duplicate(site: Site, one: BuiltServer, manifest: string): Diagnostic {
  const at = { file: site.prefix + one.generated.record.manifest };
  const other = site.prefix + manifest;
  return diagnostic("SERVER_DUPLICATE", at, { server: one.name, other });
}

/**
 * The lock that this build leaves. `shared` holds the files of every `out` that was
 * worked out anew. Without `refresh`, the user's own edits are not taken note of: they
 * make nothing stale.
 */
export function nextLock(
  previous: Lock,
  { kept, replaced }: Succession,
  built: readonly BuiltServer[],
  shared: ReadonlyMap<string, readonly OutputFile[]>,
  snapshot: Snapshot,
  refresh: boolean,
): Lock {
  const known = new Map(
    [...replaced.values()].flatMap((server) => [...server.userFiles]),
  );
  const servers = built.map((one): [string, LockedServer] => [
    one.name,
    {
      ...lockServer(one, known, snapshot, refresh),
      ...stillAccepted(one, replaced),
    },
  ]);
  const outs = new Map(previous.shared);
  for (const [out, files] of shared) {
    if (files.length === 0) outs.delete(out);
    else outs.set(out, new Map(files.map(hashFile)));
  }
  return { servers: new Map([...kept, ...servers]), shared: outs };
}

/** What was accepted against the recorded contract is in it from now on. */
function stillAccepted(
  { name, generated }: BuiltServer,
  replaced: Succession["replaced"],
): Pick<LockedServer, "accepted"> {
  const former =
    replaced.get(name) ??
    [...replaced.values()].find(
      ({ manifest }) => manifest === generated.record.manifest,
    );
  const elsewhere = former?.accepted?.elsewhere;
  return elsewhere === undefined || elsewhere.size === 0
    ? {}
    : { accepted: { contract: new Map(), elsewhere } };
}

function lockServer(
  { generated, inputs, inputHash }: BuiltServer,
  known: Hashes,
  snapshot: Snapshot,
  refresh: boolean,
): LockedServer {
  const { files, record } = generated;
  const userFiles = files.filter(isUserFile).map((file): [string, string] => {
    const bytes = snapshot.get(file.path)?.bytes;
    const last = known.get(file.path);
    if (!bytes) return hashFile(file);
    // What was not read now was found in order before.
    if (file.read !== hashBytes(bytes))
      return [file.path, last ?? hashText(bytes)];
    const isSame = file.read === hashBytes(file.text);
    return isSame && !refresh && last ? [file.path, last] : hashFile(file);
  });
  return {
    ...record,
    inputs,
    inputHash,
    files: new Map(files.filter((file) => !isUserFile(file)).map(hashFile)),
    userFiles: new Map(userFiles),
  };
}

function hashFile(file: OutputFile): [string, string] {
  return [file.path, hashText(file.text)];
}
