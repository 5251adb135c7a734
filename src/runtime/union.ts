import { anyOne, propertyNamesRule, type Rule, show } from "./sentence.js";
import {
  attempt,
  type Branch,
  type Trial,
  trialOf,
  type Want,
  wantsOf,
} from "./trial.js";
import {
  type Issue,
  type IssueList,
  maxIssues,
  maxPointer,
  miss,
  note,
} from "./validate.js";

/** Unions in unions are looked into this far. */
const maxDepth = 16;
/** Alternatives that one sentence tells of. */
const maxTold = 3;

/** The union that nothing fits. */
type Union = {
  readonly issues: IssueList;
  readonly at: string;
  readonly schema: string;
  readonly rule: Rule;
  readonly value: unknown;
};

/**
 * Notes why a value fits no branch of a union, or too many of `oneOf`: what the
 * branch that was meant finds, or what all of them ask for. Always false.
 */
export function unmatched(
  issues: IssueList | undefined,
  at: string,
  schema: string,
  rule: Rule,
  branches: readonly Branch[],
  value: unknown,
): false {
  if (issues === undefined || issues.length >= maxIssues) return false;
  const outer = trialOf(issues);
  const plain = branches.every((branch) => typeof branch !== "function");
  if (!plain && !mayLook(outer, at)) {
    if (outer !== undefined) outer.passed = true;
    return miss(issues, at, schema, rule);
  }
  const union = { issues, at, schema, rule, value };
  const depth = (outer?.depth ?? 0) + 1;
  const trials = branches.map((branch) =>
    attempt(branch, value, at, depth, at),
  );
  const fits = trials.flatMap((trial, index) =>
    trial.length === 0 ? [`${rule[0]}/${index}`] : [],
  );
  if (fits.length > 0) {
    return tell(union, at, `${rule[1]()}, not ${fits.join(" and ")}`);
  }
  const near = trials.filter((trial) => wantsAt(trial, at).length === 0);
  if (near.length === 0) {
    return wanting(
      union,
      at,
      trials.flatMap((trial) => wantsAt(trial, at)),
    );
  }
  return noteNearest(union, near);
}

/** Notes that a property may not have its name. Always false. */
export function misnamed(
  issues: IssueList | undefined,
  at: string,
  schema: string,
  names: Branch,
  name: string,
): false {
  if (issues === undefined) return false;
  const [reason] = attempt(names, name, "", maxDepth, undefined);
  const [keyword, say] = propertyNamesRule;
  const message = `${say(name)}: a name here ${reason?.message ?? ""}`;
  const issue = { instance: at, schema: `${schema}/${keyword}`, keyword };
  return note(issues, { ...issue, message }, []);
}

function mayLook(outer: Trial | undefined, at: string): boolean {
  if (at.length > maxPointer) return false;
  return (
    outer === undefined ||
    (outer.depth < maxDepth && (outer.only === undefined || outer.only === at))
  );
}

/** What a branch wants in place of the whole value; nothing where it finds fault with a part only. */
function wantsAt(trial: Trial, at: string): readonly Want[] {
  return trial.flatMap(({ instance }, index) =>
    instance === at ? wantsOf(trial, index) : [],
  );
}

/** Notes what would be right at a place. */
function wanting(union: Union, place: string, wants: readonly Want[]): false {
  if (wants.length === 0) return tell(union, place, union.rule[1]());
  const texts = wants.map((want) =>
    "type" in want ? want.type : show(want.value),
  );
  const message = `must be ${anyOne([...new Set(texts)])}`;
  return tell(union, place, message, wants);
}

/** Notes an issue of the union itself. */
function tell(
  { issues, schema, rule: [keyword] }: Union,
  instance: string,
  message: string,
  wants: readonly Want[] = [],
): false {
  const pointer = `${schema}/${keyword}`;
  return note(issues, { instance, schema: pointer, keyword, message }, wants);
}

/** The direct parts of the value that have to be of fixed values for a branch, with these values. */
function tagsOf(trial: Trial, at: string): Map<string, readonly Want[]> {
  const tags = new Map<string, readonly Want[]>();
  trial.forEach(({ instance }, index) => {
    const wants = wantsOf(trial, index);
    const isValue = wants.length > 0 && wants.every((want) => "value" in want);
    const isDirect = instance.lastIndexOf("/") === at.length;
    if (isValue && isDirect) tags.set(instance, wants);
  });
  return tags;
}

/**
 * Notes what the branch finds that the author most likely meant: the one whose tags
 * are right, else the one that finds fault deepest inside, else with the least.
 */
function noteNearest(union: Union, near: readonly Trial[]): false {
  const { issues, at } = union;
  const tags = near.map((trial) => tagsOf(trial, at));
  const telling = tellingTags(tags);
  if (telling.length > 0) {
    for (const place of telling) {
      wanting(
        union,
        place,
        tags.flatMap((tag) => tag.get(place) ?? []),
      );
    }
    return false;
  }
  const ranks = near.map((trial, index) => [
    tags[index]?.size ?? 0,
    -shallowest(trial, at),
    trial.length,
  ]);
  const [best] = [...ranks].sort(compare);
  const meant = near.filter(
    (_, index) => compare(best ?? [], ranks[index] ?? []) === 0,
  );
  const [first, ...others] = meant;
  if (first === undefined) return false;
  if (others.length === 0) return noteAll(issues, settled(union, first));
  const shared = first.filter((issue) =>
    others.every((other) => other.some((one) => isSame(one, issue))),
  );
  if (shared.length > 0) return noteAll(issues, first, shared);
  return noteTied(union, meant);
}

/** The parts that are wrong for every branch and would tell which was meant. */
function tellingTags(
  tags: readonly ReadonlyMap<string, readonly Want[]>[],
): readonly string[] {
  const [first, ...others] = tags;
  if (first === undefined || others.length === 0) return [];
  return [...first.keys()].filter((place) => {
    const texts = tags.map((tag) => JSON.stringify(tag.get(place) ?? null));
    return !texts.includes("null") && new Set(texts).size > 1;
  });
}

/** The first difference of two ranks. */
function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((part, place) => part !== b[place]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}

/** How far inside the value the first fault is. */
function shallowest(trial: Trial, at: string): number {
  return Math.min(
    ...trial.map(({ instance }) => instance.slice(at.length).split("/").length),
  );
}

function isSame(a: Issue, b: Issue): boolean {
  return a.instance === b.instance && a.message === b.message;
}

/** The branch with the unions inside it looked into, where that was put off. */
function settled({ issues, at, value }: Union, trial: Trial): Trial {
  if (!trial.passed) return trial;
  const outer = trialOf(issues);
  if (outer?.only === undefined) {
    return attempt(trial.branch, value, at, trial.depth, undefined);
  }
  outer.passed = true;
  return trial;
}

function noteAll(
  issues: IssueList,
  trial: Trial,
  chosen: readonly Issue[] = trial,
): false {
  trial.forEach((issue, index) => {
    if (chosen.includes(issue)) note(issues, issue, trial.details[index] ?? []);
  });
  return false;
}

/** Tells in one sentence what several branches ask for, none of them likelier than the others. */
function noteTied(union: Union, tied: readonly Trial[]): false {
  const { at, rule } = union;
  const told = tied.slice(0, maxTold).map((trial) =>
    trial
      .slice(0, maxTold)
      .map(({ instance, message }) => {
        const place = instance.slice(at.length);
        return `${place === "" ? "it" : place} ${message}`;
      })
      .join(" and "),
  );
  const more = tied.length > maxTold ? ", or …" : "";
  return tell(union, at, `${rule[1]()}: ${told.join(", or ")}${more}`);
}
