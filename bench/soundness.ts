/**
 * `npm run soundness`: how many valid instances the types of each compiler accept, and
 * how many invalid ones they reject soundly. See bench/README.md.
 */
import { namesEveryKey } from "./soundness/named-keys.js";
import { soundnessInputs, type Input } from "./soundness/inputs.js";
import { peers } from "./soundness/peers.js";
import { judgeTypes, scoreOf } from "./soundness/score.js";
import { mcpgen, type TypeCompiler } from "./soundness/type-compiler.js";

for (const input of soundnessInputs()) {
  const named = namedOf(input);
  await report(mcpgen, input, named);
  for (const peer of peers()) {
    if ("missing" in peer) {
      console.log(`${input.name.padEnd(13)} ${peer.name}: ${peer.missing}`);
    } else {
      await report(peer, input, named);
    }
  }
}

/** For each instance whether its schema names its keys. */
function namedOf({ groups, documents }: Input): readonly boolean[] {
  return groups.flatMap(({ schema, tests }) =>
    tests.map(
      ({ data, valid }) => valid && namesEveryKey(schema, data, documents),
    ),
  );
}

async function report(
  compiler: TypeCompiler,
  { name, groups, documents }: Input,
  named: readonly boolean[],
): Promise<void> {
  const started = performance.now();
  const verdicts = await judgeTypes(compiler, groups, documents);
  const score = scoreOf(verdicts);
  const all = verdicts.flatMap(({ instances }) => instances);
  const namedFresh = all.filter(({ fresh }, index) => fresh && named[index]);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    [
      name.padEnd(13),
      compiler.name.padEnd(26),
      `struct ${score.struct}/${score.valid}`,
      `fresh ${score.fresh}/${score.valid}`,
      `fresh, keys named ${namedFresh.length}/${named.filter(Boolean).length}`,
      `sound rejections ${score.sound}/${score.invalid}`,
      `rejections ${score.rejected}`,
      `failed schemas ${score.failed}/${score.schemas}`,
      `${seconds} s`,
    ].join("  "),
  );
}
