import { createHash, type Hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashText } from "./hash.js";
import {
  bundledSchemas,
  ownSchemasIn,
  versionFiles,
  versionsIn,
} from "./schema-folder.js";

/** The package's own folder, from `src` and from `dist` alike. */
const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

/** False in a clone of mcpgen itself: there the generator changes while its version stays. */
export const isReleased = !existsSync(join(packageFolder, "src/generator"));

/** Hash over the generator's version, the protocol schemas that come with it, and those beside the manifests of a folder. */
export function fingerprint(manifestFolder: string): string {
  const hash = createHash("sha256").update(version());
  addSchemas(hash, bundledSchemas);
  const own = ownSchemasIn(manifestFolder);
  if (own !== undefined) addSchemas(hash.update("\0own"), own);
  return hash.digest("hex");
}

function addSchemas(hash: Hash, folder: string): void {
  for (const name of versionsIn(folder)) {
    for (const file of versionFiles) {
      const path = join(folder, name, file);
      if (!existsSync(path)) continue;
      const text = hashText(readFileSync(path));
      hash.update(`\0${name}/${file}\0${text}`);
    }
  }
}

/** The version of mcpgen, as its package says it. */
export function version(): string {
  const text = readFileSync(join(packageFolder, "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
