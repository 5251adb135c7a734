import { tokensOf } from "../../json-pointer.js";
import type { Place } from "./resource.js";

/** Anchors that the dynamic scope has fixed so far: the outermost resource wins. */
export type Scope = ReadonlyMap<string, Place>;

/** Scopes that hold the same anchors are one: a schema is read once for each that it is used in. */
export type Scopes = {
  readonly outermost: Scope;
  /** The scope inside of a place's resource. */
  readonly enter: (scope: Scope, place: Place) => Scope;
};

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

/** Tells scopes apart by the anchors that they hold. */
export function openScopes(): Scopes {
  const numbers = new Map<Place, number>();
  const scopes = new Map<string, Scope>();
  const numberOf = (place: Place): number => {
    const number = numbers.get(place) ?? numbers.size;
    numbers.set(place, number);
    return number;
  };
  const enter = (scope: Scope, { resource }: Place): Scope => {
    if (resource.dynamicAnchors.size === 0) return scope;
    const fresh = [...resource.dynamicAnchors].filter(
      ([name]) => !scope.has(name),
    );
    if (fresh.length === 0) return scope;
    const inner: Scope = new Map([...scope, ...fresh]);
    const key = [...inner.values()]
      .map(numberOf)
      .sort((a, b) => a - b)
      .join();
    const before = scopes.get(key);
    if (before !== undefined) return before;
    scopes.set(key, inner);
    return inner;
  };
  return { outermost: new Map(), enter };
}
