/** A place in a text, both from 1; columns count UTF-16 units. */
export type LineColumn = { readonly line: number; readonly column: number };

/** Tells the place of offsets in a text, which is searched for line ends once, when first asked. */
export function openLines(text: string): (offset: number) => LineColumn {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let line = 1;
    // the last line that starts at or before the offset
    for (let more = starts.length - 1; line <= more;) {
      const middle = (line + more) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle + 1;
      else more = middle - 1;
    }
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

/** Line and column of one offset. */
export function lineColumn(text: string, offset: number): LineColumn {
  return openLines(text)(offset);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  let end = text.indexOf("\n");
  for (; end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}
