import { identifier, type Code } from "../../code.js";
import { camelCase, firstFree } from "../../names.js";
import { runtimeNames } from "./runtime-names.js";
import type { Writer } from "./writer.js";

/** The variables of one function. */
export type Locals = {
  /** A variable named after a member, or after what it holds. */
  readonly take: (wanted: string) => Code;
};

/** What checking one function's value needs. */
export type Scene = {
  readonly writer: Writer;
  readonly locals: Locals;
  readonly depth: number;
};

/** What a function of a validator module may call or read: no variable may hide it. */
const outer: ReadonlySet<string> = new Set([
  ..."value issues at ok key Set RegExp undefined NaN Infinity".split(" "),
  ...runtimeNames,
]);

/** Names that the module's functions and constants are made by. */
const moduleLike = /^(is|sees)(?![\p{Ll}])|(Values|Keys)\d*$|^pattern\d*$/u;

/** An empty table for one function. */
export function openLocals(): Locals {
  const used = new Set<string>();
  const isTaken = (name: string) => outer.has(name) || used.has(name);
  const take = (wanted: string) => {
    // short, so that a declaration fits its line
    const name = identifierStart(camelCase(wanted));
    const safe = moduleLike.test(name) ? `${name}_` : name;
    let free = firstFree(safe, isTaken);
    // a count may make the name look like the module's own again
    if (moduleLike.test(free)) free = `${free}_`;
    used.add(free);
    return identifier(free);
  };
  return { take };
}

/** The first 32 letters, never half of one. */
function identifierStart(name: string): string {
  return name.length <= 32 ? name : [...name].slice(0, 32).join("");
}
