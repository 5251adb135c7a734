import { inPlace, parts, type Schema } from "./schema.js";

type Visit = {
  readonly schema: Schema;
  readonly inner: Iterator<Schema>;
  readonly index: number;
  low: number;
};

/** How schemas reach each other. */
export type Components = {
  /** Groups of schemas that reach each other; what a group reaches comes before it. */
  readonly components: readonly (readonly Schema[])[];
  /** So many schemas deep goes a walk that enters each schema once. */
  readonly depth: number;
};

/**
 * Everything that some schemas reach (Tarjan's strongly connected components). Costs no
 * stack, however long a chain of definitions is.
 */
export function componentsOf(roots: readonly Schema[]): Components {
  const components: (readonly Schema[])[] = [];
  let depth = 0;
  const indices = new Map<Schema, number>();
  const done = new Set<Schema>();
  const open: Schema[] = [];
  const visits: Visit[] = [];
  const visit = (schema: Schema): void => {
    const index = indices.size;
    indices.set(schema, index);
    open.push(schema);
    const inner = [...inPlace(schema), ...parts(schema)].values();
    visits.push({ schema, inner, index, low: index });
    depth = Math.max(depth, visits.length);
  };
  const leave = ({ schema, index, low }: Visit): void => {
    visits.pop();
    const outer = visits.at(-1);
    if (outer !== undefined) outer.low = Math.min(outer.low, low);
    if (low < index) return;
    const component: Schema[] = [];
    while (!done.has(schema)) {
      const one = open.pop();
      if (one === undefined) break;
      done.add(one);
      component.push(one);
    }
    components.push(component);
  };
  const step = (last: Visit): void => {
    const next = last.inner.next();
    if (next.done === true) {
      leave(last);
      return;
    }
    const seen = indices.get(next.value);
    if (seen === undefined) visit(next.value);
    else if (!done.has(next.value)) last.low = Math.min(last.low, seen);
  };
  for (const root of roots) {
    if (!indices.has(root)) visit(root);
    for (let last = visits.at(-1); last; last = visits.at(-1)) step(last);
  }
  return { components, depth };
}
