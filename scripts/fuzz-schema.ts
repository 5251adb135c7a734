/**
 * `npm run fuzz:schema`: random schemas and instances, judged by the emitted
 * validators, the interpreter, Ajv and hyperjump. See CONTRIBUTING.md.
 */
import { parseArgs } from "node:util";
import {
  fuzz,
  printDisagreement,
  type FuzzResult,
} from "../test/support/schema-fuzz.js";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "3600" },
  },
});

const numbers = Object.entries(values).map(([name, text]): [string, number] => [
  name,
  Number(text),
]);
const wrong = numbers.filter(([, number]) => !(number >= 0));
if (wrong.length > 0) {
  const names = wrong.map(([name]) => `--${name}`).join(", ");
  console.error(`${names} must be a number, 0 or more`);
  process.exitCode = 1;
} else {
  const { pairs = 0, seed = 0, seconds = 0 } = Object.fromEntries(numbers);
  let printed = 0;
  const onBatch = (_: unknown, { pairs: done }: FuzzResult) => {
    if (done < printed + 10_000) return;
    printed = done;
    console.error(`${done} pairs`);
  };
  const result = await fuzz({ pairs, seed, seconds, onBatch });
  print(result, seed);
  if (result.pairs < pairs)
    console.log(`stopped after ${seconds} s; --seconds allows more`);
  if (result.unexplained.length > 0) process.exitCode = 1;
}

function print(result: FuzzResult, seed: number): void {
  const { schemas, pairs, valid, explained, unexplained } = result;
  const share = ((100 * valid) / pairs).toFixed(1);
  console.log(
    `seed ${seed}: ${schemas} schemas, ${pairs} pairs, ${share} % of them valid`,
  );
  console.log("differences that a fault of an oracle explains:");
  const rows = [...explained].sort(([, a], [, b]) => b - a);
  for (const [fault, count] of rows)
    console.log(`${String(count).padStart(7)}  ${fault}`);
  console.log(`unexplained: ${unexplained.length}`);
  for (const one of unexplained) console.log(printDisagreement(one));
}
