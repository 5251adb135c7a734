/** How a verb ended; scripts rely on these numbers. */
export const exitCode = {
  done: 0,
  /** Diagnostics: the user has something to mend. */
  diagnostics: 1,
  /** `check` found files that a build would change, `pull --check` a server that differs, or `diff` changes that must not be. */
  stale: 2,
  /** A fault of mcpgen's own. */
  fault: 70,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
