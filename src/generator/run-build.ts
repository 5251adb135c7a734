import { existsSync, readdirSync } from "node:fs";
import { buildLockName, takeBuildLock } from "./build-lock.js";
import type { BuildOptions, BuildResult } from "./build-result.js";
import { diagnostic, hasErrors, type Diagnostic } from "./diagnostic.js";
import type { Stages } from "./generate.js";
import { journalName } from "./journal.js";
import { lockName } from "./lock.js";
import { isChange } from "./plan.js";
import { planSite, type SitePlan } from "./plan-site.js";
import { sortDiagnostics } from "./print-diagnostic.js";
import { findSites, readLock, siteAt, type Site } from "./site.js";
import { recover, write } from "./write.js";

/**
 * The build with its stages given: reads and plans every site first and writes only
 * when none of them has an error. Throws only for faults of ours.
 */
export async function runBuild(
  options: BuildOptions,
  stages: Stages,
): Promise<BuildResult> {
  const start = performance.now();
  const cwd = options.cwd ?? process.cwd();
  const writes = (options.mode ?? "write") === "write";
  const manifests = options.manifests ?? ["manifest.yaml"];
  const sites =
    manifests.length > 0 ? findSites(manifests, cwd) : [siteAt(cwd, cwd)];
  const locks: (() => void)[] = [];
  try {
    const notes: Diagnostic[] = [];
    for (const site of sites) {
      notes.push(...(await open(site, writes, locks)));
    }
    notes.push(...checkForget(sites, options.forget ?? []));
    const plans: SitePlan[] = [];
    if (!hasErrors(notes)) {
      for (const site of sites)
        plans.push(await planSite(site, stages, options));
    }
    const planned = [...notes, ...plans.flatMap((one) => one.diagnostics)];
    const written =
      writes && !hasErrors(planned) ? writeAll(plans, options) : [];
    const diagnostics = sortDiagnostics([...planned, ...written]);
    return {
      ...report(plans, diagnostics, writes),
      durationMs: performance.now() - start,
    };
  } finally {
    for (const release of locks) release();
  }
}

/** Makes sure that no other build is at work on the site and none was left half done. */
async function open(
  site: Site,
  writes: boolean,
  locks: (() => void)[],
): Promise<readonly Diagnostic[]> {
  const { folder, prefix } = site;
  // A folder that is missing has no manifest either, which the reader will say.
  if (!existsSync(folder) || !(writes || hasTraces(folder))) return [];
  const lock = await takeBuildLock(folder, prefix);
  if ("problem" in lock) return [lock.problem];
  locks.push(lock.release);
  return recover(folder, { prefix });
}

/** Whether a build is at work here, or one left something behind. */
function hasTraces(folder: string): boolean {
  return readdirSync(folder).some(
    (name) => name.startsWith(buildLockName) || name.startsWith(journalName),
  );
}

/** Every server to forget has to be recorded at some site. */
function checkForget(
  sites: readonly Site[],
  forget: readonly string[],
): readonly Diagnostic[] {
  if (forget.length === 0) return [];
  const known = sites.flatMap((site) => {
    const parsed = readLock(site);
    return "lock" in parsed ? [...parsed.lock.servers.keys()] : [];
  });
  const file = (sites[0]?.prefix ?? "") + lockName;
  return forget
    .filter((server) => !known.includes(server))
    .map((server) => diagnostic("SERVER_UNKNOWN", { file }, { server, known }));
}

function writeAll(
  plans: readonly SitePlan[],
  { onProgress }: BuildOptions,
): readonly Diagnostic[] {
  return plans.flatMap(({ site, planned }) => {
    onProgress?.(`writing ${site.prefix || "."}`);
    return write(site.folder, planned, { prefix: site.prefix });
  });
}

function report(
  plans: readonly SitePlan[],
  diagnostics: readonly Diagnostic[],
  writes: boolean,
): Omit<BuildResult, "durationMs"> {
  const inputs = plans.flatMap((one) => one.inputs);
  if (hasErrors(diagnostics)) {
    return { diagnostics, files: [], stale: [], inputs };
  }
  const files = plans.flatMap((one) => one.files);
  const stale = files.filter(isChange).map(({ path }) => path);
  return { diagnostics, files, stale: writes ? [] : stale, inputs };
}
