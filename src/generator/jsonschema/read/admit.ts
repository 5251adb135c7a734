import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../../json.js";
import { under } from "../../json-pointer.js";
import type { Admit } from "./build.js";
import type { Dialect } from "./dialect.js";
import { faultOf, repeatedIndex } from "./fault.js";
import { replacement } from "./foreign.js";
import { accepts } from "../form/judge.js";
import { compilePattern } from "../form/pattern.js";
import { keywordForms } from "./meta-schema.js";
import { keywordMeant } from "./misspelling.js";
import type { Report } from "./report.js";
import { slowText } from "./redos.js";
import type { Place } from "./resource.js";
import { isUsual } from "./usual.js";
import type { Schema } from "../form/schema.js";

/** A schema that is held against the meta-schema of its dialect. */
type Candidate = {
  readonly place: Place;
  readonly schema: JsonObject;
  readonly dialect: Dialect;
  readonly report: Report;
};

/** Holds every schema against the meta-schema of its dialect, each once, and reports what that refuses. */
export function openAdmission(report: Report): Admit {
  const before = new Map<Place, JsonObject | boolean>();
  return (place) => {
    const admitted = before.get(place) ?? admit(place, report);
    before.set(place, admitted);
    return admitted;
  };
}

function admit(place: Place, report: Report): JsonObject | boolean {
  const { value: schema, resource } = place;
  if (typeof schema === "boolean") return schema;
  if (!isJsonObject(schema)) {
    report("SCHEMA_MALFORMED", place, { found: schema });
    return true;
  }
  const { dialect, pointer, root } = resource;
  if (dialect === undefined) {
    const uri = isJsonObject(root) ? member(root, "$schema") : undefined;
    const at = { pointer, resource };
    // a resource without $schema of its own is in the one that has it
    if (typeof uri === "string") {
      report("SCHEMA_DIALECT_UNKNOWN", at, { uri }, "/$schema");
    }
    return true;
  }
  return withoutRefused({ place, schema, dialect, report });
}

function withoutRefused(candidate: Candidate): JsonObject {
  const { schema, dialect } = candidate;
  if (
    dialect.ignoresRefSiblings &&
    typeof member(schema, "$ref") === "string"
  ) {
    reportHidden(candidate);
    return schema;
  }
  const refused = Object.keys(schema).filter((key) => !counts(candidate, key));
  if (refused.length === 0) return schema;
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !refused.includes(key)),
  );
}

/** Whether a keyword counts; reports why it does not, or what is odd about it. */
function counts(candidate: Candidate, keyword: string): boolean {
  const { schema, dialect } = candidate;
  const value = schema[keyword] as JsonValue;
  const isPlain = dialect.asserts && isUsual(keyword, value);
  if (!isPlain && !countsByForm(candidate, keyword, value)) return false;
  if (keyword === "pattern") {
    return checkPattern(candidate, value as string, `/${keyword}`);
  }
  if (keyword === "patternProperties") {
    for (const pattern of Object.keys(value as JsonObject)) {
      checkPattern(candidate, pattern, under(`/${keyword}`, pattern));
    }
  }
  return true;
}

/** The same by the meta-schema of the dialect. */
function countsByForm(
  candidate: Candidate,
  keyword: string,
  value: JsonValue,
): boolean {
  const { place, schema, dialect, report } = candidate;
  const form = keywordForms(dialect).get(keyword);
  const instead = replacement(keyword, schema, dialect, form !== undefined);
  if (instead !== undefined) {
    const params = { keyword, dialect: dialect.name, instead };
    report("SCHEMA_KEYWORD_FOREIGN", place, params, `/${keyword}`);
    return false;
  }
  if (form === undefined) return keepsUnknown(candidate, keyword);
  if (!accepts(form, value)) return isUsable(candidate, keyword, form);
  if (keyword === "enum") reportRepeated(candidate, keyword, value);
  return true;
}

/**
 * Whether a word that has no form is kept: all are, but the keywords of a vocabulary
 * that the dialect leaves out. Reports one that is probably misspelt.
 */
function keepsUnknown(candidate: Candidate, keyword: string): boolean {
  const { place, dialect, report } = candidate;
  if (keywordForms({ ...dialect, asserts: true }).has(keyword)) return false;
  const meant = keywordMeant(keyword, keywordForms(dialect).keys());
  if (meant !== undefined) {
    const params = { keyword, meant };
    report("SCHEMA_KEYWORD_UNKNOWN", place, params, under("", keyword));
  }
  return true;
}

/** Reports a value that its form refuses. It is of use all the same where only an item stands in it twice. */
function isUsable(
  candidate: Candidate,
  keyword: string,
  form: Schema,
): boolean {
  const { place, schema, report } = candidate;
  const value = schema[keyword] as JsonValue;
  const { pointer, found, want, repeats } = faultOf(form, value);
  const suffix = `/${keyword}${pointer}`;
  if (repeats) {
    reportRepeated(candidate, keyword, found, suffix);
    return true;
  }
  const params = { keyword, found, inside: pointer !== "", want };
  report("SCHEMA_KEYWORD_MALFORMED", place, params, suffix);
  return false;
}

function reportRepeated(
  { place, report }: Candidate,
  keyword: string,
  list: JsonValue,
  suffix = `/${keyword}`,
): void {
  const items = list as readonly JsonValue[];
  const index = repeatedIndex(items);
  if (index === undefined) return;
  const params = { keyword, found: items[index] as JsonValue };
  report("SCHEMA_ITEM_DUPLICATE", place, params, `${suffix}/${index}`);
}

/** Keywords beside a `$ref` that would have a say in other dialects. */
function reportHidden({ place, schema, dialect, report }: Candidate): void {
  const keywords = Object.keys(schema).filter(
    (key) => !saysNothing.has(key) && keywordForms(dialect).has(key),
  );
  if (keywords.length === 0) return;
  const params = { keywords, dialect: dialect.name };
  report("SCHEMA_REF_SIBLINGS", place, params, "/$ref");
}

/** Keywords that judge no value. */
const saysNothing: ReadonlySet<string> = new Set(
  "$ref $id $schema $comment definitions title description default examples readOnly writeOnly format contentMediaType contentEncoding".split(
    " ",
  ),
);

function checkPattern(
  { place, report }: Candidate,
  pattern: string,
  suffix: string,
): boolean {
  const compiled = compilePattern(pattern);
  if (compiled === undefined) {
    report("SCHEMA_PATTERN_INVALID", place, { pattern }, suffix);
    return false;
  }
  const attack = slowText(pattern, compiled.flags);
  if (attack !== undefined) {
    report("SCHEMA_PATTERN_SLOW", place, { pattern, attack }, suffix);
  }
  return true;
}
