import type { SchemaCode, SchemaParams } from "../../schema-diagnostics.js";
import { schemaProblem } from "../form/problem.js";
import type { Place, Resource } from "./resource.js";
import type { SchemaProblem } from "../form/schema.js";

/** Notes a problem at a place, or at `suffix` below it. */
export type Report = <C extends SchemaCode>(
  code: C,
  place: Pick<Place, "pointer" | "resource">,
  params: SchemaParams<C>,
  suffix?: string,
) => void;

/** Gathers problems, each once, however often its schema is read. `main` is the document whose pointers need no further word. */
export function gatherProblems(main: Resource): {
  readonly report: Report;
  readonly problems: () => readonly SchemaProblem[];
} {
  const found = new Map<string, SchemaProblem>();
  const report: Report = (code, { pointer, resource }, params, suffix = "") => {
    const problem = schemaProblem(code, pointer + suffix, params);
    const isForeign = resource.places !== main.places;
    const where = isForeign ? ` (in ${resource.uri})` : "";
    const what = problem.what + where;
    found.set(`${code} ${problem.pointer} ${what}`, { ...problem, what });
  };
  return { report, problems: () => [...found.values()] };
}
