/** json-schema-to-typescript on every input schema of a manifest: the process that is measured. */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import type { Tool } from "../realistic-tools.js";

const { tools } = JSON.parse(readFileSync("manifest.json", "utf8")) as {
  readonly tools: readonly Tool[];
};
const types: string[] = [];
for (const { name, inputSchema } of tools) {
  types.push(await compile(inputSchema, name));
}
writeFileSync("types.ts", types.join("\n"));
