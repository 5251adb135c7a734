import { row } from "./diagnostic-row.js";
import { oneOf, shown } from "./diagnostic-text.js";

type Named = { readonly name: string };
type Suggested = { readonly suggestion: string | undefined };

/** What can be wrong with a manifest as a file and as a shape. */
const text = {
  MANIFEST_MISSING: row("error", (p: { readonly file: string }) => ({
    what: `there is no file ${p.file}`,
    mend: 'run "mcpgen init" to write one, or name another manifest',
  })),
  MANIFEST_UNREADABLE: row("error", (p: { readonly reason: string }) => ({
    what: `the file cannot be read: ${p.reason}`,
    mend: "name a file that you may read",
  })),
  MANIFEST_SYNTAX: row(
    "error",
    (p: { readonly language: string; readonly reason: string }) => ({
      what: `this is not ${p.language}: ${p.reason}`,
      mend: "correct the text at this place",
    }),
  ),
  MANIFEST_KEY_DUPLICATE: row(
    "error",
    (p: { readonly key: string; readonly line: number }) => ({
      what: `the key ${shown(p.key)} stands here a second time; the first is on line ${p.line}`,
      mend: "remove or rename one of them",
    }),
  ),
  MANIFEST_ALIAS: row("error", (p: { readonly reason: string }) => ({
    what: `the aliases cannot be expanded: ${p.reason}`,
    mend: "write the value out, or define its anchor first",
  })),
  MANIFEST_NOT_JSON: row("error", (p: { readonly value: string }) => ({
    what: `${p.value} has no form in JSON`,
    mend: "use a string, a finite number, a boolean, null, a list or a map",
  })),
  MANIFEST_EMPTY: row("error", () => ({
    what: "the manifest is empty",
    mend: 'name a server and its tools, or run "mcpgen init"',
  })),
  KEY_UNKNOWN: row(
    "error",
    (
      p: Suggested & {
        readonly key: string;
        readonly within: string;
        readonly known: readonly string[];
      },
    ) => ({
      what: `${p.within} has no key ${shown(p.key)}`,
      mend: p.suggestion
        ? `did you mean ${shown(p.suggestion)}?`
        : `use ${oneOf(p.known)}`,
    }),
  ),
  KEY_MISSING: row(
    "error",
    (p: { readonly key: string; readonly within: string }) => ({
      what: `${p.within} needs the key ${shown(p.key)}`,
      mend: `add ${shown(p.key)}`,
    }),
  ),
  VALUE_TYPE: row(
    "error",
    (p: {
      readonly key: string;
      readonly wanted: string;
      readonly found: string;
    }) => ({
      what: `${p.key} must be ${p.wanted}, not ${p.found}`,
      mend:
        p.wanted === "a text" && /^(?:the number|true|false)/.test(p.found)
          ? "put it in quotes"
          : `write ${p.wanted}`,
    }),
  ),
  VALUE_UNKNOWN: row(
    "error",
    (
      p: Suggested & {
        readonly key: string;
        readonly value: string;
        readonly known: readonly string[];
      },
    ) => ({
      what: `${p.key} cannot be ${shown(p.value)}`,
      mend: p.suggestion
        ? `did you mean ${shown(p.suggestion)}?`
        : `use ${oneOf(p.known)}`,
    }),
  ),
  VALUE_REPEATED: row(
    "error",
    (p: { readonly key: string; readonly value: string }) => ({
      what: `${p.key} holds ${shown(p.value)} twice`,
      mend: "remove one of them",
    }),
  ),
  VALUE_RANGE: row(
    "error",
    (p: { readonly key: string; readonly wanted: string }) => ({
      what: `${p.key} must be ${p.wanted}`,
      mend: `write ${p.wanted}`,
    }),
  ),
  CAPTURE_INCOMPLETE: row("warning", () => ({
    what: "this is one page of a longer list: it ends with a nextCursor",
    mend: "append the tools of the other pages, and remove `nextCursor`",
  })),
  ENV_UNSET: row("error", (p: Named) => ({
    what: `the environment has no variable ${shown(p.name)}`,
    mend: "set it, or write the value instead",
  })),
} as const;

/** What can be wrong with names, versions and the values beside the entries. */
const settings = {
  SERVER_NAME_UNUSABLE: row(
    "error",
    (p: Named & { readonly reason: string }) => ({
      what: `the server name ${shown(p.name)} cannot name a folder: ${p.reason}`,
      mend: "use letters, digits, dots, dashes and underscores, and say the rest in `title`",
    }),
  ),
  PROTOCOL_VERSION_UNKNOWN: row(
    "error",
    (
      p: Suggested & {
        readonly version: string;
        readonly known: readonly string[];
      },
    ) => ({
      what: `there is no protocol version ${shown(p.version)}`,
      mend: `use ${oneOf(p.known)}`,
    }),
  ),
  PROTOCOL_VERSIONS_EMPTY: row("error", () => ({
    what: "no protocol version is selected",
    mend: "name at least one version, `min` not after `max`, or leave `protocol` out for all of them",
  })),
  FEATURE_TOO_NEW: row(
    "error",
    (p: { readonly subject: string; readonly since: string }) => ({
      what: `${p.subject} needs ${p.since} or newer, and no selected version has it`,
      mend: `add ${shown(p.since)} to \`protocol\`, or remove it`,
    }),
  ),
  FEATURE_NOT_LISTED: row(
    "error",
    (p: { readonly subject: string; readonly feature: string }) => ({
      what: `${p.subject} needs the feature ${shown(p.feature)}`,
      mend: `add ${shown(p.feature)} to \`features\``,
    }),
  ),
  SCOPES_WITHOUT_AUTH: row("error", (p: { readonly subject: string }) => ({
    what: `${p.subject} asks for scopes, and the manifest has no \`auth\``,
    mend: "remove `scopes`, or add `auth: oauth`",
  })),
  SCOPE_INVALID: row("error", (p: { readonly scope: string }) => ({
    what: `${shown(p.scope)} is no OAuth scope`,
    mend: "write one word of visible ASCII without quotes and backslashes; several are several items",
  })),
  AUTH_WITHOUT_HTTP: row("error", () => ({
    what: "`auth: oauth` is for HTTP, and `transports` has no http",
    mend: "add `http` to `transports`, or remove `auth`: over stdio, credentials come from the environment",
  })),
  EMIT_NOTHING: row("error", () => ({
    what: "`emit` asks for nothing",
    mend: "name client, server or host",
  })),
  EMIT_MAIN_ALONE: row("error", () => ({
    what: "`emit` asks for the program main.ts without the server that it would run",
    mend: "add `server`, or remove `main`",
  })),
  PATH_NOT_RELATIVE: row(
    "error",
    (p: { readonly key: string; readonly path: string }) => ({
      what: `${p.key} must be a path relative to the manifest, with "/": ${shown(p.path)} is not`,
      mend: "write the path as it looks from the manifest's folder",
    }),
  ),
  OUT_NOT_OURS: row(
    "error",
    (p: { readonly path: string; readonly holds: string }) => ({
      what: `out may be wiped at any time, and ${shown(p.path)} holds ${p.holds}`,
      mend: 'give the output a folder of its own, such as "out"',
    }),
  ),
} as const;

/** The codes of the manifest as a whole. */
export const manifestDiagnostics = {
  ...text,
  ...settings,
} as const;
