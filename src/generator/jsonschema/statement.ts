import { code, quote, type Code } from "../code.js";
import {
  group,
  hardline,
  join,
  line,
  list,
  nest,
  softline,
  type Doc,
} from "./layout.js";

/** A statement of a validator, before its layout. */
export type Statement =
  | {
      readonly is: "if";
      /** All must hold. */
      readonly when: readonly Doc[];
      readonly then: readonly Statement[];
      readonly otherwise?: readonly Statement[];
    }
  | {
      readonly is: "for";
      readonly head: Doc;
      readonly body: readonly Statement[];
    }
  | { readonly is: "text"; readonly doc: Doc }
  /** The end of the matter when nobody listens; else noted by `report`, or by a function called before. */
  | { readonly is: "fail"; readonly report: Doc | undefined };

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

/** The statements, a line each. */
export function block(statements: readonly Statement[]): Doc {
  return join(statements.map(statementDoc), hardline);
}

function statementDoc(statement: Statement): Doc {
  switch (statement.is) {
    case "text":
      return statement.doc;
    case "fail": {
      const verdict = statement.report ?? code`false`;
      const stop = code`if (!issues) return false;`;
      return [stop, hardline, code`ok = `, verdict, code`;`];
    }
    case "for":
      return [statement.head, braces(statement.body)];
    case "if":
      return ifDoc(statement);
  }
}

function ifDoc(statement: Extract<Statement, { is: "if" }>): Doc {
  const { when: conditions, then, otherwise } = statement;
  const test = join(conditions, [code` &&`, line]);
  const head = group([code`if (`, nest([softline, test]), softline, code`) `]);
  if (otherwise === undefined) return [head, braces(then)];
  const [only] = otherwise;
  const chained = otherwise.length === 1 && only?.is === "if";
  const rest = chained ? ifDoc(only) : braces(otherwise);
  return [head, braces(then), code` else `, rest];
}

function braces(body: readonly Statement[]): Doc {
  return [code`{`, nest([hardline, block(body)]), hardline, code`}`];
}

/** `name(a, b)`. */
export function call(name: Code, ...args: readonly Doc[]): Doc {
  return list(code`${name}(`, args, code`)`);
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
export function functionBody(statements: readonly Statement[]): Doc {
  const [first, ...rest] = statements;
  const [failure] = first?.is === "if" ? first.then : [];
  let out = statements;
  if (first?.is === "if" && failure?.is === "fail" && failure.report) {
    const leave = text([code`return `, failure.report, code`;`]);
    const guard: Statement = { is: "if", when: first.when, then: [leave] };
    out = [guard, ...(first.otherwise ?? []), ...rest];
  }
  if (!out.some(fails)) return block([...out, text(code`return true;`)]);
  const verdict = text(code`let ok = true;`);
  const at = out === statements ? 0 : 1;
  return block([
    ...out.slice(0, at),
    verdict,
    ...out.slice(at),
    text(code`return ok;`),
  ]);
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

const strings = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** Whether code mentions a variable outside of its string literals: what is not mentioned must not be declared. */
export function mentions(doc: Doc, name: Code): boolean {
  if (typeof doc === "string") {
    if (!doc.includes(name)) return false;
    const bare = doc.replaceAll(strings, "");
    return bare.split(/[^\p{ID_Continue}$]+/u).includes(name);
  }
  if (!("kind" in doc)) return doc.some((part) => mentions(part, name));
  if (doc.kind === "line") return false;
  return mentions(doc.kind === "choice" ? doc.flat : doc.body, name);
}
