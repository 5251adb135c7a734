import fc from "fast-check";
import { compareSchemas } from "../../src/generator/diff/schema/compare-schemas.js";
import { mayNarrow, mayWiden } from "../../src/generator/diff/schema/fact.js";
import type { JsonValue } from "../../src/generator/json.js";
import { accepts } from "../../src/generator/jsonschema/form/judge.js";
import { drawInstance } from "./instances.js";
import { hintsOf, mutate } from "./mutations.js";
import { openRandom } from "./random.js";
import { randomSchema } from "./random-schemas.js";
import { read } from "./schema-changes.js";
import { editSchema } from "./schema-edits.js";

/** What was tried: pairs of which something could be promised, and instances that put it to the test. */
export type Tally = { pairs: number; promised: number; instances: number };

/**
 * Random schemas, each edited a little: where nothing narrows, the edited one accepts
 * what the other accepts; where nothing widens, the other way round.
 */
export function tryComparison(runs: number, seed: number): Tally {
  const tally: Tally = { pairs: 0, promised: 0, instances: 0 };
  const property = fc.property(
    randomSchema,
    fc.nat(2 ** 31),
    ({ draft, schema, seed }, edit) => {
      const random = openRandom(edit);
      const edited = editSchema(schema, random);
      const [a, b] = [read(schema), read(edited)];
      const facts = compareSchemas(a, b);
      tally.pairs++;
      const keeps = !facts.some(mayNarrow);
      const adds = facts.some(mayWiden);
      if (!keeps && adds) return;
      tally.promised++;
      const instances: JsonValue[] = [];
      const hints = hintsOf(schema);
      const draws = openRandom(seed);
      for (let count = 0; count < 10; count++) {
        for (const one of [schema, edited]) {
          const made = drawInstance(one, draft, draws, 60);
          instances.push(made, mutate(made, hints, draws));
        }
      }
      for (const value of instances) {
        const was = accepts(a, value);
        const is = accepts(b, value);
        if (was || is) tally.instances++;
        const isBroken = (keeps && was && !is) || (!adds && is && !was);
        if (!isBroken) continue;
        const shown = {
          previous: schema,
          current: edited,
          value,
          was,
          is,
          facts,
        };
        throw new Error(JSON.stringify(shown, null, 1));
      }
    },
  );
  fc.assert(property, { numRuns: runs, seed });
  return tally;
}
