/**
 * `npm run soundness`: how many valid instances the types of each compiler accept, and
 * how many invalid ones they reject soundly. See bench/README.md.
 */
import { soundnessInputs, type Input } from "./soundness/inputs.js";
import { inexpressible } from "./soundness/limits.js";
import { peers } from "./soundness/peers.js";
import { judgeTypes, scoreOf, type Score } from "./soundness/score.js";
import { mcpgen, type TypeCompiler } from "./soundness/type-compiler.js";

for (const input of soundnessInputs()) {
  await report(mcpgen, input);
  for (const peer of peers()) {
    if ("missing" in peer) console.log(row(input, peer.name, [peer.missing]));
    else await report(peer, input);
  }
}
for (const [name, cases] of Object.entries(inexpressible)) {
  for (const { title, reason } of cases) {
    console.log(`refused by mcpgen, ${name}: ${title} (${reason})`);
  }
}

async function report(compiler: TypeCompiler, input: Input): Promise<void> {
  const { groups, documents } = input;
  const verdicts = await judgeTypes(compiler, groups, documents);
  console.log(row(input, compiler.name, figures(scoreOf(verdicts))));
}

function figures(score: Score): readonly string[] {
  return [
    `struct ${score.struct}/${score.valid}`,
    `fresh ${score.namedFresh}/${score.named}`,
    `sound rejections ${score.sound}/${score.invalid}`,
    `all rejections ${score.rejected}`,
    `schemas failed ${score.failed}/${score.schemas}`,
  ];
}

function row(
  { name }: Input,
  compiler: string,
  cells: readonly string[],
): string {
  return [name.padEnd(12), compiler.padEnd(25), cells.join(", ")].join(" ");
}
