import { titles } from "./calls.js";
import { importTitle, startTitle } from "./cold.js";
import { memoryTitles } from "./memory.js";
import { baseline, type Row, type Table } from "./table.js";

/** A figure of ours that has to stay below a bound. */
type Gate = {
  readonly table: string;
  /** As it is printed. */
  readonly figure: string;
  readonly of: (row: Row) => number;
  /** Either a number, or so many times that of another row. */
  readonly most: number;
  /** The row that `most` is a multiple of; with an era's name in place of `*`. */
  readonly times?: string;
  /** Figures of time may be that much worse: no machine is quiet. */
  readonly slack: number;
};

const timeSlack = 1.3;
const ofRaw = { times: baseline, slack: timeSlack };
const exact = { slack: 1 };

const median = ({ median = NaN }: Row): number => median;
const each = ({ perSecond = NaN }: Row): number => 1e6 / perSecond;
const clientCpu = ({ clientCpu = NaN }: Row): number => clientCpu;
const serverCpu = ({ serverCpu = NaN }: Row): number => serverCpu;
const cpu = ({ cpu = NaN }: Row): number => cpu;
const wall = ({ wall = NaN }: Row): number => wall;
const server = ({ server = NaN }: Row): number => server;

const gates: readonly Gate[] = [
  { table: titles.stdio, figure: "p50", of: median, most: 1.15, ...ofRaw },
  { table: titles.stdio64, figure: "time a call", of: each, most: 1, ...ofRaw },
  {
    table: titles.stdio64,
    figure: "CPU of both sides",
    of: cpu,
    most: 0.6,
    ...ofRaw,
  },
  { table: titles.stdio5M, figure: "p50", of: median, most: 1.05, ...ofRaw },
  ...[1, 64].map((inFlight) => ({
    table: titles.client(inFlight),
    figure: "client CPU",
    of: clientCpu,
    most: 1.05,
    ...ofRaw,
  })),
  ...[3, 200].flatMap((tools) =>
    [1, 64].map((inFlight) => ({
      table: titles.server(tools, inFlight),
      figure: "server CPU",
      of: serverCpu,
      most: inFlight === 1 ? 1.2 : 1.05,
      ...ofRaw,
    })),
  ),
  {
    table: titles.pair,
    figure: "time a call",
    of: each,
    most: 1 / 8,
    times: "sdk2 *",
    slack: timeSlack,
  },
  { table: startTitle, figure: "wall", of: wall, most: 1.05, ...ofRaw },
  {
    table: startTitle,
    figure: "processes",
    of: ({ processes = NaN }) => processes,
    most: 2,
    ...exact,
  },
  { table: importTitle, figure: "CPU ms", of: cpu, most: 15, slack: timeSlack },
  {
    table: titles.listServer,
    figure: "server CPU",
    of: serverCpu,
    most: 0.6,
    ...ofRaw,
  },
  {
    table: memoryTitles.idle,
    figure: "heap of the server, B each",
    of: server,
    most: 500,
    ...exact,
  },
  {
    table: memoryTitles.ended,
    figure: "growth of the server, B each",
    of: server,
    most: 100,
    ...exact,
  },
  {
    table: memoryTitles.lists,
    figure: "growth of both sides, B each",
    of: ({ client = NaN, server = NaN }) => client + server,
    most: 100,
    ...exact,
  },
];

/** A line for each gate and row of ours that was measured. */
export function judge(tables: readonly Table[]): readonly string[] {
  return gates.flatMap((gate) => {
    const rows = tables.find(({ title }) => title === gate.table)?.rows;
    return [...(rows ?? [])]
      .filter(([name]) => name.startsWith("mcpgen"))
      .flatMap(([name, row]) => verdict(gate, name, row, rows!) ?? []);
  });
}

function verdict(
  { table, figure, of, most, times, slack }: Gate,
  name: string,
  row: Row,
  rows: ReadonlyMap<string, Row>,
): string | undefined {
  const era = name.split(" ").at(-1)!;
  const rival = times?.replace("*", era);
  const base = rival === undefined ? undefined : rows.get(rival);
  if (rival !== undefined && base === undefined) return undefined;
  const value = of(row) / (base === undefined ? 1 : of(base));
  const met = value <= most ? "met" : value <= most * slack ? "near" : "MISSED";
  const bound = `${rounded(most)}${rival === undefined ? "" : ` x ${rival}`}`;
  // What the bytes of the newer era cost anybody is not the runtime's doing.
  const same = rival === baseline ? rows.get(`raw ${era}`) : undefined;
  const also =
    same === undefined || era === "legacy"
      ? ""
      : `, ${rounded(of(row) / of(same))} x raw ${era}`;
  return `${met.padEnd(6)} ${name}: ${table}: ${figure} ${rounded(value)} of at most ${bound}${also}`;
}

function rounded(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0);
}
