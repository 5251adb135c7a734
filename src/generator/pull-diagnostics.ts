import { row } from "./diagnostic-row.js";
import { shown } from "./diagnostic-text.js";

/** What can come up when a live server is asked what it offers. */
export const pullDiagnostics = {
  SERVER_UNREACHABLE: row(
    "error",
    (p: { readonly reason: string; readonly hint: string }) => ({
      what: `the server cannot be asked: ${p.reason}`,
      mend: p.hint,
    }),
  ),
  SERVER_UNAUTHORIZED: row("error", (p: { readonly status: number }) => ({
    what: `the server wants credentials (HTTP ${p.status})`,
    mend: "give them by --header 'Authorization: Bearer ${env:TOKEN}', with the variable TOKEN set; they are not written",
  })),
  SERVER_SOURCE_WRONG: row(
    "error",
    (p: { readonly reason: string; readonly hint: string }) => ({
      what: p.reason,
      mend: p.hint,
    }),
  ),
  PULL_ENTRY_LEFT_OUT: row(
    "warning",
    (p: { readonly subject: string; readonly reason: string }) => ({
      what: `the ${p.subject} is left out: ${p.reason}`,
      mend: "tell the server's authors; an entry that you write by hand stays",
    }),
  ),
  PULL_MEMBERS_LEFT_OUT: row(
    "note",
    (p: { readonly kind: string; readonly members: readonly string[] }) => ({
      what: `${p.kind} have members that no protocol version has: ${p.members.slice(0, 10).map(shown).join(", ")}`,
      mend: "nothing is needed: they are left out",
    }),
  ),
  PULL_SECRET_HIDDEN: row("warning", (p: { readonly shownAs: string }) => ({
    what: `the server repeats a secret that it was given, written as ${p.shownAs}`,
    mend: "tell the server's authors: whoever lists its tools can read it",
  })),
} as const;
