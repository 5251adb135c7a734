import { member } from "../../src/generator/json.js";
import {
  byPointer,
  byStaticReference,
  rename,
  rewrite,
  withMinItems,
  withContainsApart,
  withoutContained,
  withoutEmptyName,
  withoutEmptyPattern,
  withoutMultipleOf,
  type Question,
} from "./equivalent-questions.js";

/** A fault of an oracle that is known, with a question that does not meet it. */
export type Fault = {
  readonly oracle: "ajv" | "hyperjump";
  readonly what: string;
  /** What the oracle then says; by default a wrong verdict, or anything. */
  readonly when?: RegExp;
  /** Undefined where the fault plays no part in the question. */
  readonly around: (question: Question) => Question | undefined;
};

/**
 * Faults that a schema of the same meaning, by the specification, does not meet. A
 * wrong answer is explained only where the oracle then gives the right one.
 */
export const faults: readonly Fault[] = [
  {
    oracle: "ajv",
    what: "divides doubles for multipleOf: 13.8 is no multiple of 0.3 to it, nor 1e300 one of 1",
    around: withoutMultipleOf,
  },
  {
    oracle: "hyperjump",
    what: "takes remainders below 1e-7 for none in multipleOf, and 1e300 for no multiple of 0.1",
    around: withoutMultipleOf,
  },
  {
    oracle: "ajv",
    what: "applies the siblings of $ref in draft-07",
    around: (question) =>
      question.draft === "draft7"
        ? rewrite(question, (schema) => {
            const ref = member(schema, "$ref");
            return ref === undefined ? schema : { $ref: ref };
          })
        : undefined,
  },
  {
    oracle: "ajv",
    what: "leaves out a property that is called __proto__",
    around: (question) => rename(question, "__proto__", "__pr", "to__"),
  },
  {
    oracle: "ajv",
    what: "calls toString of the values that it compares",
    around: (question) => rename(question, "toString", "toStrin"),
  },
  {
    oracle: "ajv",
    what: 'takes the name "" of a missing property for "none is missing"',
    around: withoutEmptyName,
  },
  {
    oracle: "ajv",
    what: "does not find anchors below prefixItems, nor below a root whose $id is one",
    around: byPointer,
  },
  {
    oracle: "ajv",
    what: "follows $dynamicRef and $recursiveRef wrongly even where one target is possible",
    around: byStaticReference,
  },
  {
    oracle: "ajv",
    what: "lets contains evaluate items in 2019-09 too",
    around: withoutContained,
  },
  {
    oracle: "ajv",
    what: "skips contains where a list has none of the items that its tuple constrains",
    around: withContainsApart,
  },
  {
    oracle: "ajv",
    what: "takes what contains said of the list before for its verdict of an empty list, within items",
    around: withMinItems,
  },
  {
    oracle: "hyperjump",
    what: "reads percent-encoded UTF-8 of a pointer byte by byte",
    around: (question) => rename(question, /é|%C3%A9/g),
  },
  {
    oracle: "hyperjump",
    what: "lets contains evaluate items in 2019-09 too",
    around: withoutContained,
  },
  {
    oracle: "hyperjump",
    what: 'forgets the pattern "" beside additionalProperties',
    around: withoutEmptyPattern,
  },
];

/**
 * Faults of Ajv that cannot be said otherwise. A wrong answer is explained only
 * where hyperjump gives the right one, and Ajv agrees with us as soon as the
 * keywords are taken out.
 */
export const loneFaults: readonly Fault[] = [
  {
    oracle: "ajv",
    what: "chooses among the targets of $dynamicRef and $recursiveRef while compiling",
    around: without("$dynamicRef", "$recursiveRef"),
  },
  {
    oracle: "ajv",
    what: "keeps account of what is evaluated while compiling: not of contains, recursion and some branches",
    around: without("unevaluatedProperties", "unevaluatedItems"),
  },
  {
    oracle: "ajv",
    what: "crashes on patternProperties in branches",
    when: /Cannot set properties of undefined/,
    around: without("patternProperties"),
  },
];

function without(...keywords: readonly string[]): Fault["around"] {
  return (question) =>
    rewrite(question, (schema) =>
      Object.fromEntries(
        Object.entries(schema).filter(
          ([keyword]) => !keywords.includes(keyword),
        ),
      ),
    );
}
