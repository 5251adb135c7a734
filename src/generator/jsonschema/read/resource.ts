import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../../json.js";
import { tokensOf, under } from "../../json-pointer.js";
import { eachChild } from "../../subschemas.js";
import { excessOf } from "./bounds.js";
import { defaultDialect, dialectAt, type Dialect } from "./dialect.js";

/** A part of a document with a URI of its own: the document, or a subschema with `$id`. */
export type Resource = {
  readonly uri: string;
  readonly root: JsonValue;
  /** JSON pointer of the root in its document. */
  readonly pointer: string;
  /** Undefined when `$schema` names a dialect that nobody here knows. */
  readonly dialect: Dialect | undefined;
  readonly anchors: Map<string, Place>;
  readonly dynamicAnchors: Map<string, Place>;
  /** What its document has where a schema is expected or a reference leads, by pointer and in order; a schema or not. */
  readonly places: Map<string, Place>;
};

/** A schema and where it stands: one for each pointer of a document. */
export type Place = {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly resource: Resource;
};

/** A schema with an `$id` or anchor that is taken: references reach the first that has it. */
export type Duplicate = {
  readonly keyword: "$id" | "$anchor" | "$dynamicAnchor";
  readonly name: string;
  readonly place: Place;
};

/** A document with everything that its references can reach. */
export type Library = {
  readonly main: Resource;
  /** Schemas of the main document whose name another one has already. */
  readonly duplicates: readonly Duplicate[];
  /** The place that a reference names, or the URI that nothing here answers to. */
  readonly resolve: (
    ref: string,
    from: Resource,
  ) => Place | { readonly missing: string };
};

/** The key under which `$recursiveAnchor: true` is kept: no anchor is spelt like it. */
export const recursiveAnchor = "#recursive";

/**
 * Finds every `$id` and anchor of the schema; `documents` are looked at only when a reference
 * asks for them. With `assertsFormats` every dialect checks formats.
 */
export function openLibrary(
  schema: JsonValue,
  base: string,
  documents: ReadonlyMap<string, JsonValue>,
  assertsFormats: boolean,
): Library {
  const resources = new Map<string, Resource>();
  const speak = (root: JsonValue, outer: Dialect | undefined) => {
    const dialect = dialectAt(root, documents, outer);
    return dialect && assertsFormats ? { ...dialect, assertsFormats } : dialect;
  };
  const read = (value: JsonValue, uri: string, dialect: Dialect | undefined) =>
    indexDocument(value, uri, dialect, resources, speak);
  const { main, duplicates } = read(schema, base, defaultDialect);
  // a document without $schema speaks the dialect of the one that refers to it
  const find = (uri: string, dialect: Dialect | undefined) => {
    const found = resources.get(uri);
    if (found !== undefined) return found;
    const value = documents.get(uri) ?? documents.get(`${uri}#`);
    // one that is too big to be walked is as good as absent
    if (value === undefined || excessOf(value) !== undefined) return undefined;
    return read(value, uri, dialect).main;
  };
  const resolve = (ref: string, from: Resource) => {
    const target = absolute(ref, from.uri);
    if (target === undefined) return { missing: ref };
    const [uri, fragment] = split(target);
    const resource = find(uri, from.dialect);
    const place =
      resource === undefined ? undefined : placeOf(resource, fragment);
    return place ?? { missing: target };
  };
  return { main, duplicates, resolve };
}

function split(uri: string): [string, string] {
  const hash = uri.indexOf("#");
  return hash === -1 ? [uri, ""] : [uri.slice(0, hash), uri.slice(hash + 1)];
}

function absolute(ref: string, base: string): string | undefined {
  if (ref.startsWith("#")) return base + ref;
  try {
    return new URL(ref, base).href;
  } catch {
    return undefined;
  }
}

function placeOf(resource: Resource, fragment: string): Place | undefined {
  let name: string;
  try {
    name = decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
  if (name !== "" && !name.startsWith("/")) return resource.anchors.get(name);
  const { root, pointer } = resource;
  let place = placeIn(resource, root, pointer);
  for (const token of tokensOf(name)) {
    const next = step(place, token);
    if (next === undefined) return undefined;
    place = next;
  }
  return place;
}

function step({ value, pointer, resource }: Place, key: string) {
  const isIndex = Array.isArray(value) && /^(0|[1-9]\d*)$/.test(key);
  const inner = isIndex
    ? (value as readonly JsonValue[])[Number(key)]
    : isJsonObject(value)
      ? member(value, key)
      : undefined;
  if (inner === undefined) return undefined;
  return placeIn(resource, inner, under(pointer, key));
}

/** The place of a value that stands in a resource, or in one that begins there. */
export function placeIn(
  resource: Resource,
  value: JsonValue,
  pointer: string,
): Place {
  const known = resource.places.get(pointer);
  if (known !== undefined) return known;
  const place = { value, pointer, resource };
  resource.places.set(pointer, place);
  return place;
}

function indexDocument(
  document: JsonValue,
  base: string,
  outerDialect: Dialect | undefined,
  resources: Map<string, Resource>,
  speak: (root: JsonValue, outer: Dialect | undefined) => Dialect | undefined,
): Pick<Library, "main" | "duplicates"> {
  const places = new Map<string, Place>();
  const duplicates: Duplicate[] = [];
  const open = (
    root: JsonValue,
    uri: string,
    pointer: string,
    outer: Dialect | undefined,
  ) => {
    const dialect = speak(root, outer);
    const anchors = new Map<string, Place>();
    const dynamicAnchors = new Map<string, Place>();
    const all = { uri, root, pointer, dialect, anchors, dynamicAnchors };
    const resource = { ...all, places };
    if (!resources.has(uri)) resources.set(uri, resource);
    else {
      const place = { value: root, pointer, resource };
      duplicates.push({ keyword: "$id", name: uri, place });
    }
    return resource;
  };
  const outermost = open(document, base, "", outerDialect);
  const walk = (value: JsonValue, pointer: string, outer: Resource) => {
    const id = isJsonObject(value) ? ownUri(value, outer) : undefined;
    const isSame = id === undefined || id === outer.uri;
    const resource = isSame ? outer : open(value, id, pointer, outer.dialect);
    const place = placeIn(resource, value, pointer);
    if (!isJsonObject(value)) return;
    if (id === outer.uri && pointer !== outer.pointer) {
      duplicates.push({ keyword: "$id", name: id, place });
    }
    mark(place, value, duplicates);
    eachChild(value, (inner, ...path) => {
      const isNameList = path[0] === "dependencies" && Array.isArray(inner);
      if (!isNameList) walk(inner, under(pointer, ...path), resource);
    });
  };
  walk(document, "", outermost);
  const main = places.get("")?.resource ?? outermost;
  // whoever asks for the document by where it lies gets the resource that its `$id` names
  if (resources.get(base) === outermost) resources.set(base, main);
  return { main, duplicates };
}

/** The URI that the schema's `$id` gives it, if it has one that counts. */
function ownUri(schema: JsonObject, resource: Resource): string | undefined {
  const id = member(schema, "$id");
  if (typeof id !== "string" || id.startsWith("#")) return undefined;
  if (
    resource.dialect?.ignoresRefSiblings === true &&
    Object.hasOwn(schema, "$ref")
  ) {
    return undefined;
  }
  const uri = absolute(id, resource.uri);
  return uri === undefined ? undefined : split(uri)[0];
}

/** Notes the anchors of a schema, and those that are taken. */
function mark(place: Place, schema: JsonObject, duplicates: Duplicate[]): void {
  const { resource } = place;
  const { idAnchors, dynamic } = resource.dialect ?? defaultDialect;
  const set = (keyword: Duplicate["keyword"], name: string) => {
    const first = resource.anchors.get(name);
    if (first === undefined) resource.anchors.set(name, place);
    else if (first !== place) duplicates.push({ keyword, name, place });
    return first ?? place;
  };
  const anchor = member(schema, "$anchor");
  if (dynamic !== "none" && typeof anchor === "string") set("$anchor", anchor);
  const id = member(schema, "$id");
  if (idAnchors && typeof id === "string" && id.includes("#")) {
    set("$id", split(id)[1]);
  }
  const name = member(schema, "$dynamicAnchor");
  if (dynamic === "dynamic" && typeof name === "string") {
    resource.dynamicAnchors.set(name, set("$dynamicAnchor", name));
  }
  const isRecursive = member(schema, "$recursiveAnchor") === true;
  if (dynamic === "recursive" && isRecursive) {
    resource.dynamicAnchors.set(recursiveAnchor, place);
  }
}
