import { row } from "./diagnostic-row.js";
import { shown } from "./diagnostic-text.js";

type Named = { readonly name: string };

/** What can be wrong with one tool, prompt, resource, template or elicitation. */
const entries = {
  NAME_EMPTY: row("error", (p: { readonly kind: string }) => ({
    what: `the name of this ${p.kind} is empty`,
    mend: "give it a name",
  })),
  NAME_DUPLICATE: row(
    "error",
    (p: Named & { readonly kind: string; readonly line: number }) => ({
      what: `there are two ${p.kind}s named ${shown(p.name)}; the first is on line ${p.line}`,
      mend: "rename or remove one of them",
    }),
  ),
  NAME_MISMATCH: row("error", (p: Named & { readonly key: string }) => ({
    what: `the key ${shown(p.key)} and the name ${shown(p.name)} differ`,
    mend: "remove `name`: in a map the key is the name",
  })),
  TOOL_NAME_INVALID: row("error", (p: Named & { readonly reason: string }) => ({
    what: `no server can offer a tool named ${shown(p.name)}: ${p.reason}`,
    mend: "use 1 to 64 of A-Z, a-z, 0-9, _, . and -",
  })),
  TOOL_NAME_UNUSUAL: row(
    "warning",
    (p: Named & { readonly reason: string }) => ({
      what: `some clients refuse a tool named ${shown(p.name)}: ${p.reason}`,
      mend: "if the server is yours, use 1 to 64 of A-Z, a-z, 0-9, _, . and -",
    }),
  ),
  AS_INVALID: row("error", (p: Named & { readonly reason: string }) => ({
    what: `as cannot be ${shown(p.name)}: ${p.reason}`,
    mend: "use an identifier, such as getUser",
  })),
  AS_DUPLICATE: row("error", (p: Named & { readonly line: number }) => ({
    what: `as ${shown(p.name)} is taken on line ${p.line}`,
    mend: "use another identifier",
  })),
  INPUT_SCHEMA_TYPE: row("error", (p: { readonly found: string }) => ({
    what: `the root of an inputSchema needs \`type: object\`; here ${p.found}`,
    mend: "write `type: object`: arguments are always one object",
  })),
  PROMPT_ARGUMENT_DUPLICATE: row("error", (p: Named) => ({
    what: `the prompt has two arguments named ${shown(p.name)}`,
    mend: "rename or remove one of them",
  })),
  URI_INVALID: row(
    "error",
    (p: { readonly uri: string; readonly reason: string }) => ({
      what: `${shown(p.uri)} is no URI: ${p.reason}`,
      mend: "write an absolute URI, such as file:///notes/today.md",
    }),
  ),
  URI_UNUSUAL: row("warning", (p: { readonly uri: string }) => ({
    what: `${shown(p.uri)} holds characters that a URI spells with %`,
    mend: "percent-encode them, if the server is yours",
  })),
  URI_DUPLICATE: row(
    "error",
    (p: { readonly uri: string; readonly line: number }) => ({
      what: `the URI ${shown(p.uri)} stands here a second time; the first is on line ${p.line}`,
      mend: "change or remove one of them",
    }),
  ),
  URI_TEMPLATE_INVALID: row(
    "error",
    (p: { readonly template: string; readonly reason: string }) => ({
      what: `${shown(p.template)} is no URI template: ${p.reason}`,
      mend: "write variables as {name}, {+path} or {?query,list*} (RFC 6570)",
    }),
  ),
  URI_TEMPLATE_CONSTANT: row("warning", (p: { readonly template: string }) => ({
    what: `the template ${shown(p.template)} has no variable`,
    mend: "list it under `resources`",
  })),
  ELICITATION_NOT_FLAT: row(
    "error",
    (p: { readonly what: string; readonly mend: string }) => p,
  ),
} as const;

/** What can be wrong with a reference to another file. */
const references = {
  REF_NOT_LOCAL: row("error", (p: { readonly ref: string }) => ({
    what: `the reference ${shown(p.ref)} leads out of the project; nothing is fetched and no absolute path is read`,
    mend: "save the schema beside the manifest and refer to it by a relative path",
  })),
  REF_IN_CAPTURE: row("error", (p: { readonly ref: string }) => ({
    what: `a captured list may not name a file: ${shown(p.ref)}`,
    mend: "give the manifest a `server` if the file is yours, or remove the reference",
  })),
  REF_FILE_MISSING: row("error", (p: { readonly file: string }) => ({
    what: `there is no file ${p.file} to refer to`,
    mend: "correct the path; it is relative to this file",
  })),
  REF_FILE_UNREADABLE: row("error", (p: { readonly file: string }) => ({
    what: `the file ${p.file} is neither JSON nor YAML that can be used`,
    mend: "mend that file first",
  })),
  REF_TARGET_MISSING: row(
    "error",
    (p: { readonly file: string; readonly fragment: string }) => ({
      what: `${p.file} has nothing at ${shown(`#${p.fragment}`)}`,
      mend: "correct the part after #",
    }),
  ),
  REF_DIALECT: row(
    "warning",
    (p: { readonly file: string; readonly dialect: string }) => ({
      what: `${p.file} says that it is ${shown(p.dialect)}, but is read in the dialect of the schema that refers to it`,
      mend: "give both the same $schema",
    }),
  ),
} as const;

/** The codes of a manifest's entries. */
export const entryDiagnostics = { ...entries, ...references } as const;
