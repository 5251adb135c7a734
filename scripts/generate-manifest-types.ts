import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { format } from "prettier";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const root = new URL("../", import.meta.url);
const schemaFile = new URL("schema/manifest.schema.json", root);
const header =
  '/* Printed from schema/manifest.schema.json by "npm run generate". Do not edit. */\n\n';

/** The files that follow from `schema/manifest.schema.json`: path from the project's root → text. */
export async function manifestSources(): Promise<ReadonlyMap<string, string>> {
  const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as Json;
  const bare = withoutProse(schema);
  const types = await compile(namedOnce(bare) as JSONSchema, "ManifestSource", {
    additionalProperties: true,
    bannerComment: header.trim(),
    format: false,
  });
  const { $defs, ...root } = bare as { [key: string]: Json };
  const definitions = `${header}import type { Shape } from "./shape.js";

/** The definitions of the manifest's schema without their prose. */
export const manifestDefinitions: NonNullable<Shape["$defs"]> = ${JSON.stringify($defs)};
`;
  const shape = `${header}import { manifestDefinitions } from "./manifest-definitions.js";
import type { Shape } from "./shape.js";

/** The schema of the manifest without its prose. */
export const manifestShape: Shape = { ...${JSON.stringify(root)}, $defs: manifestDefinitions };
`;
  const folder = "src/generator/manifest/";
  return new Map([
    [`${folder}manifest-source.ts`, await pretty(types)],
    [`${folder}manifest-definitions.ts`, await pretty(definitions)],
    [`${folder}manifest-shape.ts`, await pretty(shape)],
  ]);
}

/** Writes them. */
export async function generateManifestTypes(): Promise<void> {
  for (const [path, text] of await manifestSources()) {
    writeFileSync(fileURLToPath(new URL(path, root)), text);
  }
}

/** `required` beside a `$ref` would print the type a second time under a second name. */
function namedOnce(value: Json): Json {
  if (Array.isArray(value)) return value.map(namedOnce);
  if (typeof value !== "object" || value === null) return value;
  if (typeof value["$ref"] === "string") return { $ref: value["$ref"] };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, namedOnce(item)]),
  );
}

function pretty(text: string): Promise<string> {
  return format(text, { parser: "typescript" });
}

/** Descriptions are for editors; where they are names of properties they stay. */
function withoutProse(value: Json, names = false): Json {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) =>
      names ||
      !["description", "$schema", "$id"].includes(key) ||
      typeof item !== "string",
  );
  return Object.fromEntries(
    kept.map(([key, item]) => [
      key,
      withoutProse(item, !names && (key === "properties" || key === "$defs")),
    ]),
  );
}
