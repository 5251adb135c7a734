import { isJsonObject } from "../../json.js";
import type { Report } from "./report.js";
import { recursiveAnchor, type Library, type Place } from "./resource.js";
import { wantedName, type Scope } from "./scope.js";

/** What a reference leads to, and the name that its type wants. */
export type Target = { readonly place: Place; readonly wanted: string };

/** Follows a reference of the schema at `place`; undefined, and reported, where it leads to no schema. */
export function followReference(
  { library, report }: { readonly library: Library; readonly report: Report },
  place: Place,
  scope: Scope,
  keyword: string,
  ref: string,
): Target | undefined {
  const at = { ...place, pointer: `${place.pointer}/${keyword}` };
  const found = library.resolve(ref, place.resource);
  if ("missing" in found) {
    const isAway = isElsewhere(found.missing, place.resource.uri);
    if (isAway) report("SCHEMA_REF_NETWORK", at, { ref: found.missing });
    else report("SCHEMA_REF_DANGLING", at, { ref });
    return undefined;
  }
  const { value } = found;
  if (!isJsonObject(value) && typeof value !== "boolean") {
    report("SCHEMA_REF_DATA", at, { ref, found: value });
    return undefined;
  }
  const fragment = ref.split("#")[1] ?? "";
  const anchor = anchorOf(keyword, fragment);
  const dynamic =
    anchor !== undefined && found.resource.dynamicAnchors.has(anchor);
  const target = dynamic ? (scope.get(anchor) ?? found) : found;
  return { place: target, wanted: wantedName(target, fragment) };
}

/** Whether a URI is another document than the one that refers to it, and one that could be fetched. */
function isElsewhere(uri: string, from: string): boolean {
  const document = (text: string) => text.split("#", 1)[0];
  return /^(?:https?|ftp|file):/.test(uri) && document(uri) !== document(from);
}

/** The anchor that the dynamic scope may move; undefined for a plain reference. */
function anchorOf(keyword: string, fragment: string): string | undefined {
  if (keyword === "$dynamicRef") return fragment;
  return keyword === "$recursiveRef" ? recursiveAnchor : undefined;
}
