import { afterAll, expect, test } from "vitest";
import { http, list, stdio } from "../../../bench/runtime/calls.js";
import { start } from "../../../bench/runtime/cold.js";
import {
  isInstalled,
  libraries,
  type Library,
} from "../../../bench/runtime/contenders.js";
import { judge } from "../../../bench/runtime/gates.js";
import { sessions } from "../../../bench/runtime/memory.js";
import { printTable, type Table } from "../../../bench/runtime/table.js";
import { Workspace } from "../../../bench/runtime/workspace.js";

/*
 * The benchmark of calls still runs: every scenario with every contender that is
 * installed, a few calls each. What it measures then means nothing.
 */

const workspace = new Workspace();
const present: readonly Library[] = libraries.filter(
  (library) => library !== "before" && isInstalled(library),
);
const tables: Table[] = [];

afterAll(() => workspace.close());

test.each(Object.entries({ stdio, http, list, start, sessions }))(
  "%s measures every contender",
  async (_name, scenario) => {
    const measured: Table[] = [];
    await scenario({
      workspace,
      libraries: present,
      effort: { rounds: 1, scale: 0.002 },
      tell: (table) => measured.push(table),
    });
    tables.push(...measured);
    for (const { title, columns, rows } of measured) {
      const names = [...rows.keys()];
      for (const library of ["raw", "mcpgen", "sdk1", "sdk2"])
        if (title !== "import" || library !== "raw")
          expect(names.join(), title).toContain(library);
      for (const [name, row] of rows)
        for (const { key } of columns)
          expect(row[key], `${title}: ${name}: ${key}`).toEqual(
            expect.any(Number),
          );
    }
  },
);

test("every gate is judged", () => {
  expect(judge(tables).length).toBeGreaterThan(30);
  expect(judge(tables).join("\n")).not.toContain("NaN");
});

test("a table shows ratios to the raw row", () => {
  const rows = new Map([
    ["raw legacy", { median: 50 }],
    ["mcpgen legacy", { median: 60 }],
  ]);
  const columns = [{ key: "median", title: "p50 µs", ratio: true }];
  expect(printTable({ title: "stdio", columns, rows })).toBe(
    [
      "",
      "| stdio         |    p50 µs |",
      "| ------------- | --------: |",
      "| raw legacy    | 50 (1.00) |",
      "| mcpgen legacy | 60 (1.20) |",
    ].join("\n"),
  );
});
