import type { Module } from "./scan-module.js";

/** What is to be added to a module, with LF at the end of every line. */
export type Addition = {
  /** A statement with its line end; absent where nothing is to be imported. */
  readonly importLine?: string;
  readonly declaration: string;
};

const byteOrderMark = "\ufeff";

/** A file's text in its two parts: the byte order mark, if there is one, and the rest. */
export function splitMark(text: string): readonly [string, string] {
  return text.startsWith(byteOrderMark)
    ? [byteOrderMark, text.slice(1)]
    : ["", text];
}

/**
 * The text with the addition: the declaration at the end, the import behind the last
 * one or, without any, behind the file's head (a shebang, a licence, directives).
 * Nothing of the text is changed; line ends are those that most of its lines have,
 * and a file without a line end at its end stays so. `text` has no byte order mark.
 */
export function insertText(
  text: string,
  module: Module,
  { importLine, declaration }: Addition,
): string {
  const eol = lineEndOf(text);
  const own = (added: string): string => added.replaceAll("\n", eol);
  if (importLine === undefined) return append(text, own(declaration), eol);
  if (module.codeStart === undefined) {
    return append(text, own(`${importLine}\n${declaration}`), eol);
  }
  const at = importPlace(text, module, module.codeStart);
  const before = text.slice(0, at.offset) + own(at.before);
  const after = own(at.after) + text.slice(at.offset);
  const added = own(importLine);
  // The last line end is the text's own where the import comes behind everything.
  return append(before + added + after, own(declaration), eol, endsLine(text));
}

/** The line end that most lines have; LF where it is even. */
function lineEndOf(text: string): string {
  const counts = new Map([
    ["\n", 0],
    ["\r\n", 0],
    ["\r", 0],
  ]);
  for (const [found] of text.matchAll(/\r\n|\n|\r/g)) {
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

function endsLine(text: string): boolean {
  return text === "" || /[\r\n]$/.test(text);
}

function append(
  text: string,
  added: string,
  eol: string,
  ends = endsLine(text),
): string {
  const [beforeLast = "", last] = text.split(/\r\n|\n|\r/).slice(-2);
  const isBlank = (last ?? "") === "" && beforeLast === "";
  const gap = isBlank ? "" : endsLine(text) ? eol : eol + eol;
  return text + gap + (ends ? added : added.slice(0, -eol.length));
}

type Place = {
  readonly offset: number;
  /** Line ends before and after the inserted line. */
  readonly before: string;
  readonly after: string;
};

function importPlace(text: string, module: Module, codeStart: number): Place {
  const { importsEnd, directivesEnd, comments } = module;
  if (importsEnd !== undefined) return behind(text, importsEnd);
  if (directivesEnd !== undefined) {
    const { offset, before } = behind(text, directivesEnd);
    const after = /^(?:[\r\n]|$)/.test(text.slice(offset)) ? "" : "\n";
    return { offset, before: `${before}\n`, after };
  }
  const head = headEnd(text, comments);
  const first = comments.find(({ start }) => start >= head);
  const offset = first?.start ?? codeStart;
  const gap = text.slice(head, offset);
  if (head === 0) return { offset: 0, before: "", after: "\n" };
  const lines = gap.match(/\r\n|\n|\r/g)?.length ?? 0;
  return { offset, before: "\n".repeat(Math.max(0, 2 - lines)), after: "\n" };
}

/** The line after a statement, or its end where something else follows in the line. */
function behind(text: string, end: number): Place {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*)?(\r\n|\n|\r|$)/.exec(text.slice(end));
  if (!rest) return { offset: end, before: "\n", after: "" };
  const before = rest[1] === "" ? "\n" : "";
  return { offset: end + rest[0].length, before, after: "" };
}

/** What speaks of the whole file although no blank line follows it. */
const speaksOfFile =
  /licen[cs]e|copyright|\(c\)|©|spdx-|@(?:preserve|file\b|fileoverview|module|packageDocumentation|ts-nocheck|ts-check|format\b|jest-environment|vitest-environment)|^\/\*!|^\/\/\/\s*<|eslint-(?:disable|enable|env)(?!-)/i;

/** The end of what opens the file: the shebang and the comments that belong to no statement. */
function headEnd(text: string, comments: Module["comments"]): number {
  const shebang = /^#![^\r\n]*/.exec(text)?.[0].length ?? 0;
  const opening = comments.filter(({ start, end }) => {
    const followed = /^[ \t]*(?:\r\n|\n|\r)[ \t]*[\r\n]/.test(text.slice(end));
    return followed || speaksOfFile.test(text.slice(start, end));
  });
  return opening.at(-1)?.end ?? shebang;
}
