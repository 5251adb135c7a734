import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { manifestSources } from "../../../scripts/generate-manifest-types.js";
import { accept } from "./parse.js";

const root = new URL("../../../", import.meta.url);
const schema = JSON.parse(
  readFileSync(new URL("schema/manifest.schema.json", root), "utf8"),
) as object;

test("the types and the shape are printed from the schema", async () => {
  for (const [path, text] of await manifestSources()) {
    expect(readFileSync(new URL(path, root), "utf8")).toBe(text);
  }
});

test("every key has a description, for editors to show", () => {
  const bare: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (key === "properties") {
        for (const [name, one] of Object.entries(item as object)) {
          const told = one as { description?: string; $ref?: string };
          if (!told.description && !told.$ref) bare.push(`${path}/${name}`);
        }
      }
      walk(item, `${path}/${key}`);
    }
  };
  walk(schema, "");
  expect(bare).toEqual([]);
});

test("an editor and mcpgen accept the same manifest", () => {
  const validate = new Ajv2020({
    strictSchema: true,
    strictTypes: false,
  }).compile(schema);
  const manifest = {
    $schema: "./node_modules/mcpgen/schema/manifest.schema.json",
    server: {
      name: "weather",
      version: "1.0.0",
      title: "Weather",
      instructions: "Ask.",
      identify: "discover",
    },
    protocol: { versions: ["2026-07-28"] },
    emit: ["client", "server"],
    transports: ["http"],
    out: "gen",
    handlers: "src/handlers",
    features: ["elicitation", "tasks"],
    elicitations: {
      units: {
        message: "Which?",
        requestedSchema: {
          type: "object",
          properties: { u: { type: "string" } },
        },
      },
    },
    cache: { tools: { ttlMs: 1000, scope: "public" } },
    listChanged: { tools: true },
    validate: { client: "warn", server: { input: "error" } },
    importExtension: "ts",
    format: "prettier",
    auth: "oauth",
    tools: {
      t: {
        inputSchema: { type: "object" },
        outputSchema: {},
        as: "tool",
        open: true,
        scopes: ["s"],
        task: "required",
        annotations: { readOnlyHint: true },
        execution: {},
        icons: [{ src: "data:," }],
        _meta: {},
      },
    },
    resources: [
      { name: "r", uri: "x:1", size: 3, annotations: { priority: 0.5 } },
    ],
    resourceTemplates: { p: { uriTemplate: "x:{id}" } },
    prompts: { p: { arguments: [{ name: "a", required: true }] } },
  };
  expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
  expect(accept(manifest)).toBeDefined();
  expect(validate({ ...manifest, tool: [] })).toBe(false);
  expect(validate({ ...manifest, tools: [{ inputSchema: {} }] })).toBe(false);
});
