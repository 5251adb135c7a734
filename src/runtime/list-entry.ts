import type { ListEntry } from "./catalogue.js";
import { isObject, type JsonObject } from "./json-rpc.js";
import type { ListingFacts } from "./profile.js";

/**
 * An entry of the manifest as a list of one version shows it. `wrapped` says that a
 * tool's output is no object, which some versions carry as `{ result }`.
 */
export function shownEntry(
  entry: ListEntry,
  profile: ListingFacts,
  wrapped = false,
): ListEntry {
  return withOutput(known(entry, profile), profile, wrapped);
}

/** Leaves out what the version does not know. Titles stay: they are harmless, and people read them. */
function known(entry: ListEntry, profile: ListingFacts): ListEntry {
  const { icons, annotations, execution, ...rest } = entry;
  const shown: { name: string; [key: string]: unknown } = rest;
  if (profile.icons && icons !== undefined) shown["icons"] = icons;
  // Resources had annotations from the start; only those of tools came later.
  const annotated = profile.toolAnnotations || !("inputSchema" in entry);
  if (annotated && annotations !== undefined)
    shown["annotations"] = annotations;
  if (profile.toolExecution && execution !== undefined)
    shown["execution"] = execution;
  return shown;
}

/** The entry with the output schema that the version allows (server/tools, Output Schema). */
function withOutput(
  entry: ListEntry,
  profile: ListingFacts,
  wrapped: boolean,
): ListEntry {
  const { outputSchema, ...rest } = entry;
  if (outputSchema === undefined || profile.outputSchema === undefined)
    return rest;
  if (profile.outputSchema === "any" || !isObject(outputSchema)) return entry;
  if (!wrapped)
    return { ...rest, outputSchema: { ...outputSchema, type: "object" } };
  // An $id of its own keeps the schema's `#/…` references pointing into itself.
  const inner = {
    $id: `urn:mcp:output:${encodeURIComponent(entry.name)}`,
    ...withoutRootRef(outputSchema),
  };
  const { $schema } = outputSchema;
  return {
    ...rest,
    outputSchema: {
      ...($schema === undefined ? {} : { $schema }),
      type: "object",
      properties: { result: inner },
      required: ["result"],
    },
  };
}

/**
 * The schema with its root `$ref` one level down: old dialects ignore an `$id` beside a
 * `$ref`, and Ajv, which official clients use, never comes back from the two together.
 */
function withoutRootRef({ $ref, ...schema }: JsonObject): JsonObject {
  if ($ref === undefined) return schema;
  const before = schema["allOf"];
  const allOf: readonly unknown[] = Array.isArray(before) ? before : [];
  return { ...schema, allOf: [...allOf, { $ref }] };
}
