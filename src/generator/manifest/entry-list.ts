import { isIdentifier } from "../code.js";
import { shown } from "../diagnostic-text.js";
import {
  byCodeUnit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { under } from "../json-pointer.js";
import type { Reporter } from "./report.js";

/** One entry as the user wrote it. */
export type RawEntry = {
  /** "" when the entry has none; that is reported elsewhere. */
  readonly name: string;
  readonly value: JsonObject;
  readonly pointer: string;
  /** Where the name stands. */
  readonly namePointer: string;
  readonly namePart: "key" | "value";
};

/** The entries of a list in its order, those of a map in the order of their names. */
function entriesOf(
  given: JsonValue | undefined,
  base: string,
  { report }: Reporter,
): readonly RawEntry[] {
  if (Array.isArray(given)) {
    return given.flatMap((value: JsonValue, index): RawEntry[] => {
      if (!isJsonObject(value)) return [];
      const pointer = under(base, index);
      const name = textOf(value, "name") ?? "";
      const namePointer = under(pointer, "name");
      return [{ name, value, pointer, namePointer, namePart: "value" }];
    });
  }
  if (!isJsonObject(given)) return [];
  const pairs = Object.entries(given).sort(([a], [b]) => byCodeUnit(a, b));
  return pairs.flatMap(([key, value]): RawEntry[] => {
    if (!isJsonObject(value)) return [];
    const pointer = under(base, key);
    const name = textOf(value, "name");
    if (name !== undefined && name !== key) {
      const at = under(pointer, "name");
      report("NAME_MISMATCH", at, "value", { key, name });
    }
    const namePointer = pointer;
    return [{ name: key, value, pointer, namePointer, namePart: "key" }];
  });
}

/** A text member, or undefined. */
export function textOf(value: JsonObject, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === "string" ? found : undefined;
}

/** The entries of one kind, checked for what is the same for all: names, `as`, scopes. `word` is how diagnostics call one. */
export function readEntries(
  given: JsonValue | undefined,
  base: string,
  word: string,
  reporter: Reporter & { readonly hasAuth: boolean },
): readonly RawEntry[] {
  const entries = entriesOf(given, base, reporter);
  const names = new Map<string, RawEntry>();
  const identifiers = new Map<string, string>();
  for (const entry of entries) {
    checkName(word, entry, names, reporter);
    checkAs(entry, identifiers, reporter);
    const scopes = member(entry.value, "scopes");
    if (!Array.isArray(scopes)) continue;
    checkScopes(scopes, under(entry.pointer, "scopes"), reporter);
    if (scopes.length > 0 && !reporter.hasAuth) {
      const subject = `the ${word} ${shown(entry.name)}`;
      const at = under(entry.pointer, "scopes");
      reporter.report("SCOPES_WITHOUT_AUTH", at, "key", { subject });
    }
  }
  return entries;
}

/** RFC 6749 section 3.3; the header that tells of them holds nothing else. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function checkScopes(
  scopes: readonly JsonValue[],
  pointer: string,
  { report }: Reporter,
): void {
  for (const [index, scope] of scopes.entries()) {
    if (typeof scope !== "string" || scope === "" || scopeToken.test(scope))
      continue;
    report("SCOPE_INVALID", under(pointer, index), "value", { scope });
  }
}

function checkName(
  kind: string,
  entry: RawEntry,
  names: Map<string, RawEntry>,
  { report, line }: Reporter,
): void {
  const { name, namePointer, namePart } = entry;
  if (name === "") {
    const isGiven = namePart === "key" || Object.hasOwn(entry.value, "name");
    if (!isGiven) return;
    report("NAME_EMPTY", namePointer, namePart, { kind });
    return;
  }
  const first = names.get(name);
  if (first) {
    report("NAME_DUPLICATE", namePointer, namePart, {
      kind,
      name,
      line: line(first.namePointer, first.namePart),
    });
  } else names.set(name, entry);
}

function checkAs(
  entry: RawEntry,
  identifiers: Map<string, string>,
  { report, line }: Reporter,
): void {
  const name = textOf(entry.value, "as");
  if (name === undefined) return;
  const at = under(entry.pointer, "as");
  const reason = identifierProblem(name);
  if (reason !== undefined) {
    report("AS_INVALID", at, "value", { name, reason });
    return;
  }
  const first = identifiers.get(name);
  if (first !== undefined) {
    report("AS_DUPLICATE", at, "value", { name, line: line(first, "value") });
  } else identifiers.set(name, at);
}

function identifierProblem(name: string): string | undefined {
  if (name === "then") return "a client with `then` would look like a promise";
  if (name === "__proto__") return "it names an object's prototype";
  return isIdentifier(name) ? undefined : "it is no identifier";
}
