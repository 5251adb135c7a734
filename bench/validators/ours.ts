import type { JsonValue } from "../../src/generator/json.js";
import {
  compileSchema,
  type CompiledSchema,
  type CompileRequest,
} from "../../src/generator/jsonschema/compile.js";
import { accepts } from "../../src/generator/jsonschema/form/judge.js";
import { readSchemas } from "../../src/generator/jsonschema/read/read.js";
import type { Schema } from "../../src/generator/jsonschema/form/schema.js";
import { createNames } from "../../src/generator/names.js";
import type { Issue } from "../../src/runtime/validate.js";
import { load, type Check } from "../../test/support/compiled-schema.js";
import type { SuiteGroup } from "../../test/support/json-schema-suite.js";
import {
  assertsFormats,
  type Exam,
  type Open,
  type Verdict,
} from "./contender.js";

/**
 * mcpgen: the emitted validator of each schema, all in one module as a build prints
 * them. Its three ways to judge count as one: where they differ there is no verdict.
 */
export const openOurs: Open = async (exam) => {
  const wanted = exam.groups.map((_, index) => `S${index}`);
  const names = createNames(wanted);
  const compiled = new Map<SuiteGroup, CompiledSchema>();
  const failures = new Map<SuiteGroup, unknown>();
  exam.groups.forEach((group, index) => {
    const request: CompileRequest = {
      name: `S${index}`,
      schema: group.schema,
      documents: exam.documents,
      formats: assertsFormats(group) ? "assertion" : "annotation",
    };
    try {
      compiled.set(group, compileSchema(request, names));
    } catch (error) {
      failures.set(group, error);
    }
  });
  const checks = await load([...compiled.values()]);
  const byGroup = new Map(
    [...compiled.keys()].map((group, index) => [group, checks[index]!]),
  );
  return (group) => {
    const check = byGroup.get(group);
    if (check === undefined) throw failures.get(group);
    const root = readRoot(group, exam);
    return (instance) => judge(check, root, instance);
  };
};

function readRoot(group: SuiteGroup, { documents }: Exam): Schema {
  const { schema } = group;
  const base = "schema:///";
  const formats = { assertsFormats: assertsFormats(group) };
  return readSchemas({ schema, base, documents, ...formats }).schemas[0]!;
}

function judge(check: Check, root: Schema, instance: JsonValue): Verdict {
  const verdict = check(instance);
  const issues: Issue[] = [];
  const withIssues = check(instance, issues);
  const interpreted = accepts(root, instance);
  if (
    withIssues === verdict &&
    (issues.length === 0) === verdict &&
    interpreted === verdict
  )
    return verdict;
  return `boolean ${verdict}, with issues ${withIssues} (${issues.length} listed), interpreted ${interpreted}`;
}
