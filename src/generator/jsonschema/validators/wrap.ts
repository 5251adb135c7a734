import { code, type Code } from "../../code.js";
import {
  group,
  join,
  line,
  list,
  nest,
  print,
  softline,
  type Doc,
} from "../../layout.js";
import { fits, pageWidth } from "../../text-width.js";

/*
 * Validators are written as plain text, a statement a line, since nearly every line
 * fits the page. One that does not is taken apart here and laid out as prettier would.
 */

const declaration = /^(const \S+ =) (.*);$/;
const counted = /^for \((.*; .*; .*)\) \{$/;

/** A statement, or the head of one, that starts at a depth. */
export function lineOf(text: Code, depth: number): Code {
  if (fits(text, pageWidth - depth * 2)) return text;
  const [, left, right] = parts(declaration, text);
  if (left !== undefined && right !== undefined) {
    const value = docOf(right, true);
    // a call is broken at its arguments, what else does not fit moves to the next line
    const rest = right.endsWith(")") ? [code` `, value] : nest([line, value]);
    return print(group([left, rest, code`;`]), depth);
  }
  const [, clauses] = parts(counted, text);
  if (clauses === undefined) return text;
  const lines = join(split(clauses, "; "), [code`;`, line]);
  const body = [nest([softline, lines]), softline];
  return print(group([code`for (`, body, code`) {`]), depth);
}

/** An operand or argument on a line of its own, and what ends the line. `nested` when it is one of several. */
export function expressionLine(
  text: Code,
  end: Code,
  depth: number,
  nested: boolean,
): string {
  const whole = text + end;
  return fits(whole, pageWidth - depth * 2)
    ? whole
    : print([docOf(text, nested), end], depth);
}

/** The expressions of validators: calls, lists, members, comparisons, sums and `issues && at`. */
function docOf(text: Code, nested: boolean): Doc {
  for (const sign of [code` &&`, code` +`]) {
    const [first = text, ...more] = split(text, `${sign} `);
    if (more.length === 0) continue;
    const rest = more.map((part): Doc => [sign, line, docOf(part, true)]);
    return group([first, nest(rest)]);
  }
  for (const sign of [code`===`, code`!==`]) {
    const [left, right] = split(text, ` ${sign} `);
    if (left === undefined || right === undefined) continue;
    const rest = group([sign, line, right]);
    return [docOf(left, nested), code` `, nested ? nest(rest) : rest];
  }
  return operandOf(text);
}

const bracketed = /^([^"'([]*[([])(.*)([)\]])([^"'()[\]]*)$/;

/** A call, a list, a member, or what cannot be broken. */
function operandOf(text: Code): Doc {
  const [, open, inside, close, after] = parts(bracketed, text);
  if (!open || !inside || !close || after === undefined) return text;
  if (open === "[" || open.endsWith("(")) {
    const items = split(inside, ", ").map((item) => docOf(item, true));
    return [list(open, items, close), after];
  }
  return /^["']/.test(inside)
    ? group([open, nest([softline, inside]), softline, close, after])
    : text;
}

/** What the groups of a pattern match; none when the pattern does not. */
function parts(pattern: RegExp, text: Code): readonly (Code | undefined)[] {
  return (pattern.exec(text) ?? []) as readonly Code[];
}

const tokens = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[([]|[)\]]|[^"'()[\]]+/g;

/** Splits code at what stands outside of strings and brackets. */
function split(text: Code, separator: string): readonly Code[] {
  const found = [""];
  let depth = 0;
  for (const token of text.match(tokens) ?? []) {
    if (token === "(" || token === "[") depth++;
    else if (token === ")" || token === "]") depth--;
    const [first = "", ...more] =
      depth === 0 && !/^["']/.test(token) ? token.split(separator) : [token];
    found.push(String(found.pop()) + first, ...more);
  }
  return found as readonly string[] as readonly Code[];
}
