import { hashText } from "../hash.js";
import { member, type JsonObject, type JsonValue } from "../json.js";
import { readSchemas } from "../jsonschema/read/read.js";
import type { Schema } from "../jsonschema/form/schema.js";
import type { Manifest, ManifestTool } from "../manifest/manifest.js";
import { drawValue } from "./draw.js";
import { madeWords } from "./made-text.js";
import { randomOf, type Random } from "./random.js";

type Handler = (input: JsonValue) => unknown;
type Group = { readonly [name: string]: Handler };

/** Made-up handlers for every entry of a manifest, as the emitted server takes them. */
export type MockHandlers = {
  readonly tools: Group;
  readonly prompts: Group;
  readonly resources: Group;
  readonly resourceTemplates: Group;
};

/**
 * Handlers whose answers fit their schemas and follow from the seed, the entry and
 * the input alone. `refuse` makes the error for a tool whose outputSchema no value was
 * found for.
 */
export function mockHandlers(
  manifest: Manifest,
  seed: number,
  refuse: (text: string) => Error,
): MockHandlers {
  const randomFor = (kind: string, name: string, input: JsonValue): Random => {
    const key = JSON.stringify([seed, kind, name, input]);
    return randomOf(Number.parseInt(hashText(key).slice(0, 8), 16));
  };
  const group = <Entry extends { readonly name: string }>(
    kind: string,
    entries: readonly Entry[],
    answer: (entry: Entry) => (random: Random, input: JsonValue) => unknown,
  ): Group =>
    Object.fromEntries(
      entries.map((entry) => {
        const made = answer(entry);
        const handler: Handler = (input) =>
          made(randomFor(kind, entry.name, input), input);
        return [entry.name, handler] as const;
      }),
    );
  const read = ({ entry }: { readonly entry: JsonObject }) => {
    const type = member(entry, "mimeType");
    const mimeType = typeof type === "string" ? type : "";
    return (random: Random) => madeContents(mimeType, random);
  };
  return {
    tools: group("tool", manifest.tools, (tool) => toolAnswer(tool, refuse)),
    prompts: group(
      "prompt",
      manifest.prompts,
      ({ name }) =>
        (random, input) =>
          `${name} ${JSON.stringify(input)}: ${madeWords(random, 8)}`,
    ),
    resources: group("resource", manifest.resources, read),
    resourceTemplates: group("template", manifest.resourceTemplates, read),
  };
}

function toolAnswer(
  { name, outputSchema }: ManifestTool,
  refuse: (text: string) => Error,
): (random: Random) => unknown {
  if (outputSchema === undefined) return (random) => madeWords(random, 8);
  const schema = formOf(outputSchema);
  return (random) => {
    const value = drawValue(schema, random);
    if (value !== undefined) return value;
    throw refuse(`mcpgen found no value for the outputSchema of ${name}`);
  };
}

/** Bytes for what is no text. */
function madeContents(mimeType: string, random: Random): string | Uint8Array {
  const text = madeWords(random, 8);
  if (/\bjson\b/.test(mimeType)) return JSON.stringify({ text });
  if (mimeType === "" || mimeType.startsWith("text/")) return text;
  return new TextEncoder().encode(text);
}

function formOf(schema: JsonValue): Schema {
  const { schemas } = readSchemas({
    schema,
    base: "schema:///",
    documents: new Map(),
    assertsFormats: false,
  });
  const [root] = schemas;
  if (root === undefined) throw new Error("no root; this is a bug in mcpgen");
  return root;
}
