import { componentsOf } from "../form/components.js";
import { inPlace, parts, type Schema } from "../form/schema.js";

/**
 * The schemas that would be asked of the same value twice, four times, eight times,
 * and so on, the further down it stands: those that come back to themselves on two
 * ways for one value, such as two branches of a union that differ in what lies below.
 */
export function judgedAgain(roots: readonly Schema[]): ReadonlySet<Schema> {
  const out = new Set<Schema>();
  for (const component of componentsOf(roots).components) {
    const circle = new Set(component);
    if (!component.some((schema) => isForked(schema, circle))) continue;
    for (const schema of component) out.add(schema);
  }
  return out;
}

/** Whether a schema hands one value to schemas of its circle more than once. */
function isForked(schema: Schema, circle: ReadonlySet<Schema>): boolean {
  const count = (some: Iterable<Schema | undefined> = []) =>
    [...some].filter((part) => part !== undefined && circle.has(part)).length;
  const { object, array, anyOf = [], oneOf = [] } = schema;
  const unions = [anyOf, oneOf].map((union) =>
    union.filter((part) => circle.has(part)),
  );
  const spared = unions.filter(isTagged).map(({ length }) => length - 1);
  const here = spared.reduce((sum, n) => sum - n, count(inPlace(schema)));
  if (here + Math.min(count(parts(schema)), 1) > 1) return true;
  const contained = count([array?.contains]);
  const unevaluated = object?.unevaluated ?? array?.unevaluated;
  // what is left unevaluated asks the branches again for every member or item
  if (unevaluated !== undefined && here + contained > 0) return true;
  const byPattern = count(object?.patterns.map(([, part]) => part));
  const named = count(object?.properties.values());
  const items = count(array?.prefix) + count([array?.rest]);
  return (
    (byPattern > 0 && byPattern + named > 1) || (contained > 0 && items > 0)
  );
}

/** Whether a member that every branch looks at first rules out all branches but one. */
function isTagged(branches: readonly Schema[]): boolean {
  const objects = branches.map(({ refs: [target], ...own }) => {
    const { object, array } = own.object ? own : (target ?? own);
    return array === undefined ? object : undefined;
  });
  return (objects[0]?.required ?? []).some((key) => {
    const seen = new Set<unknown>();
    return objects.every((object) => {
      if (object?.required.includes(key) !== true) return false;
      const values = object.properties.get(key)?.values ?? [];
      const isNew = values.every(
        (value) => typeof value !== "object" && !seen.has(value),
      );
      for (const value of values) seen.add(value);
      return isNew && values.length > 0;
    });
  });
}
