import { row } from "./diagnostic-row.js";
import { shown } from "./diagnostic-text.js";

/** What can be said of the user's own protocol versions. */
export const protocolDiagnostics = {
  PROTOCOL_UNFIT: row(
    "error",
    (p: { readonly version: string; readonly what: string }) => ({
      what: `this cannot be protocol version ${p.version}: ${p.what}`,
      mend: "take the published file of that version again, or correct it here",
    }),
  ),
  PROTOCOL_WIRE_INHERITED: row(
    "note",
    (p: {
      readonly version: string;
      readonly from: string;
      readonly folder: string;
    }) => ({
      what: `${p.version} has no wire.json: takes that of ${p.from}`,
      mend: `nothing, unless its transports differ; then state them in ${p.folder}/wire.json`,
    }),
  ),
  PROTOCOL_VERSION_UNTOLD: row("error", (p: { readonly source: string }) => ({
    what: `${shown(p.source)} does not tell which version it is`,
    mend: "name it with --version, such as --version 2027-01-15",
  })),
  PROTOCOL_VERSION_ODD: row("error", (p: { readonly version: string }) => ({
    what: `${shown(p.version)} cannot name a protocol version`,
    mend: "use a date such as 2027-01-15, or DRAFT- and a name",
  })),
  PROTOCOL_VERSION_TAKEN: row(
    "error",
    (p: { readonly version: string; readonly own: boolean }) => ({
      what: p.own
        ? `${p.version} is there already, with other text`
        : `${p.version} comes with mcpgen`,
      mend: "add it with --force to put yours in its place, or name another --version",
    }),
  ),
  PROTOCOL_UNREADABLE: row(
    "error",
    (p: { readonly source: string; readonly reason: string }) => ({
      what: `${shown(p.source)} cannot be read: ${p.reason}`,
      mend: "name a file that you may read, or an https address that serves it",
    }),
  ),
  PROTOCOL_ADDRESS_REFUSED: row(
    "error",
    (p: { readonly source: string; readonly reason: string }) => ({
      what: `${shown(p.source)} is not fetched: ${p.reason}`,
      mend: "use an https address (http on this machine alone) that serves the file itself, or download it and name the file",
    }),
  ),
} as const;
