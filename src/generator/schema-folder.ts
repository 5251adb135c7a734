import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { byCodeUnit } from "./json.js";

/** The schema folder that comes with the package: two levels up from here, in `src` and in `dist` alike. */
export const bundledSchemas = fileURLToPath(
  new URL("../../schema", import.meta.url),
);

/** Name of the folder with the user's own protocol versions, beside the manifest. */
export const ownSchemasName = "schema";

/** What a version's folder may hold; `schema.json` makes it a version. */
export const versionFiles = [
  "schema.json",
  "wire.json",
  "corrections.json",
] as const;

/** One of the files of a version. */
export type VersionFile = (typeof versionFiles)[number];

/** True for what may name a version: a date, or `DRAFT-`, and what follows it. The folder may hold other things. */
export function isVersionName(name: string): boolean {
  return /^(?:\d{4}-\d{2}-\d{2}|DRAFT-)[A-Za-z0-9._-]*$/.test(name);
}

/** The versions that a schema folder holds, sorted; none where there is no such folder. */
export function versionsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(
      (name) =>
        isVersionName(name) && existsSync(join(folder, name, "schema.json")),
    )
    .sort(byCodeUnit);
}

/** The user's schemas beside a manifest; undefined where there are none, or where they are those of the package. */
export function ownSchemasIn(manifestFolder: string): string | undefined {
  const folder = join(manifestFolder, ownSchemasName);
  if (versionsIn(folder).length === 0) return undefined;
  return realpathSync(folder) === realpathSync(bundledSchemas)
    ? undefined
    : folder;
}
