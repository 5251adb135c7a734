import { isJsonObject, member, type JsonObject } from "./json.js";

const hints: readonly (readonly [
  name: string,
  value: boolean,
  text: string,
])[] = [
  ["readOnlyHint", true, "Only reads."],
  ["destructiveHint", true, "May destroy data."],
  ["idempotentHint", true, "Calling it twice has the effect of one call."],
];

/** The JSDoc lines of an entry: its title, its description, what its annotations promise, and the scopes that it needs. */
export function entryDoc(
  entry: JsonObject,
  scopes: readonly string[] = [],
): readonly string[] {
  const given = member(entry, "annotations");
  const title =
    text(entry, "title") ??
    // where tools had their titles before they had a field for it
    (isJsonObject(given) ? text(given, "title") : undefined);
  const description = text(entry, "description");
  const promises = annotations(entry);
  const blocks = [
    title === undefined || title === description ? [] : [title],
    description === undefined ? [] : description.split("\n"),
    promises.length === 0 ? [] : [promises.join(" ")],
    scopes.length === 0 ? [] : [`Needs the OAuth scopes: ${scopes.join(" ")}`],
  ].filter((block) => block.length > 0);
  return blocks.flatMap((block, index) =>
    index === 0 ? block : ["", ...block],
  );
}

function text(entry: JsonObject, key: string): string | undefined {
  const value = member(entry, key);
  return typeof value === "string" && value.trim() !== ""
    ? value.trim()
    : undefined;
}

function annotations(entry: JsonObject): readonly string[] {
  const value = member(entry, "annotations");
  if (!isJsonObject(value)) return [];
  return hints
    .filter(([name, wanted]) => member(value, name) === wanted)
    .map(([, , sentence]) => sentence);
}
