import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { byCodeUnit } from "./json.js";

/** The package's own folder, from `src` and from `dist` alike. */
const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

/** False in a clone of mcpgen itself: there the generator changes while its version stays. */
export const isReleased = !existsSync(join(packageFolder, "src/generator"));

/** Hash over the generator's version and the protocol schemas that come with it. */
export function fingerprint(): string {
  const hash = createHash("sha256").update(version());
  const schemas = join(packageFolder, "schema");
  const names = readdirSync(schemas, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort(byCodeUnit);
  for (const name of names) {
    for (const file of readdirSync(join(schemas, name)).sort(byCodeUnit)) {
      const bytes = readFileSync(join(schemas, name, file));
      hash.update(`\0${name}/${file}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest("hex");
}

/** The version of mcpgen, as its package says it. */
export function version(): string {
  const text = readFileSync(join(packageFolder, "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
