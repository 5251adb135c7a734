import { row } from "./diagnostic-row.js";
import { shown } from "./diagnostic-text.js";

type Git = { readonly ref: string };

/** What can be wrong when two contracts are to be compared, and what a build tells of its own. */
export const diffDiagnostics = {
  CONTRACT_MISSING: row("error", (p: { readonly server: string }) => ({
    what: `no contract of the server ${shown(p.server)} is recorded here yet`,
    mend: 'run "mcpgen build", or name what to compare with by --against',
  })),
  CONTRACT_BREAKS: row(
    "note",
    (p: { readonly count: number; readonly first: string }) => ({
      what: `the contract changes in ${p.count === 1 ? "a way that breaks" : `${p.count} ways that break`} callers: ${p.first}${p.count > 1 ? ", …" : ""}`,
      mend: '"mcpgen diff --against" with the git revision that is in use tells them all',
    }),
  ),
  DIFF_NOT_BUILT: row("error", (p: { readonly server: string }) => ({
    what: `the lock knows no server ${shown(p.server)} to accept changes for`,
    mend: 'run "mcpgen build" first',
  })),
  GIT_MISSING: row("error", (p: Git) => ({
    what: `${shown(p.ref)} is no file, and git, which may know it, cannot be run`,
    mend: "install git, or name a file",
  })),
  GIT_NO_REPOSITORY: row("error", (p: Git) => ({
    what: `${shown(p.ref)} is no file, and this folder is in no git repository`,
    mend: "name a manifest or a contract file",
  })),
  GIT_REF_UNKNOWN: row("error", (p: Git) => ({
    what: `${shown(p.ref)} is neither a file nor a revision that git knows here`,
    mend: "fetch it first; a CI checkout often holds one commit alone",
  })),
  GIT_FILE_MISSING: row(
    "error",
    (p: Git & { readonly files: readonly string[] }) => ({
      what: `the revision ${shown(p.ref)} has no ${p.files.join(" and no ")}`,
      mend: `name a file of it, such as "${p.ref}:manifest.yaml"`,
    }),
  ),
};
