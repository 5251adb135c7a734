import { isCollection, isSeq } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { entryKinds, type Feature } from "../manifest/manifest.js";
import type { PulledServer } from "./pull-server.js";
import { newDocument, pairOf, printDocument } from "./yaml-text.js";

/** The words by which a manifest is known for one that `pull` keeps up to date. */
const mark = "mcpgen pull";

const header = ` yaml-language-server: $schema=./node_modules/mcpgen/schema/manifest.schema.json

 What a live server said of itself. "${mark}" wrote this file and brings the entries
 up to date; comments, settings and keys of your own (as, open, task) stay.`;

/** Whether `pull` wrote the file, or was told to keep it. */
export function isPulled(text: string): boolean {
  return new RegExp(`^#.*\\b${mark}\\b`, "m").test(text);
}

/** The text with the words by which `pull` knows it. */
export function markPulled(text: string): string {
  const line = `# "${mark}" keeps the entries of this file up to date.\n`;
  return isPulled(text) ? text : line + text;
}

/**
 * The manifest of a server that was never pulled before: a client for what the server
 * offers, over the transport that it was reached by.
 */
export function newManifest(
  { server, lists, capabilities }: PulledServer,
  transport: "stdio" | "http",
): string {
  const features = featuresOf(capabilities);
  const changing = (["tools", "prompts", "resources"] as const).filter((list) =>
    isOn(capabilities[list], "listChanged"),
  );
  const settings: JsonObject = {
    emit: ["client"],
    transports: [transport],
    ...(features.length > 0 && { features }),
    ...(changing.length > 0 && {
      listChanged: Object.fromEntries(changing.map((list) => [list, true])),
    }),
  };
  const document = newDocument();
  document.commentBefore = header;
  document.add(pairOf(document, "server", server));
  for (const [key, value] of Object.entries(settings)) {
    const pair = pairOf(document, key, value, key === "emit");
    if (isCollection(pair.value)) pair.value.flow = true;
    document.add(pair);
  }
  for (const kind of entryKinds) {
    if (lists[kind].length === 0) continue;
    const pair = pairOf(document, kind, lists[kind], true);
    if (isSeq(pair.value)) {
      for (const item of pair.value.items.slice(1))
        if (isCollection(item)) item.spaceBefore = true;
    }
    document.add(pair);
  }
  return printDocument(document);
}

/** What the server can do beyond its lists, as far as a client has to be built for it. */
function featuresOf(capabilities: JsonObject): readonly Feature[] {
  const features: readonly (readonly [Feature, boolean])[] = [
    ["logging", isJsonObject(capabilities["logging"])],
    ["completion", isJsonObject(capabilities["completions"])],
    ["subscribe", isOn(capabilities["resources"], "subscribe")],
  ];
  return features.filter(([, has]) => has).map(([feature]) => feature);
}

function isOn(capability: JsonValue | undefined, name: string): boolean {
  return isJsonObject(capability) && capability[name] === true;
}
