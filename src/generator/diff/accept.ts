import { readFileSync } from "node:fs";
import { join } from "node:path";
import { takeBuildLock } from "../build-lock.js";
import { diagnostic, type Diagnostic } from "../diagnostic.js";
import { hashBytes } from "../hash.js";
import {
  lockName,
  nothingAccepted,
  printLock,
  type Accepted,
} from "../lock.js";
import { readLock, type Site } from "../site.js";
import { recover, write } from "../write.js";
import type { Change } from "./change.js";

/** Which of the two lists of accepted changes a baseline writes. */
export type AcceptedFor = keyof Accepted;

/** The fingerprints that the lock holds for the server of a manifest. */
export function acceptedAt(site: Site, manifest: string): Accepted {
  const read = readLock(site);
  if ("problem" in read) return nothingAccepted;
  const servers = [...read.lock.servers.values()];
  const server = servers.find((one) => one.manifest === manifest);
  return server?.accepted ?? nothingAccepted;
}

/**
 * Writes into the lock that these changes are accepted, and that no others are which
 * were accepted against the same kind of baseline. Errors: DIFF_NOT_BUILT, and those of
 * taking the build's lock and writing.
 */
export async function accept(
  site: Site,
  { server, manifest }: { readonly server: string; readonly manifest: string },
  changes: readonly Change[],
  kind: AcceptedFor,
): Promise<readonly Diagnostic[]> {
  const taken = await takeBuildLock(site.folder, site.prefix);
  if ("problem" in taken) return [taken.problem];
  try {
    const notes = recover(site.folder, { prefix: site.prefix });
    const read = readLock(site);
    if ("problem" in read) return [...notes, read.problem];
    const { lock } = read;
    const known = [...lock.servers].find(
      ([, one]) => one.manifest === manifest,
    );
    const at = { file: site.prefix + lockName };
    if (known === undefined) {
      return [...notes, diagnostic("DIFF_NOT_BUILT", at, { server })];
    }
    const [name, record] = known;
    const texts = new Map(
      changes.map((one) => [one.fingerprint, sentence(one)]),
    );
    const all = { ...(record.accepted ?? nothingAccepted), [kind]: texts };
    const { accepted: _former, ...rest } = record;
    const isAny = all.contract.size + all.elsewhere.size > 0;
    const next = isAny ? { ...rest, accepted: all } : rest;
    const text = printLock({
      ...lock,
      servers: new Map([...lock.servers, [name, next]]),
    });
    const before = hashBytes(readFileSync(join(site.folder, lockName)));
    if (before === hashBytes(text)) return notes;
    const file = {
      path: lockName,
      owner: "generated",
      action: "updated",
      text,
      before,
    } as const;
    return [...notes, ...write(site.folder, [file], { prefix: site.prefix })];
  } finally {
    taken.release();
  }
}

function sentence({ rule, subject, what }: Change): string {
  return `${rule} ${subject.kind} ${subject.name}: ${what}`;
}
