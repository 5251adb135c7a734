import { isJsonObject, type JsonValue, member } from "../json.js";
import { isVersionName } from "../schema-folder.js";

/**
 * The version that a schema's `$id` or its path or address names, as
 * `…/schema/2025-11-25/schema.json` does; undefined where neither does: the files
 * themselves do not say it.
 */
export function versionNamedBy(
  path: string,
  schema: JsonValue | undefined,
): string | undefined {
  const id = isJsonObject(schema) ? member(schema, "$id") : undefined;
  return [typeof id === "string" ? id : "", path]
    .flatMap((name) => name.split(/[/\\]/).reverse())
    .map((part) => part.replace(/\.json$/, ""))
    .find(isVersionName);
}
