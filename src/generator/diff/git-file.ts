import { execFileSync } from "node:child_process";
import { diagnostic, type Diagnostic } from "../diagnostic.js";
import { errorCode } from "../error-code.js";

/** Reads files of one git revision; paths are relative to a folder. */
export type Revision = {
  /** The text of a file; undefined where the revision has none of that name. */
  readonly read: (path: string) => string | undefined;
};

/**
 * Opens a revision, such as `HEAD~1`, `origin/main` or a tag, of the repository that
 * holds the folder. Errors: GIT_MISSING, GIT_NO_REPOSITORY, GIT_REF_UNKNOWN.
 */
export function openRevision(
  folder: string,
  ref: string,
  at: { readonly file: string },
): Revision | { readonly problem: Diagnostic } {
  const fail = (
    code: "GIT_MISSING" | "GIT_NO_REPOSITORY" | "GIT_REF_UNKNOWN",
  ) => ({ problem: diagnostic(code, at, { ref }) });
  const inside = git(folder, ["rev-parse", "--git-dir"]);
  if (inside === "no git") return fail("GIT_MISSING");
  if (inside.text === undefined) return fail("GIT_NO_REPOSITORY");
  const wanted = `${ref}^{commit}`;
  const found = git(folder, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    wanted,
  ]);
  const commit = found === "no git" ? undefined : found.text?.trim();
  if (commit === undefined) return fail("GIT_REF_UNKNOWN");
  return {
    read: (path) => {
      const shown = git(folder, ["show", `${commit}:./${path}`]);
      return shown === "no git" ? undefined : shown.text;
    },
  };
}

/** What git prints; no text where it refuses. */
function git(
  folder: string,
  args: readonly string[],
): { readonly text?: string } | "no git" {
  try {
    const text = execFileSync("git", ["-C", folder, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 28,
    });
    return { text };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "no git";
    if (error instanceof Error && "status" in error) return {};
    throw error;
  }
}
