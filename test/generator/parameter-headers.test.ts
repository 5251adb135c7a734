import { expect, test } from "vitest";
import type { JsonObject } from "../../src/generator/json.js";
import { parameterHeaders } from "../../src/generator/parameter-headers.js";

const header = (name: unknown, more: object = { type: "string" }): object => ({
  ...more,
  "x-mcp-header": name,
});

const scan = (properties: object) =>
  parameterHeaders({ type: "object", properties } as JsonObject);

test("finds every annotation that properties alone lead to, in order", () => {
  const inner = { type: "object", properties: { zone: header("Zone-Id") } };
  const { headers, faults } = scan({ region: header("Region"), where: inner });
  expect(headers).toEqual([
    { path: ["region"], name: "Region" },
    { path: ["where", "zone"], name: "Zone-Id" },
  ]);
  expect(faults).toEqual([]);
});

test.each([
  ["an empty name", { a: header("") }],
  ["a space", { a: header("X Y") }],
  ["a line break", { a: header("X\r\nEvil: 1") }],
  ["a letter beyond ASCII", { a: header("Größe") }],
  ["no text", { a: header(1) }],
  ["an object", { a: header("X", { type: "object" }) }],
  ["a list", { a: header("X", { type: "array" }) }],
  ["a number", { a: header("X", { type: "number" }) }],
  ["several types", { a: header("X", { type: ["string", "null"] }) }],
  ["no type", { a: header("X", {}) }],
])("refuses %s and says where", (_, properties) => {
  const { headers, faults } = scan(properties);
  expect(headers).toEqual([]);
  expect(faults.map(({ pointer }) => pointer)).toEqual([
    "/properties/a/x-mcp-header",
  ]);
});

test("refuses a name that another has in whatever case", () => {
  const { headers, faults } = scan({
    a: header("Zone"),
    "b/c": header("zONE"),
  });
  expect(headers.map(({ name }) => name)).toEqual(["Zone"]);
  expect(faults).toEqual([
    {
      pointer: "/properties/b~1c/x-mcp-header",
      why: "another property has this header",
    },
  ]);
});

test("takes hostile property names as names", () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"string","x-mcp-header":"A"},"constructor":{"type":"string","x-mcp-header":"B"}}',
  ) as object;
  expect(scan(properties).headers.map(({ path }) => path)).toEqual([
    ["__proto__"],
    ["constructor"],
  ]);
});

test.each([
  ["items", { a: { type: "array", items: header("X") } }],
  ["anyOf", { a: { anyOf: [header("X")] } }],
  ["additionalProperties", { a: { additionalProperties: header("X") } }],
])("says that nothing behind %s can be carried", (_, properties) => {
  const { headers, faults } = scan(properties);
  expect(headers).toEqual([]);
  expect(faults).toHaveLength(1);
});
