import { isObject, type JsonObject } from "./json-rpc.js";
import type { ServerProfile } from "./profile.js";

/**
 * Content blocks as one version has them (server/tools, Tool Result). Clients refuse
 * a whole result for one block of a type that came later, so it is told of in words:
 * a link by its URI, other media by what they are.
 */
export function shownContent(
  content: readonly unknown[],
  { contentTypes }: ServerProfile,
): readonly unknown[] {
  return content.map((block) => {
    const type = isObject(block) ? block["type"] : undefined;
    return typeof type !== "string" || contentTypes.includes(type)
      ? block
      : { type: "text", text: inWords(type, block as JsonObject) };
  });
}

function inWords(type: string, { uri, mimeType }: JsonObject): string {
  if (typeof uri === "string") return uri;
  return typeof mimeType === "string" ? `[${type}: ${mimeType}]` : `[${type}]`;
}
