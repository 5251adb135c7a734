import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { readProtocols } from "../../src/generator/protocol/read-protocols.js";

const version = "2026-07-28";
const officialFolder =
  process.env["MCP_PROTOCOL_SCHEMA"] ??
  fileURLToPath(new URL("../../../shared/protocol-schema/", import.meta.url));
const examplesFolder = join(officialFolder, version, "examples");
const hasExamples = existsSync(examplesFolder);
if (!hasExamples) {
  console.log(
    `The published examples of ${version} are not checked: set MCP_PROTOCOL_SCHEMA to the folder that holds ${version}/examples.`,
  );
}

const { protocols } = readProtocols(undefined, [version]);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(protocols[0]?.document ?? {}, "protocol");

function accepts(definition: string, value: unknown): boolean {
  const validate = ajv.getSchema(`protocol#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`no definition ${definition}`);
  return validate(value) === true;
}

describe.skipIf(!hasExamples)("the corrected schema", () => {
  const examples = (hasExamples ? readdirSync(examplesFolder) : []).flatMap(
    (definition) =>
      readdirSync(join(examplesFolder, definition)).map(
        (file) => [definition, file] as const,
      ),
  );

  it("meets all published examples", () => {
    expect(examples).toHaveLength(129);
  });

  it.each(examples)("accepts %s/%s", (definition, file) => {
    const text = readFileSync(join(examplesFolder, definition, file), "utf8");
    expect(accepts(definition, JSON.parse(text))).toBe(true);
  });
});

describe("the corrections", () => {
  it("let null and fractions through", () => {
    expect(accepts("JSONValue", { deep: [null, 1.5] })).toBe(true);
    expect(
      accepts("ClientCapabilities", {
        experimental: { x: { y: null, z: 1.5 } },
      }),
    ).toBe(true);
    expect(
      accepts("ElicitResult", { action: "accept", content: { score: 95.5 } }),
    ).toBe(true);
  });

  it("leave ids and tokens whole", () => {
    expect(accepts("RequestId", 1.5)).toBe(false);
    expect(accepts("ProgressToken", null)).toBe(false);
  });
});
