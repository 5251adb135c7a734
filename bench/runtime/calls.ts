import { lanesOf } from "./contenders.js";
import type { Load } from "./programs/worker.js";
import { race } from "./race.js";
import type { Scenario } from "./scenario.js";

/** Titles of the tables that gates look at. */
export const titles = {
  stdio: "stdio, 1 in flight, 100 B",
  stdio64: "stdio, 64 in flight, 100 B",
  stdio5M: "stdio, 1 in flight, 5 MB",
  server: (tools: number, inFlight: number) =>
    `HTTP, server apart, ${tools} tools, ${inFlight} in flight`,
  client: (inFlight: number) => `HTTP, client apart, ${inFlight} in flight`,
  pair: "HTTP, both sides, 64 in flight",
  listServer: "tools/list of 1,000, server apart",
  listClient: "tools/list of 1,000, client apart",
};

const calls = (count: number, inFlight: number, bytes: number): Load => ({
  kind: "calls",
  count,
  inFlight,
  bytes,
});

/** tools/call between two processes that a pipe connects. */
export const stdio: Scenario = async (run) =>
  race(run, {
    lanes: lanesOf(run.libraries, "stdio", "both"),
    setting: { transport: "stdio", tools: 3 },
    loads: {
      [titles.stdio]: calls(1500, 1, 100),
      [titles.stdio64]: calls(6000, 64, 100),
      "stdio, 1 in flight, 100 kB": calls(60, 1, 100_000),
      "stdio, 64 in flight, 100 kB": calls(128, 64, 100_000),
      [titles.stdio5M]: calls(3, 1, 5_000_000),
    },
  });

/** tools/call over Streamable HTTP: each side against a raw other one, then both. */
export const http: Scenario = async (run) => {
  for (const tools of [3, 200])
    await race(run, {
      lanes: lanesOf(run.libraries, "http", "server"),
      setting: { transport: "http", tools },
      loads: {
        [titles.server(tools, 1)]: calls(400, 1, 100),
        [titles.server(tools, 64)]: calls(1500, 64, 100),
      },
    });
  await race(run, {
    lanes: lanesOf(run.libraries, "http", "client"),
    setting: { transport: "http", tools: 3 },
    loads: {
      [titles.client(1)]: calls(400, 1, 100),
      [titles.client(64)]: calls(1500, 64, 100),
    },
  });
  await race(run, {
    lanes: lanesOf(run.libraries, "http", "both"),
    setting: { transport: "http", tools: 3 },
    loads: { [titles.pair]: calls(1500, 64, 100) },
  });
};

/** tools/list of a server with a long list. */
export const list: Scenario = async (run) => {
  for (const side of ["server", "client"] as const)
    await race(run, {
      lanes: lanesOf(run.libraries, "http", side),
      setting: { transport: "http", tools: 1000 },
      loads: {
        [side === "server" ? titles.listServer : titles.listClient]: {
          kind: "lists",
          count: 10,
          tools: 1000,
        },
      },
    });
};
