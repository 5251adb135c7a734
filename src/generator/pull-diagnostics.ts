import { row } from "./diagnostic-row.js";
import { oneOf, shown } from "./diagnostic-text.js";

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
  CONFIG_SERVER_UNKNOWN: row(
    "error",
    (p: { readonly server: string; readonly known: readonly string[] }) => ({
      what: `the file names no server ${shown(p.server)}`,
      mend: p.known.length > 0 ? `use ${oneOf(p.known)}` : "add it there",
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
  PULL_NOT_YAML: row("error", (p: { readonly file: string }) => ({
    what: `${p.file} would be read as JSON, and what pull writes is YAML`,
    mend: "name a file that ends in .yaml",
  })),
  PULL_NOT_PULLED: row("error", (p: { readonly file: string }) => ({
    what: `${p.file} is there and was not written by "mcpgen pull", which would replace the entries in it`,
    mend: "name another file by --output, or let pull keep this one by --force",
  })),
  PULL_NOT_IN_PLACE: row("error", () => ({
    what: "this file cannot be brought up to date in place: its entries are written in a way, with anchors or aliases, in which a change of one would change another",
    mend: "write them out, or move the file away and pull again",
  })),
  PULL_FILE_TWICE: row(
    "error",
    (p: { readonly name: string; readonly other: string }) => ({
      what: `the servers ${shown(p.name)} and ${shown(p.other)} would have one file`,
      mend: "pull one of them by itself, with --server and another --output",
    }),
  ),
} as const;
