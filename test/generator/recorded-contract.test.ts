import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { hasErrors } from "../../src/generator/diagnostic.js";
import type { Manifest } from "../../src/generator/manifest/manifest.js";
import { loadManifest } from "../../src/generator/pipeline.js";
import { contractFile } from "../../src/generator/recorded-contract.js";
import { project, shared } from "../support/project.js";
import { parse } from "./manifest/parse.js";

const cases = readdirSync(project("test/cases/build")).sort();
const servers = shared("corpus/servers");

/** The contract's text, read as a manifest and recorded again. */
function again(manifest: Manifest): { once: string; twice: string } {
  const { path, text } = contractFile(manifest);
  const read = parse(text, { file: path });
  expect(read.diagnostics.filter((one) => hasErrors([one]))).toEqual([]);
  return { once: text, twice: contractFile(read.manifest!).text };
}

describe("a recorded contract is a manifest that records itself", () => {
  test.each(cases)("%s", (name) => {
    const path = project("test/cases/build", name, "manifest.yaml");
    const { manifest } = loadManifest(path, "manifest.yaml");
    const { once, twice } = again(manifest!);
    expect(twice).toBe(once);
  });

  it.skipIf(servers === undefined)("for every captured server", () => {
    const files = readdirSync(servers!).sort();
    for (const file of files) {
      const text = readFileSync(join(servers!, file), "utf8");
      const { once, twice } = again(parse(text, { file }).manifest!);
      expect.soft(twice, file).toBe(once);
    }
  });
});

it("holds what peers see and nothing of the user's settings", () => {
  const { manifest } = parse(`
server: { name: files, version: 1.0.0, identify: discover }
protocol: { versions: ["2025-11-25"] }
emit: [server]
transports: [stdio]
out: gen
handlers: mine
tools:
  zap: { inputSchema: { type: object } }
  add: { as: plus, inputSchema: { type: object, properties: { b: {}, a: {} } } }
`);
  expect(contractFile(manifest!)).toEqual({
    path: "files.contract.json",
    owner: "generated",
    text: `{
  "features": [],
  "formats": "annotation",
  "listChanged": {
    "prompts": false,
    "resources": false,
    "tools": false
  },
  "protocol": {
    "versions": ["2025-11-25"]
  },
  "server": {
    "name": "files",
    "version": "1.0.0"
  },
  "tools": {
    "add": {
      "as": "plus",
      "inputSchema": {
        "properties": {
          "a": {},
          "b": {}
        },
        "type": "object"
      }
    },
    "zap": {
      "inputSchema": {
        "type": "object"
      }
    }
  },
  "transports": ["stdio"]
}
`,
  });
});
