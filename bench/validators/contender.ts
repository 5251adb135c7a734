import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonValue } from "../../src/generator/json.js";
import { project } from "../../test/support/project.js";
import {
  suiteDocuments,
  suiteFolder,
  suiteGroups,
  type Draft,
  type SuiteGroup,
} from "../../test/support/json-schema-suite.js";

/** The verdict on an instance; a text says why there is none. */
export type Verdict = boolean | string;

export type Check = (instance: JsonValue) => Verdict;

/** Everything that a contender is to judge. */
export type Exam = {
  readonly draft: Draft;
  readonly groups: readonly SuiteGroup[];
  readonly documents: ReadonlyMap<string, JsonValue>;
};

/** Compiles the schema of one group; may throw, which fails the group's tests. */
export type Compile = (group: SuiteGroup) => Check | Promise<Check>;

/** Gets ready for a draft: imports the package, registers documents. */
export type Open = (exam: Exam) => Compile | Promise<Compile>;

/** The required groups of a draft, then the optional ones. */
export function examOf(draft: Draft): Exam {
  const folder = suiteFolder();
  if (folder === undefined) throw new Error("the suite is not at hand");
  const groups = [false, true].flatMap((optional) =>
    suiteGroups(folder, draft, optional),
  );
  return { draft, groups, documents: suiteDocuments(folder) };
}

/** `format` is an annotation by default; these files of the suite ask for it as an assertion. */
export function assertsFormats({ file }: SuiteGroup): boolean {
  return file.startsWith("optional/format/");
}

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

function homeOf(name: string): string | undefined {
  return homes.find((home) => existsSync(join(home, "node_modules", name)));
}
