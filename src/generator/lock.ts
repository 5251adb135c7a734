import type { JsonObject } from "./json.js";
import { jsonText } from "./json-text.js";
import type { ServerRecord } from "./server-record.js";

/** Name of the lock, which lies beside the manifest. */
export const lockName = "mcpgen.lock.json";

/** Version of the lock's shape; a newer one is refused. */
export const lockVersion = 1;

/** Hash of the LF text by path; paths are relative to the lock's folder, with `/`. */
export type Hashes = ReadonlyMap<string, string>;

/**
 * Changes of the contract that were accepted, as sentences by fingerprint: those that
 * the next build records, and those against another baseline, which stay.
 */
export type Accepted = {
  readonly contract: ReadonlyMap<string, string>;
  readonly elsewhere: ReadonlyMap<string, string>;
};

/** Nothing was accepted. */
export const nothingAccepted: Accepted = {
  contract: new Map(),
  elsewhere: new Map(),
};

/** What the lock remembers of one server. */
export type LockedServer = ServerRecord & {
  /** Hash over the manifest, the files it refers to, and the generator. */
  readonly inputHash: string;
  /** The files that `inputHash` covers, relative to the lock's folder, with `/`. */
  readonly inputs: readonly string[];
  /** Generated files of this server alone. */
  readonly files: Hashes;
  /** The user's files, with the hash they had when mcpgen last saw their exports. */
  readonly userFiles: Hashes;
  /** Absent where nothing was accepted. */
  readonly accepted?: Accepted;
};

/** What the last build left: the parsed `mcpgen.lock.json`. */
export type Lock = {
  readonly servers: ReadonlyMap<string, LockedServer>;
  /** Generated files that servers share, by `out`. */
  readonly shared: ReadonlyMap<string, Hashes>;
};

/** The lock before the first build. */
export const emptyLock: Lock = { servers: new Map(), shared: new Map() };

/** The lock's text: keys sorted by code unit, one file or name a line, so that branches merge. */
export function printLock(lock: Lock): string {
  const servers = [...lock.servers].map(
    ([name, { files, userFiles, accepted, ...record }]): [
      string,
      JsonObject,
    ] => [
      name,
      {
        ...record,
        ...(accepted && { accepted: printAccepted(accepted) }),
        files: Object.fromEntries(files),
        userFiles: Object.fromEntries(userFiles),
      },
    ],
  );
  const shared = [...lock.shared].map(([out, hashes]): [string, JsonObject] => [
    out,
    Object.fromEntries(hashes),
  ]);
  const value: JsonObject = {
    servers: Object.fromEntries(servers),
    shared: Object.fromEntries(shared),
    version: lockVersion,
  };
  return jsonText(value);
}

function printAccepted({ contract, elsewhere }: Accepted): JsonObject {
  return {
    ...(contract.size > 0 && { contract: Object.fromEntries(contract) }),
    ...(elsewhere.size > 0 && { elsewhere: Object.fromEntries(elsewhere) }),
  };
}
