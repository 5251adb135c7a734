import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder, without a slash at the end. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(
  /[\\/]$/,
  "",
);

/** A path below the project's root. */
export function project(...parts: string[]): string {
  return join(root, ...parts);
}

const missing = new Set<string>();

/**
 * A file or folder of the optional corpora that stand beside the project, in
 * `../shared`; undefined, with the reason printed once, where it is not there. An
 * environment variable that names another place is believed: what lacks there fails.
 */
export function shared(path: string, variable?: string): string | undefined {
  const elsewhere = variable === undefined ? undefined : process.env[variable];
  if (elsewhere !== undefined) return elsewhere;
  const found = join(root, "..", "shared", path);
  if (existsSync(found)) return found;
  if (!missing.has(path)) {
    missing.add(path);
    const hint = variable === undefined ? "" : `; ${variable} may name it`;
    console.warn(
      `left out: ../shared/${path} is not beside the project${hint}`,
    );
  }
  return undefined;
}
