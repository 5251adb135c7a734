import { format } from "prettier";
import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/generator/json.js";
import { compileOne } from "../../support/compiled-schema.js";

/** What validators are made of, about a member with the name `key`. */
function schemaOf(key: string): JsonObject {
  const list = { type: "array", items: { type: "array", items: { const: 1 } } };
  return {
    $defs: { [`${key} branch`]: { type: "object", required: [key] } },
    type: "object",
    properties: {
      [key]: { type: "string", enum: [key, "other"] },
      [`${key} list`]: list,
      [`${key} tuple`]: { prefixItems: [list, { type: "null" }] },
      [`${key} const`]: { const: { [key]: 1 } },
      [`${key} part`]: { $ref: `#/$defs/${key} branch` },
      [`${key} union`]: {
        oneOf: [
          { $ref: `#/$defs/${key} branch` },
          { type: ["string", "null"] },
          { const: key },
        ],
      },
      [`${key} again`]: { allOf: [{ $ref: "#" }, { $ref: "#" }] },
      [`${key} map`]: {
        additionalProperties: { propertyNames: { const: key } },
      },
    },
    required: [key, `${key} list`, "constructor"],
    minProperties: 3,
    dependentRequired: { [key]: [`${key} tuple`] },
    anyOf: [{ dependentSchemas: { [key]: list } }, { required: [key] }],
    unevaluatedProperties: { type: "object", properties: { [key]: list } },
  };
}

it.each(["k", "é漢", "q'\"/"])(
  "breaks lines of every length as prettier does: %s",
  async (letter) => {
    for (let length = 1; length <= 70; length += 8) {
      const schema = schemaOf(letter.repeat(length));
      const { validator } = compileOne(schema);
      expect(await format(validator, { parser: "typescript" })).toBe(
        `${validator}\n`,
      );
    }
  },
);
