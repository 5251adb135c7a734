import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { definitions } from "../schema/source/index.js";
import { printSchemas } from "../scripts/generate-schema.js";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../src/generator/json.js";
import { structureHash } from "../src/generator/protocol/structure-hash.js";
import { shared } from "./support/project.js";

/** The canonical structure of the published files. */
const published = [
  [
    "2024-11-05",
    79,
    "32479960b553f8ac9263c12dcc1d5b5cf264b354437bfedf1cbcd98e1c88e952",
  ],
  [
    "2025-03-26",
    83,
    "9ad7ee34400db4c18418252bd10a8f9151035f039ce87d607459c35f702f9535",
  ],
  [
    "2025-06-18",
    91,
    "4dcc12216813c991ba77c24be25e27cb8bc321c4b1de96ce9b6eb07224ad455a",
  ],
  [
    "2025-11-25",
    145,
    "f09386cd771b71505dff1f0a02041f5f65fdc679b5412fd6df6d11cbb2221e0c",
  ],
  [
    "2026-07-28",
    155,
    "90793cec89e00b21d24a6769c6d8f5aa7c5730c270d557d701875b4f655c7106",
  ],
] as const;

const schemaFolder = fileURLToPath(new URL("../schema/", import.meta.url));
const officialFolder = shared("protocol-schema", "MCP_PROTOCOL_SCHEMA");

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
}

describe.each(published)("schema %s", (version, count, sha256) => {
  const ours = read(`${schemaFolder}/${version}/schema.json`);

  it("states the published facts", () => {
    expect(structureHash(ours)).toBe(sha256);
  });

  it("stands in the index with the same facts", () => {
    const index = read(`${schemaFolder}/index.json`);
    expect(index["versions"]).toContainEqual({
      version,
      file: `${version}/schema.json`,
      dialect: ours["$schema"],
      definitions: count,
      sha256,
    });
  });

  it("describes each definition in one line", () => {
    const named = ours["$defs"] ?? ours["definitions"];
    const described = Object.values(named as JsonObject).map(
      (schema) => isJsonObject(schema) && schema["description"],
    );
    expect(
      described.filter(
        (line) => typeof line !== "string" || !/^[^\n]+\.$/.test(line),
      ),
    ).toEqual([]);
  });

  it.skipIf(officialFolder === undefined)("equals the published file", () => {
    const official = read(`${officialFolder ?? ""}/${version}/schema.json`);
    expect(structureHash(official)).toBe(structureHash(ours));
  });

  it.skipIf(officialFolder === undefined)(
    "has no sentence of the published file",
    () => {
      const official = read(`${officialFolder ?? ""}/${version}/schema.json`);
      const theirs = descriptionsOf(official).map(words);
      expect(
        descriptionsOf(ours).filter((line) =>
          theirs.some((text) => text.includes(words(line))),
        ),
      ).toEqual([]);
    },
  );
});

/** Every description in a schema. */
function descriptionsOf(value: JsonValue): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue) => descriptionsOf(item));
  if (!isJsonObject(value)) return [];
  const own = value["description"];
  return [
    ...(typeof own === "string" ? [own] : []),
    ...Object.values(value).flatMap(descriptionsOf),
  ];
}

/** A text without case, marks and line breaks, so that only its words count. */
function words(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}

describe("schema/source", () => {
  it("states each definition once", () => {
    const names = definitions.map((one) => one.name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("is what the committed files were printed from", () => {
    for (const { path, text } of printSchemas()) {
      const committed = readFileSync(`${schemaFolder}/${path}`, "utf8");
      expect(
        committed === text,
        `${path} is stale: run "npm run generate"`,
      ).toBe(true);
    }
  });
});

describe("structureHash", () => {
  it("ignores prose and the order of keys, and nothing else", () => {
    const plain = { type: "object", properties: { title: { type: "string" } } };
    const told = {
      properties: { title: { type: "string", description: "x" } },
      title: "y",
      type: "object",
    };
    const other = { type: "object", properties: {} };
    expect(structureHash(told)).toBe(structureHash(plain));
    expect(structureHash(other)).not.toBe(structureHash(plain));
  });
});
