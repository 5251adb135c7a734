import { equal } from "../../runtime/validate.js";
import { member } from "../json.js";
import { under } from "../json-pointer.js";
import type { ManifestEntry } from "../manifest/manifest.js";
import type { Report } from "./change.js";

/** What all kinds of entries share: texts, icons, `as:`, scopes. */
export function diffEntry(
  previous: ManifestEntry,
  current: ManifestEntry,
  report: Report,
): void {
  const { pointer } = current;
  const differs = (key: string) =>
    !equal(member(previous.entry, key), member(current.entry, key));
  for (const key of ["title", "description"]) {
    if (differs(key)) report("TEXT_CHANGED", { key }, under(pointer, key));
  }
  for (const key of ["icons", "size", "_meta"]) {
    if (differs(key)) report("META_CHANGED", { key }, under(pointer, key));
  }
  if (previous.as !== current.as) {
    const params = { previous: previous.as, current: current.as };
    report("IDENTIFIER_CHANGED", params, under(pointer, "as"));
  }
  const at = under(pointer, "scopes");
  for (const name of current.scopes) {
    if (!previous.scopes.includes(name)) report("SCOPE_ADDED", { name }, at);
  }
  for (const name of previous.scopes) {
    if (!current.scopes.includes(name)) report("SCOPE_REMOVED", { name }, at);
  }
}

/** Whether two entries say the same of themselves, and anything at all. */
export function sayTheSame(a: ManifestEntry, b: ManifestEntry): boolean {
  const text = member(a.entry, "description");
  return text !== undefined && text === member(b.entry, "description");
}

/** Whether two names differ in case and separators alone. */
export function spellTheSame(a: string, b: string): boolean {
  const plain = (name: string) =>
    name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return plain(a) === plain(b);
}
