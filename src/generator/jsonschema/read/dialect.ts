import { isJsonObject, member, type JsonValue } from "../../json.js";

/** What differs between the dialects, as data. */
export type Dialect = {
  /** Of the meta-schema that it is judged by. */
  readonly name: "draft-07" | "2019-09" | "2020-12";
  /** What stands beside `$ref` is ignored: up to draft-07. */
  readonly ignoresRefSiblings: boolean;
  /** `items` may be a list, with `additionalItems` after it: before 2020-12. */
  readonly listItems: boolean;
  /** `$id: "#name"` is an anchor: up to draft-07. */
  readonly idAnchors: boolean;
  /** `$recursiveRef` (2019-09) or `$dynamicRef` (2020-12). */
  readonly dynamic: "none" | "recursive" | "dynamic";
  /** An item that `contains` accepts is evaluated: 2020-12. */
  readonly containsEvaluates: boolean;
  /** A vocabulary may leave the assertions out. */
  readonly asserts: boolean;
  /** `format` is an assertion: only where a vocabulary says so. */
  readonly assertsFormats: boolean;
};

const draft07: Dialect = {
  name: "draft-07",
  ignoresRefSiblings: true,
  listItems: true,
  idAnchors: true,
  dynamic: "none",
  containsEvaluates: false,
  asserts: true,
  assertsFormats: false,
};

const draft201909: Dialect = {
  ...draft07,
  name: "2019-09",
  ignoresRefSiblings: false,
  idAnchors: false,
  dynamic: "recursive",
};

/** The dialect of a schema without `$schema`: 2020-12. */
export const defaultDialect: Dialect = {
  ...draft201909,
  name: "2020-12",
  listItems: false,
  dynamic: "dynamic",
  containsEvaluates: true,
};

const known: ReadonlyMap<string, Dialect> = new Map([
  ["json-schema.org/draft/2020-12/schema", defaultDialect],
  ["json-schema.org/draft/2019-09/schema", draft201909],
  ["json-schema.org/draft-07/schema", draft07],
  // draft-06 is draft-07 without if/then/else; no document uses those words for another thing
  ["json-schema.org/draft-06/schema", draft07],
  ["json-schema.org/schema", defaultDialect],
]);

/** The dialect that a `$schema` names by itself, or undefined when nobody here knows it. */
function dialectOf(uri: string): Dialect | undefined {
  return known.get(uri.replace(/^https?:\/\//, "").replace(/#$/, ""));
}

/**
 * The dialect of a resource: the one that its `$schema` names, or the one of the meta-schema among
 * `documents` that it names, less the vocabularies that this leaves out; `outer` without a `$schema`.
 */
export function dialectAt(
  root: JsonValue,
  documents: ReadonlyMap<string, JsonValue>,
  outer: Dialect | undefined,
): Dialect | undefined {
  const uri = isJsonObject(root) ? member(root, "$schema") : undefined;
  if (typeof uri !== "string") return outer;
  const own = dialectOf(uri);
  if (own !== undefined) return own;
  const meta = documents.get(uri) ?? documents.get(uri.replace(/#$/, ""));
  if (!isJsonObject(meta) || member(meta, "$schema") === uri) return undefined;
  const base = dialectAt(meta, documents, defaultDialect);
  const vocabulary = member(meta, "$vocabulary");
  if (base === undefined || !isJsonObject(vocabulary)) return base;
  const has = (name: string) =>
    Object.keys(vocabulary).find((one) => one.endsWith(`/vocab/${name}`));
  // 2019-09 has one vocabulary for both ways, and its value decides; later there are two
  const format = has("format");
  return {
    ...base,
    asserts: has("validation") !== undefined,
    assertsFormats:
      has("format-assertion") !== undefined ||
      (format !== undefined && vocabulary[format] === true),
  };
}
