import { join } from "node:path";
import { hasErrors, type Diagnostic } from "./diagnostic.js";
import { hashInputs, inputsOf, isFresh } from "./fresh.js";
import type { LoadedManifest, Stages } from "./generate.js";
import type { Lock, LockedServer } from "./lock.js";
import type { Manifest } from "./manifest/manifest.js";
import type { BuiltServer } from "./next-lock.js";
import { isContractPath } from "./recorded-contract.js";
import type { Site } from "./site.js";
import type { Snapshot } from "./snapshot.js";
import { reconcile } from "./user-files/reconcile.js";

/** What the stages of one site have in common. */
export type SiteRun = {
  readonly site: Site;
  readonly stages: Stages;
  /** The lock that the last build left. */
  readonly previous: Lock;
  /** What lies at every path that `previous` names. */
  readonly recorded: Snapshot;
  /** Whether the plan is to be carried out. */
  readonly writes: boolean;
  readonly force: boolean;
  /** Names of servers whose record counts no more. */
  readonly forget: readonly string[];
  readonly onProgress: (what: string) => void;
};

/** What became of the manifests of one site. */
export type GeneratedServers = {
  readonly built: readonly BuiltServer[];
  /** Recorded servers of the asked-for manifests that needed no look, by name. */
  readonly fresh: ReadonlyMap<string, LockedServer>;
  /** Absolute paths of all that was read, or would be again. */
  readonly inputs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Loads and generates every manifest of the site but those that are as the last
 * build left them. An error in one does not hide those of the others.
 */
export async function generateServers(run: SiteRun): Promise<GeneratedServers> {
  const { site, stages, onProgress } = run;
  const fresh = findFresh(run);
  const skipped = new Set([...fresh.values()].map((server) => server.manifest));
  const built: BuiltServer[] = [];
  const inputs = [...fresh.values()].flatMap((server) =>
    server.inputs.map((path) => join(site.folder, path)),
  );
  const diagnostics: Diagnostic[] = [];
  for (const path of site.manifests) {
    if (skipped.has(path)) continue;
    const label = site.prefix + path;
    onProgress(`reading ${label}`);
    const loaded = await stages.load(join(site.folder, path), label);
    inputs.push(...loaded.sources);
    diagnostics.push(...loaded.diagnostics);
    if (!loaded.manifest || hasErrors(loaded.diagnostics)) continue;
    onProgress(`generating ${loaded.manifest.server.name}`);
    const one = await generateServer(run, path, loaded, loaded.manifest);
    diagnostics.push(...one.generated.diagnostics);
    built.push(one);
  }
  return { built, fresh, inputs, diagnostics };
}

function findFresh(run: SiteRun): ReadonlyMap<string, LockedServer> {
  const { site, stages, previous, recorded, force, forget } = run;
  if (force || !stages.canSkip) return new Map();
  const fingerprint = stages.fingerprint(site.folder);
  const fresh = [...previous.servers].filter(
    ([name, server]) =>
      !forget.includes(name) &&
      site.manifests.includes(server.manifest) &&
      isFresh(
        server,
        hashInputs(site.folder, server.inputs, fingerprint),
        recorded,
      ),
  );
  return new Map(fresh);
}

async function generateServer(
  run: SiteRun,
  path: string,
  loaded: LoadedManifest,
  manifest: Manifest,
): Promise<BuiltServer> {
  const { site, stages } = run;
  const { name } = manifest.server;
  const old = recordOf(run, name, path);
  const before = old?.identifiers ?? {};
  const contract = old && contractText(old, run.recorded);
  const generated = await stages.generate(manifest, {
    path,
    folder: site.folder,
    locate: loaded.locate,
    identifiers: before,
    ...(contract !== undefined && { recordedContract: contract }),
  });
  const { files, diagnostics } = await reconcile(generated.files, {
    folder: site.folder,
    prefix: site.prefix,
    hashes: old?.userFiles ?? new Map(),
    before,
    after: generated.record.identifiers,
  });
  const inputs = inputsOf(site.folder, loaded.sources);
  const input = hashInputs(
    site.folder,
    inputs,
    stages.fingerprint(site.folder),
  );
  return {
    name,
    generated: {
      ...generated,
      files,
      diagnostics: [...generated.diagnostics, ...diagnostics],
    },
    inputs,
    inputHash: input?.hash ?? "",
  };
}

/** What the lock knows of a server: by its name or, where it was renamed, by its manifest. */
function recordOf(
  { previous, forget }: SiteRun,
  name: string,
  manifest: string,
): LockedServer | undefined {
  const known = [...previous.servers].filter(([one]) => !forget.includes(one));
  const found =
    known.find(([one]) => one === name) ??
    known.find(([, server]) => server.manifest === manifest);
  return found?.[1];
}

/** The contract file of the last build, as it lies on disk. */
function contractText(
  { files }: LockedServer,
  recorded: Snapshot,
): string | undefined {
  const path = [...files.keys()].find(isContractPath);
  const bytes = path === undefined ? undefined : recorded.get(path)?.bytes;
  return bytes && new TextDecoder().decode(bytes);
}
