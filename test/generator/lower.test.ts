import { describe, expect, test } from "vitest";
import { lower, type Lowered } from "../../src/generator/lower.js";
import { readProtocols } from "../../src/generator/protocol/read-protocols.js";
import type { Identifiers } from "../../src/generator/server-record.js";
import { parse } from "./manifest/parse.js";

function lowerText(yaml: string, recorded: Identifiers = {}): Lowered {
  const head = "server: { name: test-server, version: 1.0.0 }\n";
  const { manifest, locate, diagnostics } = parse(head + yaml);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual(
    [],
  );
  if (manifest === undefined) throw new Error("there is no manifest");
  const { protocols } = readProtocols(undefined, manifest.versions);
  return lower(manifest, protocols, recorded, (pointer) =>
    locate(pointer, "value"),
  );
}

const said = ({ diagnostics }: Lowered): readonly string[] =>
  diagnostics.map(({ code, severity, line }) => `${severity} ${code} ${line}`);

describe("what is wrong with a tool is said where it stands", () => {
  test("a header that nothing can carry", () => {
    const lowered = lowerText(`tools:
  a:
    inputSchema:
      type: object
      properties:
        list:
          type: array
          items: { type: string, x-mcp-header: Item }
`);
    expect(said(lowered)).toEqual(["error TOOL_HEADER_INVALID 9"]);
  });

  test("a default that its own schema refuses", () => {
    const lowered = lowerText(`tools:
  a:
    inputSchema:
      type: object
      properties:
        n: { type: integer, default: ten }
`);
    expect(said(lowered)).toEqual(["warning SCHEMA_DEFAULT_INVALID 7"]);
  });

  test("a reference that leads nowhere, without hiding what follows", () => {
    const lowered = lowerText(`tools:
  a: { inputSchema: { type: object, properties: { x: { $ref: "#/nowhere" } } } }
  b: { inputSchema: { type: object, properties: { x: { $ref: "#/either" } } } }
`);
    expect(said(lowered)).toEqual([
      "error SCHEMA_REF_DANGLING 3",
      "error SCHEMA_REF_DANGLING 4",
    ]);
  });

  test("a newcomer that would be named like a known tool", () => {
    const text = `tools:
  get_user: { inputSchema: { type: object } }
  get-user: { inputSchema: { type: object } }
`;
    const recorded = { tools: { get_user: "getUser" } };
    expect(said(lowerText(text, recorded))).toEqual([
      "error IDENTIFIER_CLASH 4",
    ]);
    expect(said(lowerText(text))).toEqual([]);
  });
});

describe("the contract", () => {
  test.each([
    ["{ type: object }", false],
    ["{ type: array }", true],
    ['{ type: [object, "null"] }', true],
    ["{ anyOf: [{ type: object }] }", false],
    ["{ anyOf: [{ type: object }, { type: array }] }", true],
    ['{ $ref: "#/$defs/a", $defs: { a: { type: object } } }', false],
    ['{ $ref: "#/$defs/a", $defs: { a: { type: string } } }', true],
    ["{}", true],
  ])("wraps the output %s: %s", (schema, wrapped) => {
    const { contract } = lowerText(`tools:
  a: { inputSchema: { type: object }, outputSchema: ${schema} }
`);
    expect(contract.tools[0]?.wrapped).toBe(wrapped);
  });

  test("has the server's name in Pascal case, and every kind of entry", () => {
    const { contract, identifiers } = lowerText(`
tools: { a_b: { inputSchema: { type: object } } }
prompts: { a_b: { arguments: [{ name: x, required: true, description: X }] } }
resources: { a_b: { uri: "x://a" } }
resourceTemplates: { c: { uriTemplate: "x://{id}" } }
`);
    expect(contract.title).toBe("TestServer");
    expect(contract.tools[0]?.input.name).toBe("ABInput");
    expect(contract.prompts[0]).toMatchObject({
      argumentsType: "ABArguments",
      arguments: [{ name: "x", required: true, list: false, doc: ["X"] }],
    });
    expect(contract.resources[0]?.identifier).toBe("aB");
    expect(contract.resourceTemplates[0]?.variablesType).toBe("CVariables");
    expect(Object.keys(identifiers).sort()).toEqual([
      "prompts",
      "resourceTemplates",
      "resources",
      "tools",
      "types",
    ]);
  });
});
