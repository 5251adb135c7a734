import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/generator/json.js";
import { accepts } from "../../../src/generator/jsonschema/form/judge.js";
import { readSchemas } from "../../../src/generator/jsonschema/read/read.js";
import {
  drafts,
  suiteDocuments,
  suiteFolder,
  suiteGroups,
  type Draft,
} from "../../support/json-schema-suite.js";
import { compileMany, load } from "../../support/compiled-schema.js";

const suite = suiteFolder();

describe.skipIf(suite === undefined)(
  "the official suite (beside the project)",
  () => {
    for (const draft of Object.keys(drafts) as Draft[]) {
      test(draft, { timeout: 120_000 }, async () => {
        const groups = suiteGroups(suite ?? "", draft);
        const documents = suiteDocuments(suite ?? "");
        const schemas = groups.map(({ schema }) => schema);
        const checks = await load(compileMany(schemas, { documents }));
        const wrong: string[] = [];
        let count = 0;
        groups.forEach((group, index) => {
          const check = checks[index];
          const schema = schemas[index] as JsonValue;
          const read = readSchemas({ schema, base: "x:/", documents });
          for (const { description, data, valid } of group.tests) {
            count++;
            const title = `${group.file}: ${group.description}: ${description}`;
            const issues: never[] = [];
            if (check?.(data) !== valid) wrong.push(title);
            if (check?.(data, issues) !== valid)
              wrong.push(`${title} (issues)`);
            if (valid === issues.length > 0) wrong.push(`${title} (list)`);
            const root = read.schemas[0];
            if (root === undefined || accepts(root, data) !== valid) {
              wrong.push(`${title} (judge)`);
            }
          }
        });
        console.info(`${draft}: ${count} cases`);
        expect(count).toBeGreaterThan(900);
        expect(wrong).toEqual([]);
      });
    }
  },
);
