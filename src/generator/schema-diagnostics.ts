import { row } from "./diagnostic-row.js";
import { shown } from "./diagnostic-text.js";
import type { JsonValue } from "./json.js";

type Keyword = { readonly keyword: string };
type Limit = { readonly limit: number; readonly of: "values" | "schemas" };
type Ref = { readonly ref: string };

/** A value of a schema in a sentence, cut when long. */
function brief(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** What is refused as a whole: nothing is written. */
const refused = {
  SCHEMA_DIALECT_UNKNOWN: row("error", (p: { readonly uri: string }) => ({
    what: `names the dialect ${shown(p.uri)}, which is not known`,
    mend: "use draft 2020-12, 2019-09 or draft-07",
  })),
  SCHEMA_TOO_DEEP: row("error", (p: Limit) => ({
    what: `nests more than ${p.limit} ${p.of} deep, references followed`,
    mend: "describe less, or break the chain with a property that may be anything",
  })),
  SCHEMA_TOO_LARGE: row("error", (p: Limit) => ({
    what: `holds more than ${p.limit} ${p.of}, references followed`,
    mend: "split it, or describe less",
  })),
  SCHEMA_REF_DANGLING: row("error", (p: Ref) => ({
    what: `refers to ${shown(p.ref)}, which does not exist`,
    mend: "correct the reference or add the definition",
  })),
  SCHEMA_REF_DATA: row("error", (p: Ref & { readonly found: JsonValue }) => ({
    what: `refers to ${shown(p.ref)}, where ${brief(p.found)} stands, which is no schema`,
    mend: "refer to an object, true or false",
  })),
  SCHEMA_REF_NETWORK: row("error", (p: Ref) => ({
    what: `refers to ${shown(p.ref)}, which is not at hand; nothing is fetched`,
    mend: "copy that document to a file and refer to the file",
  })),
  SCHEMA_REF_LOOP: row("error", () => ({
    what: "refers to itself without a property or item in between",
    mend: "break the loop of references",
  })),
  SCHEMA_PATTERN_INVALID: row("error", (p: { readonly pattern: string }) => ({
    what: `has the pattern ${shown(p.pattern)}, which is no regular expression`,
    mend: "write an ECMAScript regular expression",
  })),
} as const;

/** What the dialect's own meta-schema refuses: it is left out. */
const leftOut = {
  SCHEMA_MALFORMED: row("warning", (p: { readonly found: JsonValue }) => ({
    what: `is ${brief(p.found)}, which is no schema; anything is accepted here`,
    mend: "write an object, true or false",
  })),
  SCHEMA_KEYWORD_MALFORMED: row(
    "warning",
    (
      p: Keyword & {
        readonly found: JsonValue;
        /** True where `found` stands inside the keyword's value. */
        readonly inside: boolean;
        readonly want: string;
      },
    ) => ({
      what: p.inside
        ? `has ${brief(p.found)} in ${p.keyword}; all of ${p.keyword} is ignored`
        : `${p.keyword} is ${brief(p.found)}; it is ignored`,
      mend: `write ${p.want}`,
    }),
  ),
  SCHEMA_KEYWORD_FOREIGN: row(
    "warning",
    (p: Keyword & { readonly dialect: string; readonly instead: string }) => ({
      what: `${p.keyword}, as it is written, has no effect in ${p.dialect}`,
      mend: p.instead,
    }),
  ),
  SCHEMA_REF_SIBLINGS: row(
    "warning",
    (p: {
      readonly keywords: readonly string[];
      readonly dialect: string;
    }) => ({
      what: `has ${p.keywords.join(", ")} beside $ref, where ${p.dialect} ignores it`,
      mend: "put $ref and the rest into allOf, or name a later draft in $schema",
    }),
  ),
  SCHEMA_DEFAULT_INVALID: row(
    "warning",
    (p: { readonly preset: JsonValue }) => ({
      what: `has the default ${brief(p.preset)}, which its own schema refuses; it is not filled in`,
      mend: "correct the default or the schema",
    }),
  ),
} as const;

/** What is read, and is hardly what was meant. */
const doubtful = {
  SCHEMA_KEYWORD_UNKNOWN: row(
    "warning",
    (p: Keyword & { readonly meant: string }) => ({
      what: `has ${shown(p.keyword)}, which is no keyword and has no effect`,
      mend: `did you mean ${p.meant}?`,
    }),
  ),
  SCHEMA_ITEM_DUPLICATE: row(
    "warning",
    (p: Keyword & { readonly found: JsonValue }) => ({
      what: `lists ${brief(p.found)} twice in ${p.keyword}`,
      mend: "remove one of them",
    }),
  ),
  SCHEMA_ID_DUPLICATE: row("warning", (p: { readonly uri: string }) => ({
    what: `has the $id ${shown(p.uri)} that another schema has already; references reach that one`,
    mend: "give each its own $id",
  })),
  SCHEMA_ANCHOR_DUPLICATE: row("warning", (p: { readonly anchor: string }) => ({
    what: `has the anchor ${shown(p.anchor)} that another schema has already; references reach that one`,
    mend: "give each its own anchor",
  })),
  SCHEMA_PATTERN_SLOW: row(
    "warning",
    (p: { readonly pattern: string; readonly attack: string }) => ({
      what: `has the pattern ${shown(p.pattern)}, which takes exponential time on a text such as ${p.attack}`,
      mend: "rewrite it so that a repeated group matches no text in two ways",
    }),
  ),
} as const;

/**
 * What can be wrong inside a schema. The sentences have the schema as their subject;
 * whose it is, and where, is put before them.
 */
export const schemaDiagnostics = {
  ...refused,
  ...leftOut,
  ...doubtful,
} as const;

/** A code of a schema's problem. */
export type SchemaCode = keyof typeof schemaDiagnostics;

/** What the sentences of a code need. */
export type SchemaParams<C extends SchemaCode> = Parameters<
  (typeof schemaDiagnostics)[C]["word"]
>[0];
