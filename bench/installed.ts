import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { project } from "../test/support/project.js";

/** Where peers may be installed: with the project, or by `npm run bench:peers`. */
const homes = [project(), project("bench/peers")];

/** The version of an installed package; undefined where it is not installed. */
export function installed(name: string): string | undefined {
  const home = homeOf(name);
  if (home === undefined) return undefined;
  const file = join(home, "node_modules", name, "package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly version: string;
  };
  return version;
}

/** Imports a peer, or a module of it, that the compiler of this project does not see. */
export async function importPeer<Module>(
  name: string,
  path = "",
): Promise<Module> {
  const home = homeOf(name);
  if (home === undefined) throw new Error(`${name} is not installed`);
  const require = createRequire(join(home, "package.json"));
  const file = require.resolve(name + path);
  return (await import(pathToFileURL(file).href)) as Module;
}

/** The folder whose node_modules has a package. */
export function homeOf(name: string): string | undefined {
  return homes.find((home) => existsSync(join(home, "node_modules", name)));
}
