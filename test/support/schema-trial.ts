import type { Issue } from "../../src/runtime/validate.js";
import type { JsonValue } from "../../src/generator/json.js";
import { accepts } from "../../src/generator/jsonschema/form/judge.js";
import { readSchemas } from "../../src/generator/jsonschema/read/read.js";
import type { CompiledSchema } from "../../src/generator/jsonschema/compile.js";
import { tokensOf } from "../../src/generator/json-pointer.js";
import { compileMany, load, type Check } from "./compiled-schema.js";
import { hintsOf, withUndefined } from "./mutations.js";
import { openRandom } from "./random.js";
import type { Draft } from "./json-schema-suite.js";
import { ajv, hyperjump, type Oracle } from "./oracles.js";

/** A schema and the instances that everybody is to judge. */
export type Trial = {
  readonly draft: Draft;
  readonly schema: JsonValue;
  readonly instances: readonly JsonValue[];
};

/** What one party says of an instance; a text is why it says nothing. */
export type Opinion = boolean | string;

/** Every opinion of one instance. */
export type Judgement = {
  readonly instance: JsonValue;
  /** The emitted validator in its modes, the interpreter, and what the compiler minds: each by name. */
  readonly own: { readonly [party: string]: Opinion };
  readonly ajv: Opinion;
  readonly hyperjump: Opinion;
};

/** A trial with its schema compiled and everything that was said. */
export type Judged = {
  readonly trial: Trial;
  readonly compiled: CompiledSchema;
  readonly judgements: readonly Judgement[];
};

/** Asks the emitted validators, the interpreter and both oracles. All trials share one emitted module. */
export async function judgeTrials(
  trials: readonly Trial[],
): Promise<readonly Judged[]> {
  const all = compileMany(trials.map(({ schema }) => schema));
  const checks = await load(all);
  const out: Judged[] = [];
  for (const [index, trial] of trials.entries()) {
    const check = checks[index];
    const compiled = all[index];
    if (check === undefined || compiled === undefined)
      throw new Error("a schema without a validator");
    const ourselves = ownOpinions(trial, compiled, check);
    const byAjv = await opinions(ajv, trial.schema, trial.draft);
    const byHyperjump = await opinions(hyperjump, trial.schema, trial.draft);
    const judgements = trial.instances.map((instance) => ({
      instance,
      own: ourselves(instance),
      ajv: byAjv(instance),
      hyperjump: byHyperjump(instance),
    }));
    out.push({ trial, compiled, judgements });
  }
  return out;
}

function ownOpinions(
  { schema }: Trial,
  { problems }: CompiledSchema,
  check: Check,
): (instance: JsonValue) => Judgement["own"] {
  const refusal = problems.find(({ severity }) => severity === "error");
  const interpreter = interpret(schema);
  const hints = hintsOf(schema);
  const random = openRandom(1);
  return (instance) => {
    const issues: Issue[] = [];
    const verdict = check(instance, issues);
    const isLost = issues.some((issue) => !leads(issue.instance, instance));
    return {
      validator: check(instance),
      "validator with issues": verdict,
      "empty list of issues": issues.length === 0,
      "undefined members": check(withUndefined(instance, hints, random)),
      interpreter: interpreter(instance),
      ...(isLost && { "pointers of issues": "lead nowhere" }),
      ...(refusal !== undefined && { compiler: refusal.what }),
    };
  };
}

/** Whether a JSON pointer leads to a part of the value. */
function leads(pointer: string, value: JsonValue): boolean {
  let place: unknown = value;
  for (const token of tokensOf(pointer)) {
    if (typeof place !== "object" || place === null) return false;
    if (!Object.hasOwn(place, token)) return false;
    place = (place as { readonly [key: string]: unknown })[token];
  }
  return true;
}

/** What an oracle says; it never throws. */
export async function opinions(
  oracle: Oracle,
  schema: JsonValue,
  draft: Draft,
): Promise<(instance: JsonValue) => Opinion> {
  const verdict = await oracle(schema, draft);
  if (typeof verdict !== "function") return () => `refuses: ${verdict.refused}`;
  return (instance) => {
    try {
      return verdict(instance);
    } catch (error) {
      return `throws: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
}

/** The generator's interpreter, which reads schemas as the compiler does. */
export function interpret(schema: JsonValue): (instance: unknown) => boolean {
  const read = { schema, base: "schema:///", documents: new Map() };
  const [root] = readSchemas(read).schemas;
  if (root === undefined) throw new Error("a document without a root");
  return (instance) => accepts(root, instance);
}

/** Whether everybody says the same. */
export function isAgreed({ own, ajv, hyperjump }: Judgement): boolean {
  const all = new Set([...Object.values(own), ajv, hyperjump]);
  return all.size === 1 && typeof ajv === "boolean";
}
