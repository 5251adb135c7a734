import { row } from "./diagnostic-row.js";
import { oneOf, shown } from "./diagnostic-text.js";

type Files = { readonly files: readonly string[] };
type InPath = { readonly path: string };

/** A word that a shell takes as it is. */
function shellWord(path: string): string {
  return /^[\w./@+-]+$/.test(path)
    ? path
    : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The first few of a list, so that a sentence stays one. */
function some(files: readonly string[]): string {
  const more = files.length - 10;
  const first = files.slice(0, 10).join(", ");
  return more > 0 ? `${first} and ${more} more` : first;
}

/** What can be wrong with the lock, and with the servers that it records. */
const lock = {
  LOCK_BROKEN: row("error", (p: { readonly why: string }) => ({
    what: `the lock cannot be read: ${p.why}`,
    mend: "take either side of the merge, or restore the file, and build again",
  })),
  LOCK_TOO_NEW: row("error", (p: { readonly version: number }) => ({
    what: `the lock has version ${p.version}, which a newer mcpgen wrote`,
    mend: "update mcpgen",
  })),
  SERVER_DUPLICATE: row(
    "error",
    (p: { readonly server: string; readonly other: string }) => ({
      what: `the server ${shown(p.server)} is also that of ${p.other}`,
      mend: "give each server.name to one manifest only",
    }),
  ),
  SERVER_GONE: row(
    "error",
    (p: { readonly server: string; readonly manifest: string }) => ({
      what: `the lock records the server ${shown(p.server)}, but ${p.manifest} is gone`,
      mend: `restore the manifest, or run "mcpgen build --forget ${p.server}"`,
    }),
  ),
  SERVER_UNKNOWN: row(
    "error",
    (p: { readonly server: string; readonly known: readonly string[] }) => ({
      what: `the lock records no server ${shown(p.server)}`,
      mend: p.known.length > 0 ? `use ${oneOf(p.known)}` : "leave --forget out",
    }),
  ),
  SHARED_IMPORTS: row(
    "error",
    (p: {
      readonly out: string;
      readonly server: string;
      readonly other: string;
    }) => ({
      what: `${shown(p.server)} and ${shown(p.other)} share ${p.out}, but not importExtension`,
      mend: "give both the same importExtension, or each an out of its own",
    }),
  ),
};

/** What stands in the way of an output file. */
const paths = {
  PATH_LEADS_OUT: row("error", (p: Files) => ({
    what: `${some(p.files)} ${p.files.length > 1 ? "lead" : "leads"} out of the manifest's folder`,
    mend: "choose out and handlers below it, with no link that leads elsewhere",
  })),
  PATH_BLOCKED: row("error", (p: Files) => ({
    what: `${some(p.files)} cannot be written: something there is no plain file, or its folder no folder`,
    mend: "move it out of the way",
  })),
  PATH_UNREADABLE: row("error", (p: { readonly reason: string }) => ({
    what: `this file cannot be read: ${p.reason}`,
    mend: "let mcpgen read it, or move it out of the way",
  })),
  PATH_CLASH: row("error", (p: InPath & { readonly other: string }) => ({
    what:
      p.path === p.other
        ? `${shown(p.path)} is wanted twice`
        : `${shown(p.path)} and ${shown(p.other)} are one file on some disks`,
    mend: "rename one of the two, or set as: on its entry",
  })),
  GENERATED_EDITED: row("error", (p: Files) => ({
    what: `generated files are not as mcpgen wrote them: ${some(p.files)}`,
    mend: "move the edits elsewhere (after a merge there are none), then build with --force",
  })),
};

type ForExport = { readonly name: string };

type Place = {
  /** Wire name. */
  readonly entry: string;
  readonly path: string;
  /** The handler's export. */
  readonly name: string;
};
type Moved = {
  readonly was: Place;
  readonly is: Place;
  /** Whether it is the same entry, and not only one that came as the other went. */
  readonly sure: boolean;
};

/** What a build tells of the user's files. */
const handlers = {
  HANDLER_SYNTAX: row("error", (p: { readonly reason: string }) => ({
    what: `this file of yours does not parse: ${p.reason}`,
    mend: "mend it; until it can be read, nothing is added to it or written elsewhere",
  })),
  HANDLER_NOT_TEXT: row("error", (p: ForExport) => ({
    what: `whether it exports ${shown(p.name)} cannot be told: it is not UTF-8`,
    mend: "save it as UTF-8",
  })),
  HANDLER_BLOCKED: row("error", (p: ForExport & { readonly why: string }) => ({
    what: `nothing exports ${shown(p.name)}, and it cannot be added: ${p.why}`,
    mend: `export a value called ${p.name}, or move the file and let a build write a new one`,
  })),
  HANDLER_LINK: row("error", (p: ForExport) => ({
    what: `nothing exports ${shown(p.name)}, and it is not added through a symbolic link`,
    mend: `export ${p.name} from the file that the link leads to`,
  })),
  HANDLER_CASE: row(
    "error",
    (p: { readonly found: string; readonly wanted: string }) => ({
      what: `the manifest asks for ${p.wanted}; this file, whose name has other letter case, is there`,
      mend: `rename it: git mv ${shellWord(p.found)} ${shellWord(p.wanted)}`,
    }),
  ),
  HANDLER_DEFAULT: row("warning", (p: ForExport) => ({
    what: `the handler is the export called ${shown(p.name)}, not the default export; one that throws was added`,
    mend: `give your function that name, and remove the added one`,
  })),
  HANDLER_MOVED: row("warning", (p: Moved) => ({
    what: `nothing asks for this file any more; ${p.sure ? "what it handles" : `if ${shown(p.was.entry)} is now ${shown(p.is.entry)}, its handler`} belongs to ${p.is.path}`,
    mend: `move it: mv -f ${shellWord(p.was.path)} ${shellWord(p.is.path)}${p.was.name === p.is.name ? "" : `, and rename its export ${p.was.name} to ${p.is.name}`}`,
  })),
  HANDLER_UNUSED: row("warning", () => ({
    what: "nothing in the manifest asks for this file any more; it was left as it is",
    mend: "remove it, or move what is worth keeping to the file that replaces it",
  })),
};

/** What prettier says of the user's settings. */
const formatting = {
  FORMAT_FAILED: row("error", (p: { readonly reason: string }) => ({
    what: `prettier does not format this file: ${p.reason}`,
    mend: "mend the prettier settings that hold here",
  })),
};

/** What can happen while files are written. */
const writing = {
  BUILD_RUNNING: row(
    "error",
    (p: { readonly pid: number; readonly file: string }) => ({
      what: `another mcpgen is building here (process ${p.pid})`,
      mend: `wait for it, or remove ${p.file} if no such process exists`,
    }),
  ),
  WRITE_FAILED: row("error", (p: { readonly reason: string }) => ({
    what: `the disk refused: ${p.reason}`,
    mend: "see that the folder is there and writable, and try again; no file was left half written",
  })),
  WRITE_SKIPPED: row("warning", (p: Files) => ({
    what: `changed by someone else in the meantime and left alone: ${some(p.files)}`,
    mend: "build again",
  })),
  JOURNAL_BROKEN: row("error", () => ({
    what: "this journal of an interrupted build is not one that mcpgen wrote",
    mend: "remove the file and build again",
  })),
  BUILD_COMPLETED: row("note", (p: { readonly files: number }) => ({
    what: `an interrupted build was completed (${p.files} files)`,
    mend: "nothing is left to do",
  })),
  BUILD_ROLLED_BACK: row("note", (p: { readonly files: number }) => ({
    what: `an interrupted build was rolled back (${p.files} files)`,
    mend: "nothing is left to do",
  })),
};

/** What can be wrong with a command line. */
const command = {
  ARGUMENT_WRONG: row(
    "error",
    (p: {
      readonly reason: string;
      readonly suggestion: string | undefined;
    }) => ({
      what: p.reason,
      mend:
        p.suggestion === undefined
          ? 'see "mcpgen --help"'
          : `did you mean ${p.suggestion}?`,
    }),
  ),
  INIT_NOT_YAML: row("error", (p: { readonly file: string }) => ({
    what: `${p.file} would be read as JSON, and what init writes is YAML`,
    mend: "name a file that ends in .yaml",
  })),
  INIT_EXISTS: row("error", (p: { readonly file: string }) => ({
    what: `${p.file} exists and is never overwritten`,
    mend: `run "mcpgen build ${p.file}", or name another file`,
  })),
};

/** Rows of planning, locking and writing, and of the command line. */
export const outputDiagnostics = {
  ...lock,
  ...paths,
  ...handlers,
  ...formatting,
  ...writing,
  ...command,
};
