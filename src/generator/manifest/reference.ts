import { posix } from "node:path";
import { isJsonObject, type JsonValue } from "../json.js";

/** What a `$ref` leads to. */
export type Reference =
  /** Within its own document, or to a document that the schema compiler knows. */
  | { readonly kind: "inner" }
  /** A file, as a path from the manifest's folder, and a fragment without `#`. */
  | { readonly kind: "file"; readonly path: string; readonly fragment: string }
  /** The network, an absolute path, or nothing that can be read. */
  | { readonly kind: "outside" };

const metaSchema =
  /^https?:\/\/json-schema\.org\/(?:draft-0[3467]|draft\/20(?:19-09|20-12))\//;

/**
 * Reads a `$ref` that stands in the file `from` (a path from the manifest's folder).
 * `ids` are the `$id`s of the document: a reference to one of them stays inside.
 */
export function readReference(
  ref: string,
  from: string,
  ids: ReadonlySet<string>,
): Reference {
  const [target = "", ...rest] = ref.split("#");
  const fragment = decode(rest.join("#"));
  if (target === "" || ids.has(target) || metaSchema.test(ref)) {
    return { kind: "inner" };
  }
  const path = decode(target);
  const isOutside =
    /^[A-Za-z][A-Za-z0-9+.-]*:/.test(target) ||
    target.startsWith("/") ||
    /[\\?\p{Cc}]/u.test(path ?? "");
  if (path === undefined || fragment === undefined || isOutside) {
    return { kind: "outside" };
  }
  const folder = posix.dirname(from);
  return { kind: "file", path: posix.join(folder, path), fragment };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Paths, from the manifest's folder, of the files that a parsed file may refer to,
 * sorted and each once. It looks at every `$ref` wherever it stands, so a listed
 * file need not exist: only one that a schema reaches is asked for.
 */
export function referencedFiles(
  value: JsonValue,
  from: string,
): readonly string[] {
  const found = new Set<string>();
  const look = (item: JsonValue): void => {
    if (Array.isArray(item)) item.forEach(look);
    if (!isJsonObject(item)) return;
    for (const [key, one] of Object.entries(item)) {
      if (key !== "$ref" || typeof one !== "string") look(one);
      else {
        const reference = readReference(one, from, new Set());
        if (reference.kind === "file") found.add(reference.path);
      }
    }
  };
  look(value);
  return [...found].sort();
}

/** True when some `$ref`, wherever it stands, does not begin with `#`. */
export function leadsOut(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(leadsOut);
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === "string") {
      if (key === "$ref" && !item.startsWith("#")) return true;
    } else if (leadsOut(item)) return true;
  }
  return false;
}
