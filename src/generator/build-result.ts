import type { Diagnostic } from "./diagnostic.js";
import type { OutputFile } from "./output-file.js";
import type { Action } from "./plan.js";

/** What a build may be told; everything has a default. */
export type BuildOptions = {
  /** Paths of manifests, relative to `cwd`; default `["manifest.yaml"]`. */
  readonly manifests?: readonly string[];
  /** Default: the folder of the process. Nothing that is written depends on it. */
  readonly cwd?: string;
  /**
   * "write" (default) writes; "check" and "dry-run" only tell what a build would
   * do, and differ in nothing but the caller's intent.
   */
  readonly mode?: "write" | "check" | "dry-run";
  /** Overwrites generated files that were edited by hand; default false. */
  readonly force?: boolean;
  /** Names of servers that the lock is to forget, their generated files included. */
  readonly forget?: readonly string[];
  /** Told what the build turns to next. */
  readonly onProgress?: (what: string) => void;
};

/** One file of a build, and what became of it. */
export type BuiltFile = {
  /** Relative to `cwd`, with `/`. */
  readonly path: string;
  readonly action: Action;
  readonly owner: OutputFile["owner"];
  /** Absent on files that servers share, the lock among them. */
  readonly server?: string;
};

/** What a build did, or would do. */
export type BuildResult = {
  /** Sorted by place. Where one of them is an error, nothing was written. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file of the servers that were built, sorted by path; empty after an error. */
  readonly files: readonly BuiltFile[];
  /** Paths of files that are not what a build would leave; after "write" always empty. */
  readonly stale: readonly string[];
  /** Absolute paths of the files that the build depends on: the manifests and what they refer to. */
  readonly inputs: readonly string[];
  readonly durationMs: number;
};
