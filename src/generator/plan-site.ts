import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions, BuiltFile } from "./build-result.js";
import { hasErrors, type Diagnostic } from "./diagnostic.js";
import type { Stages } from "./generate.js";
import {
  generateServers,
  type GeneratedServers,
  type SiteRun,
} from "./generate-servers.js";
import { hashText } from "./hash.js";
import { byCodeUnit } from "./json.js";
import { lockName, printLock, type Lock } from "./lock.js";
import { nextLock, succeed, type Succession } from "./next-lock.js";
import type { OutputFile } from "./output-file.js";
import { plan, type Plan, type PlannedFile } from "./plan.js";
import { shareFiles } from "./share-files.js";
import { readLock, type Site } from "./site.js";
import { readSnapshot } from "./snapshot.js";
import { findUnused } from "./unused-handlers.js";

/** What a build would do to one site. */
export type SitePlan = {
  readonly site: Site;
  /** For `write`; empty after an error. */
  readonly planned: readonly PlannedFile[];
  /** For the caller: the planned files, and those of servers that were skipped. */
  readonly files: readonly BuiltFile[];
  readonly inputs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Reads, generates and plans all that the site's manifests ask for; writes nothing. */
export async function planSite(
  site: Site,
  stages: Stages,
  options: BuildOptions,
): Promise<SitePlan> {
  const stop = (
    diagnostics: readonly Diagnostic[],
    inputs: readonly string[] = [],
  ): SitePlan => ({ site, planned: [], files: [], inputs, diagnostics });

  const parsed = readLock(site);
  if ("problem" in parsed) return stop([parsed.problem]);
  const run = runOf(site, stages, parsed.lock, options);

  const servers = await generateServers(run);
  const { inputs } = servers;
  if (hasErrors(servers.diagnostics)) return stop(servers.diagnostics, inputs);

  const next = succeed(
    run.site,
    run.previous,
    servers.built,
    run.forget,
    (name) => existsSync(join(site.folder, name)),
  );
  const shared = await shareFiles(run, servers, next);
  const found = [
    ...servers.diagnostics,
    ...next.diagnostics,
    ...shared.diagnostics,
  ];
  if (hasErrors(found)) return stop(found, inputs);

  const planned = planFiles(run, servers, next, shared.outs);
  const diagnostics = [
    ...found,
    ...planned.diagnostics,
    ...findUnused(run, servers, next, planned.files),
  ];
  if (hasErrors(diagnostics)) return stop(diagnostics, inputs);
  const files = describe(run, servers, next, planned.files);
  return { site, planned: planned.files, files, inputs, diagnostics };
}

function runOf(
  site: Site,
  stages: Stages,
  previous: Lock,
  options: BuildOptions,
): SiteRun {
  return {
    site,
    stages,
    previous,
    recorded: existsSync(site.folder)
      ? readSnapshot(site.folder, pathsOf(previous))
      : new Map(),
    writes: (options.mode ?? "write") === "write",
    force: options.force ?? false,
    forget: options.forget ?? [],
    onProgress: options.onProgress ?? (() => undefined),
  };
}

function pathsOf(lock: Lock): readonly string[] {
  return [
    lockName,
    ...[...lock.servers.values()].flatMap((server) => [
      ...server.files.keys(),
      ...server.userFiles.keys(),
    ]),
    ...[...lock.shared.values()].flatMap((hashes) => [...hashes.keys()]),
  ];
}

/** Joins what is wanted with the new lock, and compares it with the disk. */
function planFiles(
  run: SiteRun,
  { built }: GeneratedServers,
  next: Succession,
  outs: ReadonlyMap<string, readonly OutputFile[]>,
): Plan {
  const { site, previous, force } = run;
  const wanted = [
    ...built.flatMap((one) => one.generated.files),
    ...[...outs.values()].flat(),
  ];
  const snapshot = readSnapshot(
    site.folder,
    wanted.map((file) => file.path),
    run.recorded,
  );
  const lock = nextLock(previous, next, built, outs, snapshot, run.writes);
  const answerable = [
    ...[...next.replaced.values()].flatMap((server) => [...server.files]),
    ...[...outs.keys()].flatMap((out) => [...(previous.shared.get(out) ?? [])]),
  ];
  // The lock was read, so it may be replaced whatever its last writer was.
  const lockBytes = snapshot.get(lockName)?.bytes;
  const lockHash = lockBytes ? [[lockName, hashText(lockBytes)] as const] : [];
  return plan(
    [...wanted, { path: lockName, text: printLock(lock), owner: "generated" }],
    new Map([...answerable, ...lockHash]),
    snapshot,
    { force, prefix: site.prefix },
  );
}

/** The planned files with their servers, and the untouched ones of fresh servers. */
function describe(
  { site, previous }: SiteRun,
  { built, fresh }: GeneratedServers,
  { replaced }: Succession,
  planned: readonly PlannedFile[],
): readonly BuiltFile[] {
  const owners = new Map<string, string>([
    ...[...replaced].flatMap(([name, server]) =>
      [...server.files.keys()].map((path) => [path, name] as const),
    ),
    ...built.flatMap(({ name, generated }) =>
      generated.files.map(({ path }) => [path, name] as const),
    ),
  ]);
  const files = new Map<string, BuiltFile>();
  const add = (file: Omit<PlannedFile, "text">, server?: string): void => {
    const { action, owner } = file;
    const built = { path: site.prefix + file.path, action, owner };
    files.set(file.path, server === undefined ? built : { ...built, server });
  };
  const untouched = { action: "unchanged", owner: "generated" } as const;
  for (const [name, server] of fresh) {
    for (const path of server.files.keys()) add({ path, ...untouched }, name);
    for (const path of server.userFiles.keys()) {
      add({ path, action: "kept", owner: "user" }, name);
    }
    const shared = previous.shared.get(server.out) ?? new Map<string, string>();
    for (const path of shared.keys()) add({ path, ...untouched });
  }
  for (const file of planned) add(file, owners.get(file.path));
  return [...files.values()].sort((a, b) => byCodeUnit(a.path, b.path));
}
