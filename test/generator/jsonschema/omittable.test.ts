import { expect, test } from "vitest";
import { typeCheck } from "../../../bench/soundness/type-check.js";
import type { JsonObject } from "../../../src/generator/json.js";
import { compileSchema } from "../../../src/generator/jsonschema/compile.js";
import { createNames } from "../../../src/generator/names.js";

const text = { type: "string" };
const named: JsonObject = {
  type: "object",
  properties: { name: text },
  required: ["name"],
};
const loose: JsonObject = { type: "object", properties: { name: text } };

const schemas: { readonly [title: string]: JsonObject } = {
  "no rule": {},
  "any object": { type: "object" },
  "optional members": loose,
  "a required member": named,
  "a required member of any type": { type: "object", required: ["name"] },
  "no further members": { ...loose, additionalProperties: false },
  "a map": { type: "object", additionalProperties: text },
  "keys of a form": { type: "object", patternProperties: { "^x": text } },
  "no object": { type: ["string", "array"] },
  "objects among others": { type: ["string", "object"] },
  constant: { const: {} },
  "one branch for nothing": { anyOf: [named, loose] },
  "no branch for nothing": { oneOf: [named, { required: ["other"] }] },
  "all of them": { allOf: [loose, named] },
  "a definition for nothing": { $ref: "#/$defs/loose", $defs: { loose } },
  "a definition": { $ref: "#/$defs/named", $defs: { named } },
  "a definition among definitions": {
    $ref: "#/$defs/either",
    $defs: {
      either: { anyOf: [{ $ref: "#/$defs/named" }, { $ref: "#/$defs/loose" }] },
      named,
      loose,
    },
  },
  "within itself": { type: "object", properties: { inner: { $ref: "#" } } },
  "itself or a number": {
    anyOf: [{ $ref: "#/$defs/a" }, { type: "number" }],
    $defs: { a: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
  },
};

test("a type is omittable exactly where the compiler takes {} for it", () => {
  const compiled = Object.entries(schemas).map(([title, schema]) => {
    const names = createNames();
    return { title, ...compileSchema({ name: "Input", schema }, names) };
  });
  const verdicts = typeCheck(
    compiled.map(({ types }, index) => ({
      path: `/omittable/${index}.ts`,
      text: types,
      checks: ["export const none: Input = {} as Record<string, never>;"],
    })),
  );
  const ours = compiled.map(({ title, omittable }) => [title, omittable]);
  const theirs = compiled.map(({ title }, index) => [
    title,
    verdicts[index]?.compiles === true && verdicts[index].accepted[0] === true,
  ]);
  expect(ours).toEqual(theirs);
  expect(verdicts.every(({ compiles }) => compiles)).toBe(true);
  expect(new Set(ours.map(([, omittable]) => omittable)).size).toBe(2);
});
