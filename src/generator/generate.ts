import type { Diagnostic, Locate } from "./diagnostic.js";
import type { Manifest } from "./manifest/manifest.js";
import type { OutputFile } from "./output-file.js";
import type { Identifiers, ServerRecord } from "./server-record.js";

/** A manifest and everything that was read for it. */
export type LoadedManifest = {
  /** Absent when `diagnostics` holds an error that leaves nothing to build. */
  readonly manifest?: Manifest;
  /**
   * Absolute paths of the files read: the manifest first, then what it refers to.
   * While their bytes stay as they are, the build may be skipped.
   */
  readonly sources: readonly string[];
  readonly locate: Locate;
  readonly diagnostics: readonly Diagnostic[];
};

/** What `generate` may look at beside the manifest. */
export type GenerateContext = {
  /** Path of the manifest relative to `folder`, with `/`: what headers name. */
  readonly path: string;
  /** Those of the last build, which stay as they are. */
  readonly identifiers: Identifiers;
  readonly locate: Locate;
  /** Absolute folder of the manifest and the lock. */
  readonly folder: string;
  /** The contract file that the last build left; absent where there is none. */
  readonly recordedContract?: string;
};

/** What one server wants written, and what the lock remembers of it. */
export type Generated = {
  readonly files: readonly OutputFile[];
  readonly record: ServerRecord;
  readonly diagnostics: readonly Diagnostic[];
};

/** The stages between reading a manifest and planning the writes. */
export type Stages = {
  /**
   * Hash over all that shapes the output beside the manifest's own files: the
   * generator's version and the protocol schemas, those of the user's beside the
   * manifests of a folder included.
   */
  readonly fingerprint: (manifestFolder: string) => string;
  /** Whether a server may be skipped whose inputs and fingerprint are as recorded. */
  readonly canSkip: boolean;
  /** Reads, parses and checks one manifest; `label` is its path as diagnostics print it. */
  readonly load: (path: string, label: string) => Promise<LoadedManifest>;
  /** Files of one server alone, and its record. */
  readonly generate: (
    manifest: Manifest,
    context: GenerateContext,
  ) => Promise<Generated>;
  /** The files that all servers with this `out` share: a function of their records. */
  readonly share: (
    out: string,
    servers: readonly ServerRecord[],
  ) => Promise<readonly OutputFile[]>;
};
