/** What differs between the dialects, as data. */
export type Dialect = {
  /** Of the meta-schema that it is judged by. */
  readonly name: "draft-07" | "2019-09" | "2020-12";
  /** `$ref` hides its siblings: up to draft-07. */
  readonly loneRef: boolean;
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
  loneRef: true,
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
  loneRef: false,
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

/** The dialect that a `$schema` names, or undefined when nobody here knows it. */
export function dialectOf(uri: string): Dialect | undefined {
  return known.get(uri.replace(/^https?:\/\//, "").replace(/#$/, ""));
}
