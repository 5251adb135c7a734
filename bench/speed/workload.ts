import type { JsonObject, JsonValue } from "../../src/generator/json.js";
import { corpusTools } from "../../test/support/corpus.js";
import { drawInstance } from "../../test/support/instances.js";
import { hintsOf, mutate } from "../../test/support/mutations.js";
import { draftOf, openAjv } from "../../test/support/oracles.js";
import { openRandom, type Random } from "../../test/support/random.js";
import { realisticTools } from "../realistic-tools.js";

/** A schema and instances that Ajv gives their verdicts. */
export type Subject = {
  readonly schema: JsonObject;
  readonly valid: readonly JsonValue[];
  readonly invalid: readonly JsonValue[];
};

/** Schemas to be measured together. */
export type Workload = "realistic" | "corpus";

const toolCount = 100;
const instanceCount = 5;
const maxTries = 200;

/** The input schemas of 100 tools, the same in every process; undefined where the corpus is absent. */
export function schemasOf(
  workload: Workload,
): readonly JsonObject[] | undefined {
  const tools =
    workload === "realistic" ? realisticTools(toolCount) : corpusTools();
  return tools && sample(tools.map((tool) => tool.inputSchema));
}

/** Each schema with five instances of either verdict, fewer where nothing is refused. */
export function subjectsOf(schemas: readonly JsonObject[]): readonly Subject[] {
  return schemas.map((schema, index) => subjectOf(schema, openRandom(index)));
}

function sample(schemas: readonly JsonObject[]): readonly JsonObject[] {
  const random = openRandom(1);
  const left = [...schemas];
  return Array.from({ length: Math.min(toolCount, left.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat();
}

function subjectOf(schema: JsonObject, random: Random): Subject {
  const draft = draftOf(schema);
  const accepts = openAjv(draft).compile(schema);
  const hints = hintsOf(schema);
  const valid: JsonValue[] = [];
  const invalid: JsonValue[] = [];
  for (let tries = 0; tries < maxTries; tries++) {
    const drawn = drawInstance(schema, draft, random);
    const changed = mutate(drawn, hints, random);
    for (const value of [drawn, changed]) {
      const list = accepts(value) ? valid : invalid;
      if (list.length < instanceCount) list.push(value);
    }
    if (Math.min(valid.length, invalid.length) === instanceCount) break;
  }
  return { schema, valid, invalid };
}
