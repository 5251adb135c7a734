import { indent, type Code } from "../code.js";
import { pageWidth, width } from "../text-width.js";

/**
 * Text whose line breaks are not chosen yet, in the algebra that prettier uses:
 * a group is printed on one line when it fits and broken at its lines when not.
 */
export type Doc =
  | Code
  | readonly Doc[]
  | { readonly kind: "group"; readonly body: Doc; readonly flat: Flat }
  | { readonly kind: "nest"; readonly body: Doc; readonly flat: Flat }
  | { readonly kind: "choice"; readonly broken: Doc; readonly flat: Doc }
  | { readonly kind: "line"; readonly flat: "" | " " | undefined };

/** The text on one line; undefined when it holds a line break that must be. */
type Flat = string | undefined;

/** A space on one line, a line break in a broken group. */
export const line: Doc = { kind: "line", flat: " " };
/** Nothing on one line, a line break in a broken group. */
export const softline: Doc = { kind: "line", flat: "" };
/** Always a line break; it breaks every group around it. */
export const hardline: Doc = { kind: "line", flat: undefined };

/** Printed on one line if it fits there. */
export function group(body: Doc): Doc {
  return { kind: "group", body, flat: flatOf(body) };
}

/** Lines inside it start two columns further right. */
export function nest(body: Doc): Doc {
  return { kind: "nest", body, flat: flatOf(body) };
}

/** Depends on whether the group around it is broken. */
export function ifBroken(broken: Doc, flat: Doc = []): Doc {
  return { kind: "choice", broken, flat };
}

/** Puts `separator` between the items. */
export function join(items: readonly Doc[], separator: Doc): Doc {
  const joined: Doc[] = [];
  for (const item of items) {
    if (joined.length > 0) joined.push(separator);
    joined.push(item);
  }
  return joined;
}

/** `open`, the items separated by commas, `close`: one line, or one item a line with a trailing comma. */
export function list(open: Code, items: readonly Doc[], close: Code): Doc {
  if (items.length === 0) return [open, close];
  const comma = "," as Code;
  return group([
    open,
    nest([softline, join(items, [comma, line])]),
    ifBroken(comma),
    softline,
    close,
  ]);
}

function flatOf(doc: Doc): Flat {
  if (typeof doc === "string") return doc.includes("\n") ? undefined : doc;
  if ("kind" in doc) {
    return doc.kind === "choice" ? flatOf(doc.flat) : doc.flat;
  }
  let all = "";
  for (const part of doc) {
    const flat = flatOf(part);
    if (flat === undefined) return undefined;
    all += flat;
  }
  return all;
}

type Step = { readonly doc: Doc; readonly depth: number };

/** Prints a Doc, lines indented by two spaces a level. */
export function print(doc: Doc, depth = 0): Code {
  const steps: Step[] = [{ doc, depth }];
  const out: string[] = [];
  let column = depth * 2;
  const put = (text: string) => {
    out.push(text);
    column = widthAfter(text, column);
  };
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { doc: now, depth: level } = step;
    if (typeof now === "string") {
      put(now.includes("\n") ? indent(now, level) : now);
    } else if (!("kind" in now)) {
      pushAll(steps, now, level);
    } else if (now.kind === "nest") {
      steps.push({ doc: now.body, depth: level + 1 });
    } else if (now.kind === "choice") {
      steps.push({ doc: now.broken, depth: level });
    } else if (now.kind === "group") {
      const room = pageWidth - column;
      const { flat } = now;
      if (flat !== undefined && fits(flat, steps, room)) put(flat);
      else steps.push({ doc: now.body, depth: level });
    } else {
      trimEnd(out);
      out.push(`\n${"  ".repeat(level)}`);
      column = level * 2;
    }
  }
  return out.join("") as Code;
}

function pushAll(steps: Step[], docs: readonly Doc[], depth: number): void {
  for (let index = docs.length - 1; index >= 0; index--) {
    const doc = docs[index];
    if (doc !== undefined) steps.push({ doc, depth });
  }
}

/** Whether `flat`, and what follows it up to the next line break that may be taken, fits in `room` columns. */
function fits(flat: string, rest: readonly Step[], room: number): boolean {
  let left = room - width(flat);
  for (let index = rest.length - 1; left >= 0 && index >= 0; index--) {
    const used = widthToBreak(rest[index]?.doc ?? []);
    left -= used.width;
    if (used.ends) return left >= 0;
  }
  return left >= 0;
}

/** Columns up to the first line break of what is printed broken. */
function widthToBreak(doc: Doc): {
  readonly width: number;
  readonly ends: boolean;
} {
  if (typeof doc === "string") {
    const end = doc.indexOf("\n");
    const text = end === -1 ? doc : doc.slice(0, end);
    return { width: width(text), ends: end !== -1 };
  }
  if ("kind" in doc) {
    if (doc.kind === "line") return { width: 0, ends: true };
    return widthToBreak(doc.kind === "choice" ? doc.broken : doc.body);
  }
  let sum = 0;
  for (const part of doc) {
    const used = widthToBreak(part);
    sum += used.width;
    if (used.ends) return { width: sum, ends: true };
  }
  return { width: sum, ends: false };
}

function trimEnd(out: string[]): void {
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    const text = last.replace(/ +$/, "");
    if (text === "") continue;
    out.push(text);
    return;
  }
}

function widthAfter(text: string, column: number): number {
  const end = text.lastIndexOf("\n");
  return end === -1 ? column + width(text) : width(text.slice(end + 1));
}
