import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../../src/generator/json.js";
import { compileMany } from "../support/compiled-schema.js";
import { drawInstance } from "../support/instances.js";
import { openRandom } from "../support/random.js";
import { randomSchema, type RandomSchema } from "../support/random-schemas.js";
import { fuzz, printDisagreement } from "../support/schema-fuzz.js";
import { interpret } from "../support/schema-trial.js";
import { refusedByType } from "../support/type-acceptance.js";

test("random schemas and instances: nobody differs without a reason", async () => {
  const found = await fuzz({ pairs: 5000, seed: 1 });
  expect(found.unexplained.map(printDisagreement)).toEqual([]);
  expect(found.pairs).toBe(5000);
  const share = found.valid / found.pairs;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.9);
});

test("random valid instances are accepted by the type", () => {
  const numRuns = 2000;
  const made = fc
    .sample(randomSchema, { seed: 2, numRuns })
    .map(withoutToString);
  const typed = made.map((one) => ({ ...one, instances: validOf(one) }));
  let asked = 0;
  for (let at = 0; at < numRuns; at += 500) {
    const some = typed.slice(at, at + 500);
    asked += some.flatMap(({ instances }) => instances).length;
    // without an index signature TypeScript refuses objects that share no key with a type of optional members
    const compiled = compileMany(
      some.map(({ schema }) => schema),
      { open: true },
    );
    const refused = refusedByType(
      compiled.map((one, index) => ({
        compiled: one,
        instances: some[index]?.instances ?? [],
      })),
    );
    const texts = refused.map(({ index, instance }) => ({
      schema: JSON.stringify(some[index]?.schema),
      instance: JSON.stringify(instance),
      type: compiled[index]?.types,
    }));
    expect.soft(texts).toEqual([]);
  }
  expect(asked).toBeGreaterThan(numRuns);
});

/** To TypeScript every object has a `toString`, so that no type says the truth about that name. */
function withoutToString(one: RandomSchema): RandomSchema {
  const text = JSON.stringify(one.schema).replaceAll("toString", "toStrinQ");
  return { ...one, schema: JSON.parse(text) as JsonValue };
}

function validOf({ schema, draft, seed }: RandomSchema): readonly JsonValue[] {
  const random = openRandom(seed);
  const accepts = interpret(schema);
  const drawn = Array.from({ length: 4 }, () =>
    drawInstance(schema, draft, random),
  );
  return drawn.filter(
    (instance) =>
      accepts(instance) && !JSON.stringify(instance).includes("toString"),
  );
}
