import {
  isJsonObject,
  member,
  type JsonObject,
  type JsonValue,
} from "../json.js";
import { tokensOf, under } from "../json-pointer.js";
import { childSchemas } from "../subschemas.js";
import { defaultDialect, dialectOf, type Dialect } from "./dialect.js";

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
  /** The resources of the same document by pointer. */
  readonly siblings: Map<string, Resource>;
};

/** A schema and where it stands. */
export type Place = {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly resource: Resource;
};

/** A document with everything that its references can reach. */
export type Library = {
  readonly main: Resource;
  /** The place that a reference names, or the URI that nothing here answers to. */
  readonly resolve: (
    ref: string,
    from: Resource,
  ) => Place | { readonly missing: string };
};

/** The key under which `$recursiveAnchor: true` is kept: no anchor is spelt like it. */
export const recursiveAnchor = "#recursive";

/** Finds every `$id` and anchor of the schema; `documents` are looked at only when a reference asks for them. */
export function openLibrary(
  schema: JsonValue,
  base: string,
  documents: ReadonlyMap<string, JsonValue>,
): Library {
  const resources = new Map<string, Resource>();
  const read = (value: JsonValue, uri: string, dialect: Dialect | undefined) =>
    indexDocument(value, uri, dialect, resources, documents);
  const main = read(schema, base, defaultDialect);
  // a document without $schema speaks the dialect of the one that refers to it
  const find = (uri: string, dialect: Dialect | undefined) => {
    const found = resources.get(uri);
    if (found !== undefined) return found;
    const value = documents.get(uri) ?? documents.get(`${uri}#`);
    return value === undefined ? undefined : read(value, uri, dialect);
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
  return { main, resolve };
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
  let place: Place = {
    value: resource.root,
    pointer: resource.pointer,
    resource,
  };
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
  const at = under(pointer, key);
  return {
    value: inner,
    pointer: at,
    resource: resource.siblings.get(at) ?? resource,
  };
}

function indexDocument(
  document: JsonValue,
  base: string,
  outerDialect: Dialect | undefined,
  resources: Map<string, Resource>,
  documents: ReadonlyMap<string, JsonValue>,
): Resource {
  const siblings = new Map<string, Resource>();
  const open = (
    root: JsonValue,
    uri: string,
    pointer: string,
    outer: Dialect | undefined,
  ) => {
    const dialect = dialectAt(root, documents, outer);
    const anchors = new Map<string, Place>();
    const dynamicAnchors = new Map<string, Place>();
    const all = { uri, root, pointer, dialect, anchors, dynamicAnchors };
    const resource = { ...all, siblings };
    siblings.set(pointer, resource);
    if (!resources.has(uri)) resources.set(uri, resource);
    return resource;
  };
  const root = open(document, base, "", outerDialect);
  const walk = (value: JsonValue, pointer: string, outer: Resource) => {
    if (!isJsonObject(value)) return;
    let resource = outer;
    const id = ownUri(value, resource);
    if (id !== undefined && id !== resource.uri) {
      resource = open(value, id, pointer, outer.dialect);
    }
    mark(value, pointer, resource);
    for (const [path, inner] of childSchemas(value)) {
      walk(inner, under(pointer, ...path), resource);
    }
  };
  walk(document, "", root);
  return siblings.get("") ?? root;
}

function dialectAt(
  root: JsonValue,
  documents: ReadonlyMap<string, JsonValue>,
  outer: Dialect | undefined,
): Dialect | undefined {
  const uri = isJsonObject(root) ? member(root, "$schema") : undefined;
  if (typeof uri !== "string") return outer;
  const known = dialectOf(uri);
  if (known !== undefined) return known;
  const meta = documents.get(uri) ?? documents.get(uri.replace(/#$/, ""));
  if (!isJsonObject(meta) || member(meta, "$schema") === uri) return undefined;
  const base = dialectAt(meta, documents, defaultDialect);
  const vocabulary = member(meta, "$vocabulary");
  if (base === undefined || !isJsonObject(vocabulary)) return base;
  const asserts = Object.keys(vocabulary).some((name) =>
    name.endsWith("/vocab/validation"),
  );
  return { ...base, asserts };
}

/** The URI that the schema's `$id` gives it, if it has one that counts. */
function ownUri(schema: JsonObject, resource: Resource): string | undefined {
  const id = member(schema, "$id");
  if (typeof id !== "string" || id.startsWith("#")) return undefined;
  if (resource.dialect?.loneRef === true && Object.hasOwn(schema, "$ref")) {
    return undefined;
  }
  const uri = absolute(id, resource.uri);
  return uri === undefined ? undefined : split(uri)[0];
}

function mark(schema: JsonObject, pointer: string, resource: Resource): void {
  const place: Place = { value: schema, pointer, resource };
  const dialect = resource.dialect ?? defaultDialect;
  const anchor = member(schema, "$anchor");
  if (typeof anchor === "string") resource.anchors.set(anchor, place);
  const id = member(schema, "$id");
  if (dialect.idAnchors && typeof id === "string" && id.includes("#")) {
    resource.anchors.set(split(id)[1], place);
  }
  const dynamic = member(schema, "$dynamicAnchor");
  if (dialect.dynamic === "dynamic" && typeof dynamic === "string") {
    resource.anchors.set(dynamic, place);
    resource.dynamicAnchors.set(dynamic, place);
  }
  const recursive = member(schema, "$recursiveAnchor") === true;
  if (dialect.dynamic === "recursive" && recursive) {
    resource.dynamicAnchors.set(recursiveAnchor, place);
  }
}
