import { indent, type Code } from "./code.js";
import { pageWidth, width } from "./text-width.js";

/**
 * Text whose line breaks are not chosen yet, in the algebra that prettier uses:
 * a group is printed on one line when it fits and broken at its lines when not.
 */
export type Doc =
  | Code
  | readonly Doc[]
  | { readonly kind: "group"; readonly body: Doc }
  | { readonly kind: "nest"; readonly body: Doc }
  | List
  | { readonly kind: "choice"; readonly broken: Doc; readonly flat: Doc }
  | { readonly kind: "line"; readonly flat: "" | " " | undefined };

type List = {
  readonly kind: "list";
  readonly open: Code;
  readonly items: readonly Doc[];
  readonly close: Code;
};

/** A space on one line, a line break in a broken group. */
export const line: Doc = { kind: "line", flat: " " };
/** Nothing on one line, a line break in a broken group. */
export const softline: Doc = { kind: "line", flat: "" };
/** Always a line break; it breaks every group around it. */
export const hardline: Doc = { kind: "line", flat: undefined };

/** Printed on one line if it fits there. */
export function group(body: Doc): Doc {
  return { kind: "group", body };
}

/** Lines inside it start two columns further right. */
export function nest(body: Doc): Doc {
  return { kind: "nest", body };
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

const comma = "," as Code;

/** `open`, the items separated by commas, `close`: one line, or one item a line with a trailing comma. */
export function list(open: Code, items: readonly Doc[], close: Code): Doc {
  return items.length === 0
    ? [open, close]
    : { kind: "list", open, items, close };
}

/** Whether several docs stand one behind the other. */
function isSequence(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

/** A line that is being filled. */
type Line = { readonly parts: string[]; room: number };

/** The text on one line; undefined when it takes more than `room` columns or holds a line break that must be. */
function flatOf(doc: Doc, room: number): string | undefined {
  const line: Line = { parts: [], room };
  return putFlat(doc, line) ? line.parts.join("") : undefined;
}

/** Puts a text behind the others; false when it does not fit. */
function putText(text: string, line: Line): boolean {
  line.parts.push(text);
  line.room -= width(text);
  return line.room >= 0;
}

/** One function that calls itself alone: V8 would unfold several into one another, at a cost that short builds notice. */
function putFlat(doc: Doc, line: Line): boolean {
  if (typeof doc === "string") {
    return !doc.includes("\n") && putText(doc, line);
  }
  if (isSequence(doc)) {
    for (const part of doc) if (!putFlat(part, line)) return false;
    return true;
  }
  switch (doc.kind) {
    case "line":
      return doc.flat !== undefined && putText(doc.flat, line);
    case "choice":
      return putFlat(doc.flat, line);
    case "list": {
      let before: string = doc.open;
      for (const item of doc.items) {
        if (!putText(before, line) || !putFlat(item, line)) return false;
        before = ", ";
      }
      return putText(doc.close, line);
    }
    default:
      return putFlat(doc.body, line);
  }
}

/** Prints a Doc that starts at a column, lines indented by two spaces a level. */
export function print(doc: Doc, depth = 0, start = depth * 2): Code {
  // what is still to be printed, the next one last, and its level
  const docs: Doc[] = [doc];
  const levels = [depth];
  const out: string[] = [];
  let column = start;
  const push = (next: Doc, level: number) => {
    docs.push(next);
    levels.push(level);
  };
  for (let now = docs.pop(); now !== undefined; now = docs.pop()) {
    const level = levels.pop() ?? 0;
    if (typeof now === "string") {
      const text = now.includes("\n") ? indent(now, level) : now;
      out.push(text);
      column = widthAfter(text, column);
    } else if (isSequence(now)) {
      for (let index = now.length - 1; index >= 0; index--) {
        push(now[index] ?? [], level);
      }
    } else if (now.kind === "nest") {
      push(now.body, level + 1);
    } else if (now.kind === "choice") {
      push(now.broken, level);
    } else if (now.kind === "line") {
      trimEnd(out);
      out.push(lineBreak(level));
      column = level * 2;
    } else {
      const flat = flatOf(now, pageWidth - column);
      const end = flat === undefined ? Infinity : column + width(flat);
      if (flat !== undefined && restFits(docs, pageWidth - end)) {
        out.push(flat);
        column = end;
      } else if (now.kind === "group") push(now.body, level);
      else pushItems(now, level, push);
    }
  }
  return out.join("") as Code;
}

/** A list that does not fit its line. */
function pushItems(
  { open, items, close }: List,
  level: number,
  push: (doc: Doc, level: number) => void,
): void {
  push(close, level);
  push(softline, level);
  for (let index = items.length - 1; index >= 0; index--) {
    push(comma, level);
    push(items[index] ?? [], level + 1);
    push(softline, level + 1);
  }
  push(open, level);
}

/** Whether what follows, up to the next line break that may be taken, fits in `room` columns. */
function restFits(rest: readonly Doc[], room: number): boolean {
  let left = room;
  for (let index = rest.length - 1; left >= 0 && index >= 0; index--) {
    left = roomToBreak(rest[index] ?? [], left);
    if (left === Infinity) return true;
  }
  return left >= 0;
}

/** The columns of `room` that a doc printed broken leaves: negative when it does not fit, infinite when a line break comes before. */
function roomToBreak(doc: Doc, room: number): number {
  if (typeof doc === "string") {
    const end = doc.indexOf("\n");
    if (end === -1) return room - width(doc);
    return width(doc.slice(0, end)) <= room ? Infinity : -1;
  }
  if (isSequence(doc)) {
    let left = room;
    for (const part of doc) {
      left = roomToBreak(part, left);
      if (left < 0 || left === Infinity) return left;
    }
    return left;
  }
  if (doc.kind === "line") return Infinity;
  if (doc.kind === "list") {
    return width(doc.open) <= room ? Infinity : -1;
  }
  return roomToBreak(doc.kind === "choice" ? doc.broken : doc.body, room);
}

/** A line break and the indentation of a level. */
export function lineBreak(level: number): string {
  return `\n${"  ".repeat(level)}`;
}

function trimEnd(out: string[]): void {
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    const text = last.endsWith(" ") ? last.replace(/ +$/, "") : last;
    if (text === "") continue;
    out.push(text);
    return;
  }
}

function widthAfter(text: string, column: number): number {
  const end = text.lastIndexOf("\n");
  return end === -1 ? column + width(text) : width(text.slice(end + 1));
}
