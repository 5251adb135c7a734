import type { Kind, Schema } from "../../jsonschema/form/schema.js";
import type { Fact } from "./fact.js";
import { areSame } from "./same-schema.js";
import type { Position } from "./position.js";

/** A keyword that is compared whole: the same, gone, or new. */
type Constraint = {
  readonly keyword: string;
  readonly words: string;
  readonly schemas: readonly (Schema | undefined)[];
};

/**
 * Compares the keywords that no part of can be compared by itself. Each is one
 * condition more, so one that went lets more through, and a new one less; of one that
 * reads differently nothing is known.
 */
export function compareConstraints(
  kind: Kind,
  previous: Position,
  current: Position,
  pointer: string,
): readonly Fact[] {
  const olds = previous.parts.flatMap((part) => constraintsOf(part, kind));
  const news = current.parts.flatMap((part) => constraintsOf(part, kind));
  const removed = olds.filter(
    (one) => !news.some((other) => isSame(one, other)),
  );
  const added = news.filter((one) => !olds.some((other) => isSame(one, other)));
  const keywords = new Set(
    [...removed, ...added].map(({ keyword }) => keyword),
  );
  return [...keywords].map((keyword): Fact => {
    const isGone = removed.some((one) => one.keyword === keyword);
    const isNew = added.some((one) => one.keyword === keyword);
    const at = { pointer: `${pointer}/${keyword}`, place: [], keyword };
    if (isGone && isNew)
      return { kind: "UNDECIDED", effect: "undecided", ...at };
    return isGone
      ? { kind: "CONSTRAINT_REMOVED", effect: "widens", ...at }
      : { kind: "CONSTRAINT_ADDED", effect: "narrows", ...at };
  });
}

function isSame(a: Constraint, b: Constraint): boolean {
  return (
    a.keyword === b.keyword &&
    a.words === b.words &&
    areSame(a.schemas, b.schemas)
  );
}

function constraintsOf(schema: Schema, kind: Kind): readonly Constraint[] {
  const found: Constraint[] = [];
  const add = (
    keyword: string,
    schemas: Constraint["schemas"],
    words = "",
  ): void => {
    found.push({ keyword, schemas, words });
  };
  if (schema.not !== undefined) add("not", [schema.not]);
  if (schema.if !== undefined) add("if", [schema.if, schema.then, schema.else]);
  // what is left of these could not be taken apart
  if (schema.anyOf !== undefined) add("anyOf", schema.anyOf);
  if (schema.oneOf !== undefined) add("oneOf", schema.oneOf);
  if (kind === "array") addOfArray(schema, add);
  if (kind === "object") addOfObject(schema, add);
  return found;
}

type Add = (
  keyword: string,
  schemas: Constraint["schemas"],
  words?: string,
) => void;

function addOfArray({ array }: Schema, add: Add): void {
  if (array?.unique) add("uniqueItems", []);
  if (array?.contains !== undefined) {
    const { minContains, maxContains } = array;
    add("contains", [array.contains], `${minContains}-${maxContains ?? ""}`);
  }
}

function addOfObject({ object }: Schema, add: Add): void {
  if (object?.names !== undefined) add("propertyNames", [object.names]);
  for (const [key, needed] of object?.dependentRequired ?? []) {
    for (const name of needed) {
      add("dependentRequired", [], JSON.stringify([key, name]));
    }
  }
  for (const [key, schema] of object?.dependentSchemas ?? []) {
    add("dependentSchemas", [schema], key);
  }
}
