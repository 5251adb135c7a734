import { code, joinCode, type Code } from "../../code.js";
import { lineBreak } from "../../layout.js";
import { fits, pageWidth } from "../../text-width.js";
import { lineOf, expressionLine } from "./wrap.js";

/** A statement of a validator. Its code is one line long; lines are broken when it is printed. */
export type Statement =
  | If
  | {
      readonly is: "for";
      readonly head: Code;
      readonly body: readonly Statement[];
    }
  | { readonly is: "text"; readonly text: Code }
  /** The end of the matter when nobody listens; else noted by `report`, or by a function called before. */
  | { readonly is: "fail"; readonly report: Call | undefined }
  /** Leaves the function with the verdict of `report`. */
  | { readonly is: "leave"; readonly report: Call };

type If = {
  readonly is: "if";
  /** All must hold. */
  readonly when: readonly Code[];
  readonly then: readonly Statement[];
  readonly otherwise: readonly Statement[];
};

/** A call whose arguments may stand on lines of their own. */
export type Call = { readonly name: Code; readonly args: readonly Code[] };

/** No statements. */
export const nothing: readonly Statement[] = [];

/** A one-line statement. */
export function text(line: Code): Statement {
  return { is: "text", text: line };
}

/** `if (when) …`; nothing when there is nothing to do. */
export function when(
  conditions: readonly Code[],
  then: readonly Statement[],
  otherwise: readonly Statement[] = nothing,
): readonly Statement[] {
  if (then.length === 0) return nothing;
  return [{ is: "if", when: conditions, then, otherwise }];
}

/** Runs `then` when `condition` holds; a single `if` inside is merged into one. */
export function guarded(
  condition: Code,
  then: readonly Statement[],
): readonly Statement[] {
  const [only] = then;
  if (then.length === 1 && only?.is === "if" && only.otherwise.length === 0) {
    return when([condition, ...only.when], only.then);
  }
  return when([condition], then);
}

/** The statements, a line each, at a depth of two spaces a level; a line break before each. */
export function block(statements: readonly Statement[], depth: number): Code {
  return put("", statements, depth) as Code;
}

/** `before` and the statements. */
function put(
  before: string,
  statements: readonly Statement[],
  depth: number,
): string {
  const start = lineBreak(depth);
  let out = before;
  for (const statement of statements) {
    out += start;
    switch (statement.is) {
      case "text":
        out += lineOf(statement.text, depth);
        break;
      case "fail":
        out += `if (!issues) return false;${start}`;
        out += statement.report
          ? failureLine("ok = ", statement.report, depth)
          : "ok = false;";
        break;
      case "leave":
        out += failureLine("return ", statement.report, depth);
        break;
      case "for":
        out += lineOf(statement.head, depth);
        out = `${put(out, statement.body, depth + 1)}${start}}`;
        break;
      case "if":
        out = putIf(out, statement, depth, depth * 2);
    }
  }
  return out;
}

function putIf(
  before: string,
  { when: conditions, then, otherwise }: If,
  depth: number,
  column: number,
): string {
  const start = lineBreak(depth);
  const head = before + ifHead(conditions, depth, column);
  const out = `${put(head, then, depth + 1)}${start}}`;
  const [only] = otherwise;
  if (only === undefined) return out;
  if (only.is === "if" && otherwise.length === 1) {
    return putIf(`${out} else `, only, depth, depth * 2 + "} else ".length);
  }
  return `${put(`${out} else {`, otherwise, depth + 1)}${start}}`;
}

function ifHead(
  conditions: readonly Code[],
  depth: number,
  column: number,
): string {
  const whole = `if (${conditions.join(" && ")}) {`;
  if (fits(whole, pageWidth - column)) return whole;
  const pad = lineBreak(depth + 1);
  const last = conditions.length - 1;
  const lines = conditions.map((condition, index) => {
    const end = index < last ? and : noEnd;
    return pad + expressionLine(condition, end, depth + 1, last > 0);
  });
  return `if (${lines.join("")}${lineBreak(depth)}) {`;
}

function failureLine(
  before: string,
  { name, args }: Call,
  depth: number,
): string {
  return listed(`${before}${name}(`, args, ");", depth);
}

/** `open`, the items separated by commas, `close`: on a line, or on a line each. */
export function listed(
  open: string,
  items: readonly Code[],
  close: string,
  depth: number,
): Code {
  const whole = `${open}${items.join(", ")}${close}`;
  if (fits(whole, pageWidth - depth * 2)) return whole as Code;
  const pad = lineBreak(depth + 1);
  const lines = items.map((item) =>
    expressionLine(item, comma, depth + 1, true),
  );
  return `${open}${pad}${lines.join(pad)}${lineBreak(depth)}${close}` as Code;
}

const comma = code`,`;
const and = code` &&`;
const noEnd = code``;

/** `name(a, b)`. */
export function call(name: Code, ...args: readonly Code[]): Code {
  return code`${name}(${joinCode(args, ", ")})`;
}

/**
 * The statements of a function. A failed first check, of the type, leaves it at
 * once, so that the rest stands further left.
 */
export function functionBody(
  statements: readonly Statement[],
): readonly Statement[] {
  const [first, ...rest] = statements;
  const [failure] = first?.is === "if" ? first.then : nothing;
  const verdict = text(code`let ok = true;`);
  const result = text(code`return ok;`);
  if (first?.is === "if" && failure?.is === "fail" && failure.report) {
    const then: Statement = { is: "leave", report: failure.report };
    const guard = when(first.when, [then]);
    const others = first.otherwise.concat(rest);
    return others.some(fails)
      ? [...guard, verdict, ...others, result]
      : [...guard, ...others, text(code`return true;`)];
  }
  return statements.some(fails)
    ? [verdict, ...statements, result]
    : [...statements, text(code`return true;`)];
}

function fails(statement: Statement): boolean {
  switch (statement.is) {
    case "fail":
      return true;
    case "for":
      return statement.body.some(fails);
    case "if":
      return statement.then.some(fails) || statement.otherwise.some(fails);
    default:
      return false;
  }
}

/** Whether statements mention a variable: what is not mentioned must not be declared. */
export function mentions(
  statements: readonly Statement[],
  name: Code,
): boolean {
  return statements.some((statement) => {
    switch (statement.is) {
      case "text":
        return isIn(statement.text, name);
      case "fail":
        return name === "issues" || isInCall(statement.report, name);
      case "leave":
        return isInCall(statement.report, name);
      case "for":
        return isIn(statement.head, name) || mentions(statement.body, name);
      case "if":
        return (
          statement.when.some((condition) => isIn(condition, name)) ||
          mentions(statement.then, name) ||
          mentions(statement.otherwise, name)
        );
    }
  });
}

function isInCall(report: Call | undefined, name: Code): boolean {
  return report?.args.some((arg) => isIn(arg, name)) === true;
}

const words = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\p{ID_Continue}$]+/gu;

/** Whether code mentions a variable outside of its string literals. */
function isIn(text: Code, name: Code): boolean {
  return text.includes(name) && text.match(words)?.includes(name) === true;
}
