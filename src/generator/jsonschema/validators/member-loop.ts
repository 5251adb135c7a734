import { code, quote, type Code } from "../../code.js";
import { fail, flag, report, type Inner, type Spot } from "./applicator.js";
import type { Scene } from "./locals.js";
import { belowVariable } from "./path.js";
import type { Keyword } from "./runtime-names.js";
import type { Detail } from "./sole-keyword.js";
import type { ObjectRules, Schema } from "../form/schema.js";
import {
  call,
  guarded,
  mentions,
  nothing,
  text,
  when,
  type Statement,
} from "./statement.js";
import { isTrue } from "./acceptance.js";

/** An object, and the variable in which every member is its own. */
export type ObjectSpot = Spot & { readonly own: Code };

/** One member of the object at `spot`, in the loop over all. */
type Member = {
  readonly scene: Scene;
  readonly schema: Schema;
  readonly rules: ObjectRules;
  readonly spot: ObjectSpot;
  readonly key: Code;
  /** The member's own value. */
  readonly there: Spot;
  readonly inner: Inner;
};

/** One pass over the members for what depends on their names. */
export function memberLoop(
  scene: Scene,
  schema: Schema,
  rules: ObjectRules,
  spot: ObjectSpot,
  inner: Inner,
): readonly Statement[] {
  const { patterns, additional, names, unevaluated } = rules;
  const isFree =
    (additional === undefined || isTrue(additional)) &&
    (unevaluated === undefined || isTrue(unevaluated)) &&
    patterns.every(([, part]) => isTrue(part)) &&
    isTrueOfNames(names);
  if (isFree) return nothing;
  const { writer, locals } = scene;
  const key = locals.take("name");
  const item = locals.take("member");
  const token = code`token`;
  const path = belowVariable(spot.path, call(token, key));
  const there = { value: item, path };
  const member = { scene, schema, rules, spot, key, there, inner };
  const body = patternChecks(member).concat(
    additionalCheck(member),
    nameCheck(member),
    unevaluatedCheck(member),
  );
  // imported only where a member's place is told: an unused import is an error under strict flags
  if (mentions(body, token)) writer.runtime("token");
  return overMembers(spot.own, key, item, body);
}

/** `propertyNames: { type: "string" }` is common and says nothing. */
function isTrueOfNames(names: Schema | undefined): boolean {
  if (names === undefined || isTrue(names)) return true;
  return (
    names.types?.includes("string") === true &&
    isTrue({ ...names, types: undefined })
  );
}

function patternChecks(member: Member): readonly Statement[] {
  const { scene, rules, key, there, inner } = member;
  return rules.patterns.flatMap(([source, part]) => {
    if (isTrue(part)) return nothing;
    const matches = call(code`${scene.writer.pattern(source)}.test`, key);
    return guarded(matches, inner(scene, part, there));
  });
}

/** More names than this are looked up in a set. */
const maxCompared = 3;

function additionalCheck(member: Member): readonly Statement[] {
  const { scene, schema, rules, key, there, inner } = member;
  const { additional, properties, patterns } = rules;
  if (additional === undefined || isTrue(additional)) return nothing;
  const { writer } = scene;
  const names = [...properties.keys()];
  const set =
    names.length > maxCompared ? writer.keys(names, schema.pointer) : undefined;
  const others = set
    ? [code`!${set}.has(${key})`]
    : names.map((name) => code`${key} !== ${quote(name)}`);
  for (const [source] of patterns) {
    others.push(code`!${writer.pattern(source)}.test(${key})`);
  }
  // the names to choose from instead; none where patterns allow more
  const told = patterns.length > 0 ? [] : set ? [{ code: set }] : names;
  const found =
    additional.verdict === false
      ? refusal(member, "additionalProperties", ...told)
      : inner(scene, additional, there);
  return others.length > 0 ? when(others, found) : found;
}

function nameCheck(member: Member): readonly Statement[] {
  const { scene, schema, rules, spot, key } = member;
  const { names } = rules;
  if (names === undefined || isTrueOfNames(names)) return nothing;
  if (names.verdict === false) return refusal(member, "propertyNames");
  const good = flag(scene.writer, names, key);
  const about = [quote(schema.pointer), good.branch, key];
  return when([good.no], report(scene.writer, "misnamed", spot.path, about));
}

function unevaluatedCheck(member: Member): readonly Statement[] {
  const { scene, schema, rules, spot, key, there, inner } = member;
  const { unevaluated } = rules;
  if (unevaluated === undefined || isTrue(unevaluated)) return nothing;
  const seen = call(scene.writer.seen(schema, "key"), spot.value, key);
  const found =
    unevaluated.verdict === false
      ? refusal(member, "unevaluatedProperties")
      : inner(scene, unevaluated, there);
  return when([code`!${seen}`], found);
}

function refusal(
  { scene, schema, spot, key }: Member,
  keyword: Keyword,
  ...known: readonly Detail[]
): readonly Statement[] {
  const name = { code: key };
  const { writer } = scene;
  return fail(writer, spot.path, schema.pointer, keyword, name, ...known);
}

/** The loop over own members that are not undefined. */
function overMembers(
  own: Code,
  key: Code,
  item: Code,
  body: readonly Statement[],
): readonly Statement[] {
  if (body.length === 0) return nothing;
  const head = code`for (const ${key} in ${own}) {`;
  const [only] = body;
  if (only?.is === "if" && body.length === 1 && !mentions(body, item)) {
    // known names are not even read
    const present = code`${own}[${key}] !== undefined`;
    const { when: others, then } = only;
    return [{ is: "for", head, body: when([...others, present], then) }];
  }
  const first = [
    text(code`const ${item} = ${own}[${key}];`),
    text(code`if (${item} === undefined) continue;`),
  ];
  return [{ is: "for", head, body: [...first, ...body] }];
}
