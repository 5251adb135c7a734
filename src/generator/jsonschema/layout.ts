import { indent, type Code } from "../code.js";
import { pageWidth, width } from "../text-width.js";

/**
 * Text whose line breaks are not chosen yet, in the algebra that prettier uses:
 * a group is printed on one line when it fits and broken at its lines when not.
 */
export type Doc =
  | Code
  | readonly Doc[]
  | { readonly kind: "group" | "nest"; readonly body: Doc }
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
const separator: Doc = [comma, line];
const lastComma = ifBroken(comma);

/** `open`, the items separated by commas, `close`: one line, or one item a line with a trailing comma. */
export function list(open: Code, items: readonly Doc[], close: Code): Doc {
  if (items.length === 0) return [open, close];
  const inner = nest([softline, join(items, separator)]);
  return group([open, inner, lastComma, softline, close]);
}

/** Whether several docs stand one behind the other. */
function isSequence(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

/** Prints a Doc, lines indented by two spaces a level. */
export function print(doc: Doc, depth = 0): Code {
  // what is still to be printed, the next one last, and its level
  const docs: Doc[] = [doc];
  const levels = [depth];
  const out: string[] = [];
  let column = depth * 2;
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
    } else if (now.kind === "group") {
      const room = pageWidth - column;
      const left = roomBehind(now.body, room);
      if (left >= 0 && restFits(docs, left)) {
        putFlat(now.body, out);
        column += room - left;
      } else push(now.body, level);
    } else {
      trimEnd(out);
      out.push(lineBreak(level));
      column = level * 2;
    }
  }
  return out.join("") as Code;
}

/** The columns that `doc` on one line leaves of `room`; negative when it does not fit or holds a line break that must be. */
function roomBehind(doc: Doc, room: number): number {
  if (typeof doc === "string") {
    return doc.includes("\n") ? -1 : room - width(doc);
  }
  if (isSequence(doc)) {
    let left = room;
    for (const part of doc) {
      left = roomBehind(part, left);
      if (left < 0) return left;
    }
    return left;
  }
  if (doc.kind === "line") {
    return doc.flat === undefined ? -1 : room - doc.flat.length;
  }
  return roomBehind(doc.kind === "choice" ? doc.flat : doc.body, room);
}

function putFlat(doc: Doc, out: string[]): void {
  if (typeof doc === "string") out.push(doc);
  else if (isSequence(doc)) for (const part of doc) putFlat(part, out);
  else if (doc.kind === "line") out.push(doc.flat ?? "");
  else putFlat(doc.kind === "choice" ? doc.flat : doc.body, out);
}

/** Whether what follows, up to the next line break that may be taken, fits in `room` columns. */
function restFits(rest: readonly Doc[], room: number): boolean {
  let left = room;
  for (let index = rest.length - 1; index >= 0; index--) {
    left = roomToBreak(rest[index] ?? [], left);
    if (left < 0 || left === Infinity) break;
  }
  return left >= 0;
}

/** Like `roomBehind` of what is printed broken; infinite when a line break comes before the room ends. */
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
  return roomToBreak(doc.kind === "choice" ? doc.broken : doc.body, room);
}

function lineBreak(level: number): string {
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
