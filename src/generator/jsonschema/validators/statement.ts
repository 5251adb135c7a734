import { code, quote, type Code } from "../../code.js";
import {
  group,
  isSequence,
  join,
  line,
  list,
  nest,
  lineBreak,
  printGroup,
  softline,
  type Doc,
} from "../../layout.js";

/** A statement of a validator, before its layout. */
export type Statement =
  | If
  | {
      readonly is: "for";
      readonly head: Doc;
      readonly body: readonly Statement[];
    }
  | { readonly is: "text"; readonly doc: Doc }
  /** The end of the matter when nobody listens; else noted by `report`, or by a function called before. */
  | { readonly is: "fail"; readonly report: Doc | undefined };

type If = {
  readonly is: "if";
  /** All must hold. */
  readonly when: readonly Doc[];
  readonly then: readonly Statement[];
  readonly otherwise?: readonly Statement[];
};

/** A one-line statement. */
export function text(doc: Doc): Statement {
  return { is: "text", doc };
}

/** `if (when) …`; nothing when there is nothing to do. */
export function when(
  conditions: readonly Doc[],
  then: readonly Statement[],
  otherwise: readonly Statement[] = [],
): readonly Statement[] {
  if (then.length === 0) return [];
  const plain = { is: "if", when: conditions, then } as const;
  return [otherwise.length === 0 ? plain : { ...plain, otherwise }];
}

/** Runs `then` when `condition` holds; a single `if` inside is merged into one. */
export function guarded(
  condition: Doc,
  then: readonly Statement[],
): readonly Statement[] {
  const [only] = then;
  if (then.length === 1 && only?.is === "if" && only.otherwise === undefined) {
    return [{ ...only, when: [condition, ...only.when] }];
  }
  return when([condition], then);
}

/** The statements, a line each, at a depth of two spaces a level; a line break before each. */
export function block(statements: readonly Statement[], depth: number): Code {
  const out: string[] = [];
  put(out, statements, depth);
  return out.join("") as Code;
}

function put(
  out: string[],
  statements: readonly Statement[],
  depth: number,
): void {
  const start = lineBreak(depth);
  for (const statement of statements) {
    out.push(start);
    switch (statement.is) {
      case "text":
        out.push(printGroup(statement.doc, depth));
        break;
      case "fail": {
        const verdict = statement.report ?? falsehood;
        const noted = printGroup([okIs, verdict, semicolon], depth);
        out.push("if (!issues) return false;", start, noted);
        break;
      }
      case "for":
        out.push(printGroup([statement.head, open], depth));
        put(out, statement.body, depth + 1);
        out.push(start, close);
        break;
      case "if": {
        const { branches, last } = chain(statement);
        let lead = "";
        for (const branch of branches) {
          const column = depth * 2 + lead.length;
          out.push(lead.slice(close.length), ifHead(branch, depth, column));
          put(out, branch.then, depth + 1);
          out.push(start, close);
          lead = "} else ";
        }
        if (last === undefined) break;
        out.push(" else {");
        put(out, last, depth + 1);
        out.push(start, close);
      }
    }
  }
}

/** `if … else if …` and what its last `else` holds. */
function chain(first: If): {
  readonly branches: readonly If[];
  readonly last: readonly Statement[] | undefined;
} {
  const branches = [first];
  for (let last = first.otherwise; ;) {
    const [only] = last ?? [];
    if (last?.length !== 1 || only?.is !== "if") return { branches, last };
    branches.push(only);
    last = only.otherwise;
  }
}

const okIs = code`ok = `;
const semicolon = code`;`;
const falsehood = code`false`;
const open = code`{`;
const close = code`}`;
const ifOpen = code`if (`;
const ifClose: Doc = [softline, code`) {`];
const and: Doc = [code` &&`, line];

function ifHead({ when: all }: If, depth: number, column: number): Code {
  const test = nest([softline, join(all, and)]);
  return printGroup(group([ifOpen, test, ifClose]), depth, column);
}

/** `left === right`, as the only condition or as one of several. */
export function compared(
  left: Doc,
  sign: Code,
  right: Code,
  place: "alone" | "among" = "alone",
): Doc {
  const rest = group([sign, line, right]);
  return [left, code` `, place === "alone" ? rest : nest(rest)];
}

const closeCall = code`)`;

/** `name(a, b)`. */
export function call(name: Code, ...args: readonly Doc[]): Doc {
  return list(code`${name}(`, args, closeCall);
}

/** Where a value is in the instance: `at`, fixed text and variables. */
export type Path = readonly (string | { readonly variable: Doc })[];

/** The path as an expression: `at + "/tags/" + i`. */
export function pathDoc(path: Path): Doc {
  const pieces: Doc[] = [];
  let fixed = "";
  const flush = () => {
    if (fixed !== "") pieces.push(quote(fixed));
    fixed = "";
  };
  for (const part of path) {
    if (typeof part === "string") fixed += part;
    else {
      flush();
      pieces.push(part.variable);
    }
  }
  flush();
  if (pieces.length === 0) return code`at`;
  const rest = pieces.map((piece): Doc => [code` +`, line, piece]);
  return group([code`at`, nest(rest)]);
}

/**
 * The statements of a function. A failed first check, of the type, leaves it at
 * once, so that the rest stands further left.
 */
export function functionBody(
  statements: readonly Statement[],
): readonly Statement[] {
  const [first, ...rest] = statements;
  const [failure] = first?.is === "if" ? first.then : [];
  let out = statements;
  if (first?.is === "if" && failure?.is === "fail" && failure.report) {
    const leave = text([code`return `, failure.report, code`;`]);
    const guard: Statement = { is: "if", when: first.when, then: [leave] };
    out = [guard, ...(first.otherwise ?? []), ...rest];
  }
  if (!out.some(fails)) return [...out, text(code`return true;`)];
  const verdict = text(code`let ok = true;`);
  const at = out === statements ? 0 : 1;
  return [
    ...out.slice(0, at),
    verdict,
    ...out.slice(at),
    text(code`return ok;`),
  ];
}

function fails(statement: Statement): boolean {
  switch (statement.is) {
    case "fail":
      return true;
    case "for":
      return statement.body.some(fails);
    case "if":
      return [...statement.then, ...(statement.otherwise ?? [])].some(fails);
    case "text":
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
        return isIn(statement.doc, name);
      case "fail":
        return name === "issues" || isIn(statement.report ?? falsehood, name);
      case "for":
        return isIn(statement.head, name) || mentions(statement.body, name);
      case "if":
        return (
          isIn(statement.when, name) ||
          mentions(statement.then, name) ||
          mentions(statement.otherwise ?? [], name)
        );
    }
  });
}

const strings = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** Whether code mentions a variable outside of its string literals. */
function isIn(doc: Doc, name: Code): boolean {
  if (typeof doc === "string") {
    if (!doc.includes(name)) return false;
    if (doc === name) return true;
    const bare = doc.replaceAll(strings, "");
    return bare.split(/[^\p{ID_Continue}$]+/u).includes(name);
  }
  if (isSequence(doc)) {
    for (const part of doc) if (isIn(part, name)) return true;
    return false;
  }
  switch (doc.kind) {
    case "line":
      return false;
    case "list":
      return isIn(doc.open, name) || isIn(doc.items, name);
    default:
      return isIn(doc.kind === "choice" ? doc.flat : doc.body, name);
  }
}
