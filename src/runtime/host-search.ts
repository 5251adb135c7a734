import { isObject, type JsonObject } from "./json-rpc.js";

/** A tool in one line, for a model that then asks for those that it needs. */
export type ToolSummary = { readonly name: string; readonly summary: string };

/** What is searched of a tool: its name, the names of its parameters, its description. */
type Searched = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
};

const longestSummary = 120;

/** The first sentence or line of a description, without control characters. */
export function summaryOf(description: string): string {
  const [first = ""] = description.trim().split(/(?<=[.!?])\s|[\r\n]/, 1);
  // Control and invisible characters of a foreign text could hide in a line what it says.
  const plain = first.replace(/[\p{Cc}\p{Cf}]/gu, "");
  const characters = [...plain];
  return characters.length <= longestSummary
    ? plain
    : `${characters.slice(0, longestSummary - 1).join("")}…`;
}

/** The tools that have words of the query, best first; all of them for a query without words. */
export function searchIn<Tool extends Searched>(
  tools: readonly Tool[],
  query: string,
): readonly Tool[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return tools;
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

/** A word counts most in a name, and half where it only begins one. */
function scoreOf(
  { name, description, inputSchema }: Searched,
  wanted: readonly string[],
): number {
  const { properties } = inputSchema;
  const parameters = isObject(properties) ? Object.keys(properties) : [];
  const fields: readonly (readonly [string, number])[] = [
    [name, 4],
    [parameters.join(" "), 2],
    [description, 2],
  ];
  let score = 0;
  for (const [text, weight] of fields) {
    const words = wordsOf(text);
    for (const word of wanted) {
      if (words.includes(word)) score += weight;
      else if (words.some((one) => one.startsWith(word))) score += weight / 2;
    }
  }
  return score;
}

/** Lower-case words; `camelCase` is two. */
function wordsOf(text: string): readonly string[] {
  const apart = text.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ");
  return apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
