import { diagnostic, type Diagnostic } from "./diagnostic.js";
import { holds } from "./fresh.js";
import type { GeneratedServers, SiteRun } from "./generate-servers.js";
import { byCodeUnit } from "./json.js";
import type { Succession } from "./next-lock.js";
import type { OutputFile } from "./output-file.js";
import type { ServerRecord } from "./server-record.js";

/** What servers share in each `out`. */
export type SharedFiles = {
  /** Files by `out`, for each one that this run touches; none where no server is left. */
  readonly outs: ReadonlyMap<string, readonly OutputFile[]>;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Works out what the servers of each touched `out` share. Recorded servers count,
 * so that building one of them keeps what the others need. Error: SHARED_IMPORTS.
 */
export async function shareFiles(
  { site, stages, previous, recorded }: SiteRun,
  { built, fresh }: GeneratedServers,
  { kept, replaced }: Succession,
): Promise<SharedFiles> {
  const records = new Map<string, ServerRecord>([
    ...kept,
    ...built.map((one) => [one.name, one.generated.record] as const),
  ]);
  const damaged = [...fresh.values()].filter(({ out }) => {
    const hashes = previous.shared.get(out);
    return hashes !== undefined && !holds(hashes, recorded);
  });
  const touched = [
    ...built.map((one) => one.generated.record),
    ...replaced.values(),
    ...damaged,
  ];
  const outs = new Map<string, readonly OutputFile[]>();
  const diagnostics: Diagnostic[] = [];
  for (const out of new Set(touched.map((record) => record.out))) {
    const users = [...records]
      .filter(([, record]) => record.out === out)
      .sort(([a], [b]) => byCodeUnit(a, b));
    diagnostics.push(...checkImports(site.prefix, out, users));
    const servers = users.map(([, record]) => record);
    outs.set(out, servers.length > 0 ? await stages.share(out, servers) : []);
  }
  return { outs, diagnostics };
}

function checkImports(
  prefix: string,
  out: string,
  users: readonly (readonly [string, ServerRecord])[],
): readonly Diagnostic[] {
  const [first, ...others] = users;
  const odd = others.find(
    ([, record]) => record.importExtension !== first?.[1].importExtension,
  );
  if (!first || !odd) return [];
  const at = { file: prefix + odd[1].manifest };
  const params = { out: prefix + out, server: odd[0], other: first[0] };
  return [diagnostic("SHARED_IMPORTS", at, params)];
}
