import { tokensOf } from "../json-pointer.js";
import type { Place } from "./resource.js";

/** Anchors that the dynamic scope has fixed so far: the outermost resource wins. */
export type Scope = ReadonlyMap<string, Place>;

const positions = new Set(
  "properties $defs definitions anyOf oneOf allOf patternProperties".split(" "),
);

/** What a definition is called: its key, or the path to it, or its anchor or file. */
export function wantedName(place: Place, fragment: string): string {
  const tokens = tokensOf(place.pointer);
  const key = Math.max(
    tokens.lastIndexOf("$defs"),
    tokens.lastIndexOf("definitions"),
  );
  const path = tokens.slice(key + 1).filter((token) => !positions.has(token));
  if (path.length > 0) return path.join("_");
  if (fragment !== "" && !fragment.startsWith("/")) return fragment;
  const file = place.resource.uri.split("/").pop() ?? "";
  return file.replace(/\.(schema|json|ya?ml)/g, "");
}

/** The scope inside of a resource. */
export function enter(scope: Scope, place: Place): Scope {
  const { dynamicAnchors } = place.resource;
  if (dynamicAnchors.size === 0) return scope;
  const fresh = [...dynamicAnchors].filter(([name]) => !scope.has(name));
  return fresh.length === 0 ? scope : new Map([...scope, ...fresh]);
}

/** The same text for the same scope: a schema is read once for each that it is used in. */
export function scopeKey(scope: Scope): string {
  if (scope.size === 0) return "";
  const text = (place: Place) => `${place.resource.uri} ${place.pointer}`;
  return [...scope]
    .map(([name, place]) => `${name}=${text(place)}`)
    .sort()
    .join(" ");
}
