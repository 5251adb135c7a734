import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import type { EntryKind } from "../manifest/manifest.js";
import { manifestShape } from "../manifest/manifest-shape.js";
import type { Shape } from "../manifest/shape.js";

/** The members of an entry that are the user's: whatever a server means by these names, it is not ours. */
export const ownKeys: ReadonlySet<string> = new Set([
  "as",
  "open",
  "scopes",
  "task",
]);

const definitions: { readonly [kind in EntryKind]: string } = {
  tools: "Tool",
  prompts: "Prompt",
  resources: "Resource",
  resourceTemplates: "ResourceTemplate",
};

/** The members of a kind of entry, the user's included, in the order in which a manifest shows them. */
export function memberOrder(kind: EntryKind): readonly string[] {
  return Object.keys(named(definitions[kind]).properties ?? {});
}

/** What a server's entry is in a manifest, and what of it has no place there. */
export type TidyEntry = {
  readonly entry: JsonObject;
  /** Names of members that no version of the protocol has, sorted. */
  readonly dropped: readonly string[];
};

/**
 * An entry of a list as a manifest may hold it: the protocol's members in the order
 * of the manifest's schema, without members that no version has and without null,
 * which many servers write for what they leave out. Schemas and `_meta` stay as they
 * came.
 */
export function tidyEntry(kind: EntryKind, given: JsonObject): TidyEntry {
  const dropped = new Set<string>();
  const shape = named(definitions[kind]);
  const { properties = {} } = shape;
  const own = Object.fromEntries(
    Object.entries(properties).filter(([key]) => !ownKeys.has(key)),
  );
  const entry = tidy(given, { ...shape, properties: own }, dropped);
  return { entry: entry as JsonObject, dropped: [...dropped].sort() };
}

function named(name: string): Shape {
  const shape = manifestShape.$defs?.[name];
  if (!shape) throw new Error(`the manifest's shape has no ${name}`);
  return shape;
}

function tidy(value: JsonValue, shape: Shape, dropped: Set<string>): JsonValue {
  const target = shape.$ref?.slice("#/$defs/".length);
  const { properties, items, additionalProperties } =
    target === undefined ? shape : named(target);
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return items ? list.map((item) => tidy(item, items, dropped)) : list;
  }
  if (!isJsonObject(value) || !properties) return value;
  const known = Object.entries(properties).flatMap(
    ([key, inner]): [string, JsonValue][] => {
      const item = Object.hasOwn(value, key) ? value[key] : null;
      if (item === null || item === undefined) return [];
      return [[key, tidy(item, inner, dropped)]];
    },
  );
  const others = Object.entries(value).filter(
    ([key]) => !Object.hasOwn(properties, key),
  );
  if (additionalProperties !== false)
    return Object.fromEntries([...known, ...others]);
  for (const [key] of others) dropped.add(key);
  return Object.fromEntries(known);
}
