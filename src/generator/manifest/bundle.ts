import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../json.js";
import { isWithin, tokensOf, under } from "../json-pointer.js";
import { leadsOut, readReference } from "./reference.js";
import {
  definitionsKeyword,
  dialectOf,
  idOf,
  idsOf,
  newest,
  pointerTo,
  valueAt,
} from "./schema-places.js";
import { mapSchemas } from "../subschemas.js";

/** What a reference cannot be followed for; the place is the `$ref` itself. */
export type BundleProblem = {
  readonly file: string;
  readonly pointer: string;
  readonly ref: string;
} & (
  | Failure
  | {
      readonly code: "REF_DIALECT";
      readonly target: string;
      readonly dialect: string;
    }
);

type Failure =
  | { readonly code: "REF_NOT_LOCAL" | "REF_IN_CAPTURE" }
  | {
      readonly code: "REF_FILE_MISSING" | "REF_FILE_UNREADABLE";
      readonly target: string;
    }
  | {
      readonly code: "REF_TARGET_MISSING";
      readonly target: string;
      readonly fragment: string;
    };

/** Where a part of a bundled schema came from. */
export type Origin = {
  /** Pointer within the bundled schema. */
  readonly pointer: string;
  readonly file: string;
  /** Pointer within that file. */
  readonly source: string;
};

/** A schema that refers to nothing outside itself. */
export type Bundle = {
  readonly schema: JsonObject;
  /** The more special places last. */
  readonly origins: readonly Origin[];
  readonly problems: readonly BundleProblem[];
};

/** What the files hold, by path from the manifest's folder; undefined for one that does not parse. */
export type FileValues = Pick<
  ReadonlyMap<string, JsonValue | undefined>,
  "get" | "has"
>;

type Place = {
  readonly file: string;
  readonly pointer: string;
  /** The schema stands in the manifest: there `#` is the schema, in a file it is the file. */
  readonly isHome?: true;
};

type Placed = Place & { readonly at: string; readonly name: string };

/** Keywords that say nothing about a value: beside a `$ref` they may be merged into what it leads to. */
const mergeable = new Set([
  "$ref",
  "title",
  "description",
  "default",
  "deprecated",
  "examples",
  "$comment",
]);

/**
 * Makes a schema of the manifest self-contained: a root `$ref` to a file is replaced
 * by what it leads to, any other puts its target into `$defs` of the root (or
 * `definitions`, where the dialect is an old one). Files may refer to each other in
 * a circle. With `captured`, no file is followed: the schema came from elsewhere.
 */
export function bundle(
  schema: JsonObject,
  home: Place,
  files: FileValues,
  captured: boolean,
): Bundle {
  // Most schemas refer to nothing outside themselves: they need no copy.
  if (!leadsOut(schema)) return { schema, origins: [], problems: [] };
  const problems: BundleProblem[] = [];
  const place: Place = { ...home, isHome: true };
  const start = followRoot(schema, place, files, captured);
  const { settle, waiting } = placements(start);
  const rewrite = (part: JsonObject, from: Place): JsonObject => {
    const ids = idsOf(part);
    return mapSchemas(part, (one, path) => {
      const ref = member(one, "$ref");
      if (typeof ref !== "string") return one;
      const pointer = under(from.pointer, ...path, "$ref");
      const seen = { file: from.file, pointer, ref };
      const found = resolve(ref, from, files, ids, captured);
      if (found === "inner") return one;
      if ("code" in found) {
        problems.push({ ...seen, ...found });
        return one;
      }
      problems.push(...dialectProblems(seen, found, start.schema, files));
      return { ...one, $ref: `#${encodeURI(settle(found))}` };
    });
  };
  const body = rewrite(start.schema, start.place);
  const added: [string, JsonValue][] = [];
  // Rewriting a target may put more of them into the list.
  for (let next = waiting[0], i = 1; next; next = waiting[i++]) {
    const target = valueAt(files.get(next.file), next.pointer) ?? true;
    const isSchema = isJsonObject(target);
    const text = isSchema ? rewrite(withoutBase(target), next) : target;
    added.push([next.name, text]);
  }
  const { file, pointer } = start.place;
  const origins = [
    ...(start.place.isHome ? [] : [{ pointer: "", file, source: pointer }]),
    ...waiting.map((one) => ({
      pointer: one.at,
      file: one.file,
      source: one.pointer,
    })),
  ];
  return { schema: withDefinitions(body, added), origins, problems };
}

/** Decides where the targets of file references stand in the bundle. */
function placements(start: {
  readonly schema: JsonObject;
  readonly place: Place;
}): {
  readonly settle: (target: Place) => string;
  readonly waiting: readonly Placed[];
} {
  const waiting: Placed[] = [];
  const root = start.place.isHome ? [] : [{ ...start.place, at: "", name: "" }];
  const settle = (target: Place): string => {
    const former = [...root, ...waiting].find((one) => holds(one, target));
    if (former) return former.at + target.pointer.slice(former.pointer.length);
    const name = freeName(target, start.schema, waiting);
    const at = under("", definitionsKeyword(start.schema), name);
    waiting.push({ file: target.file, pointer: target.pointer, at, name });
    return at;
  };
  return { settle, waiting };
}

/** A place in a file; "inner" for what stays as it is. Only a file's own `#…` becomes a place, for the manifest's stay valid. */
function resolve(
  ref: string,
  place: Place,
  files: FileValues,
  ids: ReadonlySet<string>,
  captured: boolean,
): Place | "inner" | Failure {
  const own = place.isHome ? undefined : idOf(files.get(place.file));
  const isOwn = own !== undefined && ref.split("#", 1)[0] === own;
  const local = isOwn ? `#${ref.slice(own.length + 1)}` : ref;
  const reference = readReference(local, place.file, ids);
  if (reference.kind === "outside") return { code: "REF_NOT_LOCAL" };
  if (reference.kind === "inner" && (place.isHome || !local.startsWith("#"))) {
    return "inner";
  }
  if (captured) return { code: "REF_IN_CAPTURE" };
  const target = reference.kind === "file" ? reference.path : place.file;
  const fragment =
    reference.kind === "file" ? reference.fragment : decodeFragment(local);
  if (!files.has(target)) return { code: "REF_FILE_MISSING", target };
  const value = files.get(target);
  if (value === undefined) return { code: "REF_FILE_UNREADABLE", target };
  const pointer = pointerTo(value, fragment);
  return pointer === undefined
    ? { code: "REF_TARGET_MISSING", target, fragment }
    : { file: target, pointer };
}

/** The content that a root `$ref` to a file stands for, when only prose stands beside it. */
function followRoot(
  schema: JsonObject,
  home: Place,
  files: FileValues,
  captured: boolean,
): { readonly schema: JsonObject; readonly place: Place } {
  const beside: JsonObject[] = [];
  const seen = new Set<string>();
  let place = home;
  let current = schema;
  for (;;) {
    const ref = member(current, "$ref");
    if (typeof ref !== "string") break;
    if (!Object.keys(current).every((key) => mergeable.has(key))) break;
    const found = resolve(ref, place, files, new Set(), captured);
    if (found === "inner" || "code" in found) break;
    const key = `${found.file}#${found.pointer}`;
    const target = valueAt(files.get(found.file), found.pointer);
    if (seen.has(key) || !isJsonObject(target)) break;
    seen.add(key);
    const { $ref: _followed, ...rest } = current;
    beside.unshift(rest);
    current = target;
    place = found;
  }
  const merged = beside.reduce((all, one) => ({ ...all, ...one }), current);
  return { schema: merged, place };
}

/** A fragment with broken escapes is looked for as it is, and not found. */
function decodeFragment(ref: string): string {
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return ref.slice(1);
  }
}

function holds(outer: Place, inner: Place): boolean {
  return outer.file === inner.file && isWithin(inner.pointer, outer.pointer);
}

/** A file's `$id` and `$schema` would change what the rewritten pointers mean. */
function withoutBase(schema: JsonObject): JsonObject {
  const { $id: _id, $schema: _dialect, ...rest } = schema;
  return rest;
}

function withDefinitions(
  root: JsonObject,
  added: readonly (readonly [string, JsonValue])[],
): JsonObject {
  if (added.length === 0) return root;
  const keyword = definitionsKeyword(root);
  const own = member(root, keyword);
  const all = isJsonObject(own) ? own : {};
  return { ...root, [keyword]: { ...all, ...Object.fromEntries(added) } };
}

/** A name after the last part of the pointer, else after the file; a number keeps it apart from others. */
function freeName(
  target: Place,
  root: JsonObject,
  others: readonly { readonly name: string }[],
): string {
  const own = member(root, definitionsKeyword(root));
  const stem = target.file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  const word = tokensOf(target.pointer).at(-1) ?? stem;
  const base = word.replaceAll(/[^A-Za-z0-9_]+/g, "_") || "schema";
  const taken = (name: string): boolean =>
    (isJsonObject(own) && Object.hasOwn(own, name)) ||
    others.some((other) => other.name === name);
  let name = base;
  for (let count = 2; taken(name); count++) name = `${base}_${count}`;
  return name;
}

/** A file that names another dialect is read in that of the schema which refers to it. */
function dialectProblems(
  seen: {
    readonly file: string;
    readonly pointer: string;
    readonly ref: string;
  },
  found: Place,
  root: JsonObject,
  files: FileValues,
): readonly BundleProblem[] {
  const target = files.get(found.file);
  if (seen.file === found.file || !isJsonObject(target)) return [];
  const theirs = dialectOf(target);
  if (theirs === undefined || theirs === (dialectOf(root) ?? newest)) return [];
  const { file } = found;
  return [{ ...seen, code: "REF_DIALECT", target: file, dialect: theirs }];
}
