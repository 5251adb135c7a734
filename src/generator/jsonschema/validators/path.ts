import { code, quote, type Code } from "../../code.js";

/** Where a value is in the instance: an expression, and fixed text behind it. */
export type Path = { readonly start: Code; readonly rest: string };

/** The value that a function was called with. */
export const rootPath: Path = { start: code`at`, rest: "" };

/** Further down by a fixed text. */
export function below({ start, rest }: Path, token: string): Path {
  return { start, rest: rest + token };
}

/** Further down by what an expression tells while the validator runs. */
export function belowVariable(path: Path, token: Code): Path {
  return { start: code`${pathCode(path)} + ${token}`, rest: "" };
}

/** The path as an expression: `at + "/tags/" + i`. */
export function pathCode({ start, rest }: Path): Code {
  return rest === "" ? start : code`${start} + ${quote(rest)}`;
}
