import { describe, expect, test } from "vitest";
import { accept, parse } from "./parse.js";

const server = { name: "weather", version: "1.0.0" };
const tools = (inputSchema: object) => ({
  server,
  tools: { t: { inputSchema } },
});

describe("references to local files", () => {
  test("a root reference becomes the file's content; prose beside it wins", () => {
    const files = {
      "a.yaml":
        "type: object\ndescription: theirs\nproperties: { x: { $ref: '#/$defs/X' } }\n$defs: { X: { type: string } }\n",
    };
    const manifest = accept(tools({ $ref: "a.yaml", description: "ours" }), {
      files,
    });
    expect(manifest.tools[0]?.inputSchema).toEqual({
      type: "object",
      description: "ours",
      properties: { x: { $ref: "#/$defs/X" } },
      $defs: { X: { type: "string" } },
    });
    expect(manifest.tools[0]?.entry).toHaveProperty(
      "inputSchema",
      manifest.tools[0]?.inputSchema,
    );
  });

  test("other references move into $defs, each target once", () => {
    const files = {
      "lib/a.json": JSON.stringify({
        $defs: { City: { $ref: "b.json" }, Unused: {} },
      }),
      "lib/b.json": '{"type":"string"}',
    };
    const ref = { $ref: "lib/a.json#/$defs/City" };
    const schema = {
      type: "object",
      properties: { from: ref, to: ref, $ref: { const: { $ref: "c.json" } } },
      $defs: { City: {} },
    };
    const manifest = accept(tools(schema), { files });
    expect(manifest.tools[0]?.inputSchema).toEqual({
      type: "object",
      properties: {
        from: { $ref: "#/$defs/City_2" },
        to: { $ref: "#/$defs/City_2" },
        $ref: { const: { $ref: "c.json" } },
      },
      $defs: { City: {}, City_2: { $ref: "#/$defs/b" }, b: { type: "string" } },
    });
  });

  test("files may refer to each other and to themselves in a circle", () => {
    const files = {
      "a.yaml":
        "type: object\nproperties: { b: { $ref: b.yaml }, self: { $ref: '#' } }\n",
      "b.yaml":
        "type: object\nproperties: { a: { $ref: a.yaml }, me: { $ref: '#/properties/a' }, anchor: { $ref: '#here' } }\n$defs: { H: { $anchor: here } }\n",
    };
    const manifest = accept(tools({ $ref: "a.yaml" }), { files });
    expect(manifest.tools[0]?.inputSchema).toEqual({
      type: "object",
      properties: { b: { $ref: "#/$defs/b" }, self: { $ref: "#" } },
      $defs: {
        b: {
          type: "object",
          properties: {
            a: { $ref: "#" },
            me: { $ref: "#/$defs/b/properties/a" },
            anchor: { $ref: "#/$defs/b/$defs/H" },
          },
          $defs: { H: { $anchor: "here" } },
        },
      },
    });
    expect(
      accept(tools({ type: "object", not: { $ref: "a.yaml" } }), { files }),
    ).toBeDefined();
    const loop = { "a.yaml": "$ref: b.yaml", "b.yaml": "$ref: a.yaml" };
    expect(
      parse(tools({ $ref: "a.yaml" }), { files: loop }).diagnostics,
    ).toMatchObject([{ code: "INPUT_SCHEMA_TYPE" }]);
  });

  test("an old dialect gets its own keyword", () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const files = { "a.json": JSON.stringify({ $schema, type: "string" }) };
    const manifest = accept(
      tools({ $schema, type: "object", properties: { a: { $ref: "a.json" } } }),
      { files },
    );
    expect(manifest.tools[0]?.inputSchema).toHaveProperty("definitions", {
      a: { type: "string" },
    });
  });

  test("what stays inside is not touched", () => {
    const schema = {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/A" },
        b: { $ref: "https://example.com/b" },
        meta: { $ref: "https://json-schema.org/draft/2020-12/schema" },
      },
      $defs: { A: {}, B: { $id: "https://example.com/b" } },
    };
    expect(accept(tools(schema)).tools[0]?.inputSchema).toEqual(schema);
  });

  test("a place in the bundle leads to the file that it came from", () => {
    const files = {
      "lib/a.yaml": "$defs:\n  City:\n    type: string\n    minLength: 1\n",
    };
    const schema = {
      type: "object",
      properties: { c: { $ref: "lib/a.yaml#/$defs/City" } },
    };
    const parsed = parse(tools(schema), { file: "dir/m.json", files });
    expect(
      parsed.locate("/tools/t/inputSchema/$defs/City/minLength", "value"),
    ).toEqual({ file: "dir/lib/a.yaml", line: 4, column: 16 });
    expect(parsed.locate("/tools/t/inputSchema/type", "value")).toMatchObject({
      file: "dir/m.json",
    });
  });

  test.each([
    "http://x/y",
    "file:///etc/passwd",
    "/etc/passwd",
    "C:\\x.json",
    "a\\b.json",
    "%00.json",
    "%zz.json",
  ])("%s is refused", ($ref) => {
    const { diagnostics } = parse(tools({ type: "object", not: { $ref } }));
    expect(diagnostics).toMatchObject([{ code: "REF_NOT_LOCAL" }]);
  });
});
