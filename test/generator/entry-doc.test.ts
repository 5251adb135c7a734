import { expect, test } from "vitest";
import { entryDoc } from "../../src/generator/entry-doc.js";
import type { JsonObject } from "../../src/generator/json.js";

const cases: readonly (readonly [JsonObject, readonly string[]])[] = [
  [{}, []],
  [{ title: " " }, []],
  [{ title: "Weather" }, ["Weather"]],
  [{ description: "Tells it." }, ["Tells it."]],
  [
    { title: "Weather", description: "Tells it." },
    ["Weather", "", "Tells it."],
  ],
  [{ title: "Same", description: "Same" }, ["Same"]],
  [{ description: "One\n\nTwo\n" }, ["One", "", "Two"]],
  [{ annotations: { readOnlyHint: true } }, ["Only reads."]],
  [{ annotations: { readOnlyHint: false } }, []],
  [{ annotations: { destructiveHint: true } }, ["May destroy data."]],
  [
    {
      title: "T",
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    ["T", "", "May destroy data. Calling it twice has the effect of one call."],
  ],
  [{ title: 1, description: null, annotations: "x" }, []],
];

test.each(cases)("%j", (entry, lines) => {
  expect(entryDoc(entry)).toEqual(lines);
});

test("a title that the annotations hold stands in for a missing one", () => {
  expect(entryDoc({ annotations: { title: "Weather" } })).toEqual(["Weather"]);
  const both = { title: "Mine", annotations: { title: "Other" } };
  expect(entryDoc(both)).toEqual(["Mine"]);
});
