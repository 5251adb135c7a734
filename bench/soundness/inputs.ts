import { readFileSync } from "node:fs";
import type { JsonValue } from "../../src/generator/json.js";
import {
  suiteDocuments,
  suiteFolder,
  suiteGroups,
  type SuiteGroup,
} from "../../test/support/json-schema-suite.js";
import { shared } from "../../test/support/project.js";

/** A set of schemas with instances. */
export type Input = {
  readonly name: "draft2020-12" | "draft7" | "tricky";
  readonly groups: readonly SuiteGroup[];
  /** What references may lead to. */
  readonly documents: ReadonlyMap<string, JsonValue>;
};

/** Two drafts of the official suite and the tool-like schemas, as far as they stand beside the project. */
export function soundnessInputs(): readonly Input[] {
  const found: Input[] = [];
  const suite = suiteFolder();
  if (suite !== undefined) {
    const documents = suiteDocuments(suite);
    for (const name of ["draft2020-12", "draft7"] as const) {
      found.push({ name, groups: suiteGroups(suite, name), documents });
    }
  }
  const tricky = shared("corpus/tricky.json");
  if (tricky !== undefined) {
    const groups = JSON.parse(readFileSync(tricky, "utf8")) as SuiteGroup[];
    const named = groups.map((group) => ({ ...group, file: "tricky.json" }));
    found.push({ name: "tricky", groups: named, documents: new Map() });
  }
  return found;
}
