import type { Question } from "./equivalent-questions.js";
import { faults, loneFaults, type Fault } from "./oracle-faults.js";
import * as oracles from "./oracles.js";
import {
  interpret,
  opinions,
  type Judgement,
  type Opinion,
  type Trial,
} from "./schema-trial.js";

/** Why the oracles differ from us: faults by name; undefined where nothing explains it. */
export type Explanation = readonly string[] | undefined;

/** Explains every difference of one instance. Where our own parts differ, nothing does. */
export async function explain(
  { draft, schema }: Trial,
  { instance, own, ajv, hyperjump }: Judgement,
): Promise<Explanation> {
  const [ours, ...more] = new Set(Object.values(own));
  if (typeof ours !== "boolean" || more.length > 0) return undefined;
  const found: string[] = [];
  const question = { draft, schema, instance };
  for (const [oracle, said] of Object.entries({ hyperjump, ajv })) {
    if (said === ours) continue;
    const isOf = (fault: Fault) => fault.oracle === oracle;
    const why =
      (await asked(question, ours, faults.filter(isOf))) ??
      (await askedLess(question, faults.filter(isOf), loneFaults.filter(isOf)));
    if (why === undefined) return undefined;
    found.push(...why.map((what) => `${oracle} ${what}`));
  }
  return found;
}

/** The faults around which the oracle is right: one alone if that is enough, else those that matter together. */
async function asked(
  question: Question,
  right: boolean,
  known: readonly Fault[],
): Promise<Explanation> {
  const isEnough = async (some: readonly Fault[]) => {
    const [first] = some;
    const other = around(question, some);
    return first !== undefined && (await ask(first.oracle, other)) === right;
  };
  const met = known.filter((fault) => fault.around(question) !== undefined);
  for (const fault of met) if (await isEnough([fault])) return [fault.what];
  let needed = known;
  if (!(await isEnough(needed))) return undefined;
  for (const fault of known) {
    const fewer = needed.filter((other) => other !== fault);
    if (await isEnough(fewer)) needed = fewer;
  }
  return needed.map(({ what }) => what);
}

/** The fault without whose keywords the oracle agrees with us, the others asked around. */
async function askedLess(
  question: Question,
  known: readonly Fault[],
  lone: readonly Fault[],
): Promise<Explanation> {
  const plain = around(question, known);
  for (const { oracle, what, when, around } of lone) {
    const other = around(plain);
    if (other === undefined) continue;
    if (when?.test(String(await ask(oracle, plain))) === false) continue;
    const right = interpret(other.schema)(other.instance);
    if ((await ask(oracle, other)) === right) return [what];
  }
  return undefined;
}

/** The question asked around every fault that it meets. */
function around(question: Question, known: readonly Fault[]): Question {
  return known.reduce((all, fault) => fault.around(all) ?? all, question);
}

async function ask(
  oracle: Fault["oracle"],
  { schema, draft, instance }: Question,
): Promise<Opinion> {
  return (await opinions(oracles[oracle], schema, draft))(instance);
}
