import { expect, test } from "vitest";
import type { JsonValue } from "../../../src/generator/json.js";
import { compileOne, load } from "../../support/compiled-schema.js";
import { interpret } from "../../support/schema-trial.js";

/** What `npm run fuzz:schema` found wrong once: schema, instance and the right verdict. */
const cases: readonly (readonly [string, JsonValue, JsonValue, boolean])[] = [
  [
    "1e300 has no factor 3, whatever the nearest double has",
    { multipleOf: 3 },
    1e300,
    false,
  ],
  ["nor has 1e21", { multipleOf: 7 }, 1e21, false],
  ["1e300 is a multiple of 4", { multipleOf: 4 }, 1e300, true],
  [
    "2^53 is a multiple of 2, beyond safe integers",
    { multipleOf: 2 },
    2 ** 53,
    true,
  ],
];

test.each(cases)("%s", async (_title, schema, instance, valid) => {
  const [check] = await load([compileOne(schema)]);
  expect(check?.(instance)).toBe(valid);
  expect(interpret(schema)(instance)).toBe(valid);
});

test("the interpreter's work does not double with each level of a value", () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2019-09/schema",
    unevaluatedItems: { $ref: "#", unevaluatedItems: { type: "string" } },
  };
  let value: JsonValue = [];
  for (let level = 0; level < 60; level++) value = [value];
  expect(interpret(schema)(value)).toBe(true);
});

test("a condition that leads back to itself has a type", () => {
  const again = { $ref: "#/if" };
  const { types } = compileOne({
    $schema: "http://json-schema.org/draft-07/schema#",
    if: { properties: { a: again } },
    else: {},
  });
  expect(types).toContain("export type T");
});
