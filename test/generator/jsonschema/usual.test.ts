import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/generator/json.js";
import { accepts } from "../../../src/generator/jsonschema/form/judge.js";
import {
  defaultDialect,
  dialectAt,
} from "../../../src/generator/jsonschema/read/dialect.js";
import { replacement } from "../../../src/generator/jsonschema/read/foreign.js";
import { keywordForms } from "../../../src/generator/jsonschema/read/meta-schema.js";
import { keywordMeant } from "../../../src/generator/jsonschema/read/misspelling.js";
import { isUsual } from "../../../src/generator/jsonschema/read/usual.js";
import { drafts } from "../../support/json-schema-suite.js";

const dialects = Object.values(drafts).map(
  (uri) => dialectAt({ $schema: uri }, new Map(), undefined) ?? defaultDialect,
);

const keywords = [
  ...new Set(dialects.flatMap((one) => [...keywordForms(one).keys()])),
  "nullable",
  "toString",
  "x-order",
];

const values: readonly JsonValue[] = [
  ...[null, true, false, 0, -1, 1.5, 3, 1e300, "", "string", "strin", "#/x"],
  ...[{}, { a: {} }, { a: ["b"] }, { a: 1 }, { type: "string" }],
  ...[[], [{}], [{}, {}], [1], [1, 1], [1, null], ["a"], ["a", "a"], ["a", 1]],
  ...[["string"], ["string", "null"], ["string", "string"], ["strin"]],
];

/** Whether every dialect takes the value for the keyword without a word, if it has the keyword at all. */
function isFine(keyword: string, value: JsonValue): boolean {
  const schema: JsonObject = { [keyword]: value };
  return dialects.every((dialect) => {
    const forms = keywordForms(dialect);
    const form = forms.get(keyword);
    const isKnown = form !== undefined;
    return (
      (isKnown ? accepts(form, value) : !keywordMeant(keyword, forms.keys())) &&
      replacement(keyword, schema, dialect, isKnown) === undefined
    );
  });
}

test("every draft is judged by its own meta-schema", () => {
  expect(new Set(dialects.map(({ name }) => name)).size).toBe(3);
});

test("what counts as usual is fine by every meta-schema", () => {
  const usual = keywords.flatMap((keyword) =>
    values
      .filter((value) => isUsual(keyword, value))
      .map((value) => [keyword, value] as const),
  );
  expect(usual.filter(([keyword, value]) => !isFine(keyword, value))).toEqual(
    [],
  );
  expect(new Set(usual.map(([keyword]) => keyword)).size).toBeGreaterThan(30);
});
