import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../src/generator/json.js";
import { explain, type Explanation } from "./disagreements.js";
import { drawInstance } from "./instances.js";
import { hintsOf, mutate } from "./mutations.js";
import { openRandom } from "./random.js";
import { randomSchema, type RandomSchema } from "./random-schemas.js";
import {
  isAgreed,
  judgeTrials,
  type Judged,
  type Judgement,
  type Trial,
} from "./schema-trial.js";
import { shrink } from "./shrink.js";

/** How much to try. */
export type FuzzOptions = {
  /** Pairs of a schema and an instance; rounded up to whole schemas, of ten instances each. */
  readonly pairs: number;
  readonly seed: number;
  /** No further batch starts after so many seconds. Default none. */
  readonly seconds?: number;
  /** Sees each batch with what everybody said. */
  readonly onBatch?: (batch: readonly Judged[], soFar: FuzzResult) => void;
};

/** What came of it. */
export type FuzzResult = {
  schemas: number;
  pairs: number;
  /** Pairs of which the instance is valid. */
  valid: number;
  /** How often each fault of an oracle explained a difference. */
  readonly explained: Map<string, number>;
  /** What nothing explains, as small as it gets. */
  readonly unexplained: Disagreement[];
};

/** A schema and an instance that somebody judges differently. */
export type Disagreement = Trial & { readonly judgement: Judgement };

const schemasPerBatch = 200;
const instancesPerSchema = 10;

/** Small instances: some random schemas take time that doubles with each level. */
const maxParts = 80;

/** More disagreements than this are not made small: they have one cause, or the day is lost anyway. */
const maxShrunk = 5;

/** Random schemas and instances, judged by everybody; deterministic for a seed. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { pairs, seed, seconds = Infinity, onBatch } = options;
  const end = performance.now() + seconds * 1000;
  const result: FuzzResult = {
    schemas: 0,
    pairs: 0,
    valid: 0,
    explained: new Map(),
    unexplained: [],
  };
  for (let batch = 0; result.pairs < pairs; batch++) {
    if (performance.now() > end) break;
    // seeds that are far apart: those of neighbouring runs must not share batches
    const left = Math.ceil((pairs - result.pairs) / instancesPerSchema);
    const numRuns = Math.min(schemasPerBatch, left);
    const settings = { seed: seed * 100_003 + batch, numRuns };
    const judged = await judgeTrials(
      fc.sample(randomSchema, settings).map(trialOf),
    );
    for (const one of judged) await count(one, result);
    onBatch?.(judged, result);
  }
  return result;
}

function trialOf({ draft, schema, seed }: RandomSchema): Trial {
  const random = openRandom(seed);
  const hints = hintsOf(schema);
  const instances = Array.from({ length: instancesPerSchema }, (_, index) => {
    const drawn = drawInstance(schema, draft, random, maxParts);
    return index < 0.6 * instancesPerSchema
      ? drawn
      : mutate(drawn, hints, random);
  });
  return { draft, schema, instances };
}

async function count(
  { trial, judgements }: Judged,
  result: FuzzResult,
): Promise<void> {
  result.schemas++;
  for (const judgement of judgements) {
    result.pairs++;
    if (judgement.own["validator"] === true) result.valid++;
    if (isAgreed(judgement)) continue;
    const why = await explain(trial, judgement);
    if (why === undefined) {
      const found = { ...trial, judgement };
      const isWorth = result.unexplained.length < maxShrunk;
      result.unexplained.push(isWorth ? await smallest(found) : found);
    }
    for (const fault of why ?? []) {
      result.explained.set(fault, (result.explained.get(fault) ?? 0) + 1);
    }
  }
}

type Pair = { readonly schema: JsonValue; readonly instance: JsonValue };

/** The disagreement with everything left out that it does not need. */
async function smallest(found: Disagreement): Promise<Disagreement> {
  const { draft, judgement } = found;
  const likeness = likenessOf(judgement);
  let best = found;
  const dialect = (found.schema as JsonObject)["$schema"];
  await shrink<JsonObject>(
    { schema: found.schema, instance: judgement.instance },
    async (candidate) => {
      const { schema, instance } = candidate as Partial<Pair>;
      if (schema === undefined || instance === undefined) return false;
      if ((schema as JsonObject)["$schema"] !== dialect) return false;
      const trial: Trial = { draft, schema, instances: [instance] };
      const said = await judgeOne(trial);
      const fails =
        likenessOf(said) === likeness && !(await isClear(trial, said));
      if (fails) best = { ...trial, judgement: said };
      return fails;
    },
  );
  return best;
}

async function judgeOne(trial: Trial): Promise<Judgement> {
  const [judged] = await judgeTrials([trial]);
  const [judgement] = judged?.judgements ?? [];
  if (judgement === undefined) throw new Error("a trial without an instance");
  return judgement;
}

async function isClear(trial: Trial, said: Judgement): Promise<boolean> {
  if (isAgreed(said)) return true;
  const why: Explanation = await explain(trial, said);
  return why !== undefined;
}

/** Who differs and how, without the verdicts: what is made small must not become another disagreement. */
function likenessOf({ own, ajv, hyperjump }: Judgement): string {
  const parties = Object.entries({ ...own, ajv, hyperjump });
  const first = own["validator"];
  return parties
    .map(([party, said]) => {
      const how = typeof said === "string" ? said.slice(0, 12) : said === first;
      return `${party} ${how}`;
    })
    .join();
}

/** A disagreement as text to work with. */
export function printDisagreement({
  draft,
  schema,
  judgement,
}: Disagreement): string {
  const { instance, own, ajv, hyperjump } = judgement;
  return [
    `${draft} ${JSON.stringify(schema)}`,
    `  instance ${JSON.stringify(instance)}`,
    `  ours ${JSON.stringify(own)}`,
    `  ajv ${String(ajv)}, hyperjump ${String(hyperjump)}`,
  ].join("\n");
}
