/**
 * The process of one contender and draft: answers the index of a group with a verdict
 * for each of its tests. It may hang or die; its parent goes on with the next group.
 */
import type { Draft } from "../../test/support/json-schema-suite.js";
import { examOf, type Compile, type Verdict } from "./contender.js";
import { contenders } from "./contenders.js";
import type { Answer } from "./ask.js";

const [name = "", draft] = process.argv.slice(2);
const exam = examOf(draft as Draft);

async function outcomeOf(
  compile: Compile,
  index: number,
): Promise<readonly Verdict[]> {
  const group = exam.groups[index]!;
  try {
    const check = await compile(group);
    return group.tests.map(({ data }) => {
      try {
        return check(data);
      } catch (error) {
        return `threw on the instance: ${String(error)}`;
      }
    });
  } catch (error) {
    return group.tests.map(() => `threw on the schema: ${String(error)}`);
  }
}

const answer = (outcome: Answer["outcome"]) => process.send?.({ outcome });
try {
  const open = contenders.get(name);
  if (open === undefined) throw new Error(`no contender is called ${name}`);
  const compile = await open(exam);
  process.on("message", (index: number) => {
    void outcomeOf(compile, index).then(answer);
  });
  answer([]);
} catch (error) {
  answer(String(error));
}
