import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/generator/json.js";
import { load } from "../../../src/generator/manifest/load.js";
import { newManifest } from "../../../src/generator/pull/new-manifest.js";
import { updateManifest } from "../../../src/generator/pull/update-manifest.js";
import type { PulledServer } from "../../../src/generator/pull/pull-server.js";

/** Text as strangers write it: controls, marks that turn text, halves of characters, YAML's own signs. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      ...Array.from(
        "\n\r\t :#-?&*!|>'\"%@`{}[],<~\\=\0\u0085\u2028\u202e\ufeff\ud800a0",
      ),
      "\u{e0041}",
      "<<",
      "---",
      "...",
      "null",
      "0x1",
      "${env:A}",
    ),
  }),
);

const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc
      .double({ noDefaultInfinity: true, noNaN: true })
      .map((one) => (one === 0 ? 0 : one)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const pulled = fc
  .record({ instructions: text, description: text, schema: value })
  .map(({ instructions, description, schema }): PulledServer => ({
    server: { name: "s", version: "1", instructions },
    lists: {
      tools: [
        {
          name: "t",
          description,
          inputSchema: { type: "object", x: schema },
        },
      ],
      prompts: [],
      resources: [],
      resourceTemplates: [],
    },
    broken: { tools: [], prompts: [], resources: [], resourceTemplates: [] },
    capabilities: {},
  }));

it("keeps every character of what a server says, new or brought up to date", () => {
  fc.assert(
    fc.property(pulled, pulled, (first, second) => {
      const text = newManifest(first, "stdio");
      const read = load("m.yaml", text);
      expect(read.diagnostics).toEqual([]);
      expect(read.value).toMatchObject({
        server: first.server,
        tools: first.lists.tools,
      });
      expect(text).not.toMatch(/[\0\r\u0085\u2028\u202e\ufeff\u{e0041}]/u);
      const updated = updateManifest(text, read.value as JsonObject, second);
      const { value } = load("m.yaml", updated ?? "");
      expect(value).toMatchObject({
        server: second.server,
        tools: second.lists.tools,
      });
    }),
    { numRuns: 80 },
  );
});
