import type { Code } from "../code.js";

/**
 * Text whose line breaks are not chosen yet, in the algebra that prettier uses:
 * a group is printed on one line when it fits and broken at its lines when not.
 */
export type Doc =
  | Code
  | readonly Doc[]
  | { readonly kind: "group"; readonly body: Doc; readonly hard: boolean }
  | { readonly kind: "nest"; readonly body: Doc; readonly hard: boolean }
  | { readonly kind: "choice"; readonly broken: Doc; readonly flat: Doc }
  | { readonly kind: "line"; readonly flat: "" | " " | undefined };

/** A space on one line, a line break in a broken group. */
export const line: Doc = { kind: "line", flat: " " };
/** Nothing on one line, a line break in a broken group. */
export const softline: Doc = { kind: "line", flat: "" };
/** Always a line break; it breaks every group around it. */
export const hardline: Doc = { kind: "line", flat: undefined };

/** Printed on one line if it fits there. */
export function group(body: Doc): Doc {
  return { kind: "group", body, hard: isHard(body) };
}

/** Lines inside it start two columns further right. */
export function nest(body: Doc): Doc {
  return { kind: "nest", body, hard: isHard(body) };
}

/** Depends on whether the group around it is broken. */
export function ifBroken(broken: Doc, flat: Doc = []): Doc {
  return { kind: "choice", broken, flat };
}

/** Puts `separator` between the items. */
export function join(items: readonly Doc[], separator: Doc): Doc {
  return items.flatMap((item, index) =>
    index === 0 ? [item] : [separator, item],
  );
}

/** `open`, the items separated by commas, `close`: one line, or one item a line with a trailing comma. */
export function list(
  open: Code,
  items: readonly Doc[],
  close: Code,
  last: Doc = ifBroken("," as Code),
): Doc {
  if (items.length === 0) return [open, close];
  const comma = "," as Code;
  return group([
    open,
    nest([softline, join(items, [comma, line])]),
    last,
    softline,
    close,
  ]);
}

function isHard(doc: Doc): boolean {
  if (typeof doc === "string") return doc.includes("\n");
  if ("kind" in doc) {
    if (doc.kind === "line") return doc.flat === undefined;
    return doc.kind === "choice" ? false : doc.hard;
  }
  return doc.some(isHard);
}

const pageWidth = 80;

type Step = {
  readonly doc: Doc;
  readonly depth: number;
  readonly flat: boolean;
};

/** Prints a Doc at 80 columns, its first line starting at `column`, lines indented by two spaces a level. */
export function print(doc: Doc, depth = 0): Code {
  const steps: Step[] = [{ doc, depth, flat: false }];
  const out: string[] = [];
  let column = depth * 2;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { doc: now, depth: level, flat } = step;
    if (typeof now === "string") {
      const text = now.includes("\n") ? reindent(now, level) : now;
      out.push(text);
      column = widthAfter(text, column);
    } else if (!("kind" in now)) {
      pushAll(steps, now, level, flat);
    } else if (now.kind === "nest") {
      steps.push({ doc: now.body, depth: level + 1, flat });
    } else if (now.kind === "choice") {
      steps.push({ doc: flat ? now.flat : now.broken, depth: level, flat });
    } else if (now.kind === "group") {
      const inner = { doc: now.body, depth: level, flat: true };
      const fit = flat || (!now.hard && fits(inner, steps, pageWidth - column));
      steps.push(fit ? inner : { ...inner, flat: false });
    } else if (flat && now.flat !== undefined) {
      out.push(now.flat);
      column += now.flat.length;
    } else {
      trimEnd(out);
      out.push(`\n${"  ".repeat(level)}`);
      column = level * 2;
    }
  }
  return out.join("") as Code;
}

function pushAll(
  steps: Step[],
  docs: readonly Doc[],
  depth: number,
  flat: boolean,
): void {
  for (let index = docs.length - 1; index >= 0; index--) {
    const doc = docs[index];
    if (doc !== undefined) steps.push({ doc, depth, flat });
  }
}

/** Whether the text up to the next line break that may be taken fits in `room` columns. */
function fits(first: Step, rest: readonly Step[], room: number): boolean {
  const steps = [first];
  let left = rest.length;
  for (;;) {
    let step = steps.pop();
    if (step === undefined) {
      step = rest[--left];
      if (step === undefined) return true;
    }
    const { doc, depth, flat } = step;
    if (typeof doc === "string") {
      const end = doc.indexOf("\n");
      room -= width(end === -1 ? doc : doc.slice(0, end));
      if (room < 0) return false;
      if (end !== -1) return true;
    } else if (!("kind" in doc)) {
      pushAll(steps, doc, depth, flat);
    } else if (doc.kind === "line") {
      if (!flat || doc.flat === undefined) return true;
      room -= doc.flat.length;
    } else if (doc.kind === "choice") {
      steps.push({ doc: flat ? doc.flat : doc.broken, depth, flat });
    } else {
      const still = doc.kind === "group" && doc.hard ? false : flat;
      steps.push({ doc: doc.body, depth, flat: still });
    }
    if (room < 0) return false;
  }
}

function trimEnd(out: string[]): void {
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    const text = last.replace(/ +$/, "");
    if (text === "") continue;
    out.push(text);
    return;
  }
}

function reindent(text: string, depth: number): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${"  ".repeat(depth)}`);
}

function widthAfter(text: string, column: number): number {
  const end = text.lastIndexOf("\n");
  return end === -1 ? column + width(text) : width(text.slice(end + 1));
}

// eslint-disable-next-line no-control-regex -- the range is all of ASCII
const ascii = /^[\u0000-\u007f]*$/;
const marks = /\p{Mn}|\p{Me}|\p{Cf}/u;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Columns as prettier counts them: wide East Asian characters and emoji take two. */
export function width(text: string): number {
  if (ascii.test(text)) return text.length;
  let columns = 0;
  for (const char of text) {
    if (!marks.test(char)) columns += wide.test(char) ? 2 : 1;
  }
  return columns;
}
