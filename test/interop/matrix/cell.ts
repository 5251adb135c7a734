import { expect, onTestFinished } from "vitest";
import { start } from "../../support/started.js";
import type { CellClient, Connect, Place } from "./clients.js";
import type { Programs } from "./project.js";
import { type Cell, withoutStep } from "./table.js";

const tools = ["ask", "cancelled", "change", "count", "enough", "wait"];

/** What a client does with a server, each step by its name. */
const steps: {
  readonly [step: string]: (client: CellClient) => Promise<void>;
} = {
  async lists(client) {
    expect([...(await client.tools())].sort()).toEqual(tools);
  },
  async "calls with progress"(client) {
    const heard: number[] = [];
    let told: Promise<string> | undefined;
    const onProgress = (progress: number): void => {
      // Official clients drop reports that come along with the answer, so it waits.
      if (heard.push(progress) === 3) told = client.call("enough", {});
    };
    expect(await client.call("count", { to: 3 }, { onProgress })).toBe(
      "counted to 3",
    );
    expect(heard).toEqual([1, 2, 3]);
    expect(await told).toBe("enough");
  },
  async cancels(client) {
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => controller.abort();
    const waiting = client.call("wait", {}, { onProgress, signal });
    await expect(waiting).rejects.toThrow();
    // It is not answered before the server has heard of it.
    expect(await client.call("cancelled", {})).toBe("cancelled");
  },
  async elicits(client) {
    expect(await client.call("ask", {})).toBe("Hello, Ada");
  },
  async reads(client) {
    const contents = [{ uri: "party://motd", text: "Be kind" }];
    expect(await client.read("party://motd")).toMatchObject({ contents });
  },
  async prompts(client) {
    const content = { type: "text", text: "Welcome, Ada" };
    expect(await client.prompt("welcome", { name: "Ada" })).toMatchObject({
      messages: [{ role: "user", content }],
    });
  },
  async "hears of changes"(client) {
    let heard = false;
    void client.changed.then(() => (heard = true));
    // Nothing tells when the stream is open on which the server tells.
    while (!heard) await client.call("change", {});
  },
};

/** Goes through every step that the cell has. */
export async function goThrough(
  cell: Cell,
  connect: Connect,
  programs: Programs,
): Promise<void> {
  const place = await placeOf(cell, programs);
  // The first generation cannot be told what to offer: its server insists.
  const offered =
    cell.pinned && cell.client !== "first" ? cell.version : undefined;
  const client = await connect(place, offered);
  onTestFinished(() => client.close());
  expect(client.version).toBe(cell.version);
  for (const [step, take] of Object.entries(steps))
    if (withoutStep(cell, step) === undefined) await take(client);
}

async function placeOf(
  { client, server, way, version, pinned }: Cell,
  { ours, ...official }: Programs,
): Promise<Place> {
  const one = pinned && client === "first" ? version : "all";
  const program = server === "ours" ? (ours[one] ?? "") : official[server];
  if (way === "stdio") return { kind: way, args: [program] };
  const args = server === "ours" ? ["--http", "127.0.0.1:0"] : [way];
  const url = await listen([program, ...args]);
  const path = way === "sse" && server === "ours" ? "sse" : "";
  return { kind: way, url: url + path };
}

/** Starts a program that prints its address, until the test ends. */
async function listen(args: readonly string[]): Promise<string> {
  const program = [process.execPath, ...args] as const;
  const { found, stop } = await start(program, /Listening on (\S+)\n/);
  onTestFinished(stop);
  return found;
}
