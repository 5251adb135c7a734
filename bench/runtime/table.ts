/** Figures of one kind, a row for each lane. */
export type Table = {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: ReadonlyMap<string, Row>;
};

/** One of them; `ratio` has it compared with the raw row, where there is one. */
export type Column = {
  readonly key: string;
  readonly title: string;
  readonly digits?: number;
  readonly ratio?: boolean;
};

export type Row = { readonly [key: string]: number };

/** The row that others are compared with. */
export const baseline = "raw legacy";

/** The table as text, ready to stand in a Markdown file. */
export function printTable({ title, columns, rows }: Table): string {
  const base = rows.get(baseline);
  const cell = (row: Row, { key, digits = 0, ratio }: Column): string => {
    const figure = row[key] ?? NaN;
    const text = figure.toLocaleString("en-US", {
      maximumFractionDigits: digits,
      minimumFractionDigits: digits,
    });
    return ratio === true && base !== undefined
      ? `${text} (${(figure / base[key]!).toFixed(2)})`
      : text;
  };
  const body = [...rows].map(([name, row]) => [
    name,
    ...columns.map((column) => cell(row, column)),
  ]);
  return `\n${layOut([[title, ...columns.map((column) => column.title)], ...body])}`;
}

/** A Markdown table of cells, the first row its head. */
function layOut(cells: readonly (readonly string[])[]): string {
  const widths = cells[0]!.map((_, index) =>
    Math.max(...cells.map((row) => row[index]!.length)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row
      .map((text, index) =>
        index === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[index]!),
      )
      .join(" | ")} |`;
  const rule = `| ${widths
    .map((width, index) =>
      index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
    )
    .join(" | ")} |`;
  const [head, ...body] = cells;
  return [line(head!), rule, ...body.map(line)].join("\n");
}
