import type { JsonValue } from "../../src/generator/json.js";
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
