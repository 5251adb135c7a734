import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import {
  Agent,
  createServer,
  request as sendOn,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { Client } from "../src/runtime/client-api.js";
import type { ConnectOptions } from "../src/runtime/client-options.js";
import type { TaskToolCall } from "../src/runtime/client-task-calls.js";
import type { nodeHttp } from "../src/runtime/node-http-client.js";
import type { Call } from "../src/runtime/server-engine.js";
import { seal } from "../src/runtime/server-seal.js";
import type { Transport } from "../src/runtime/transport.js";
import { sources } from "./fixtures/machines/sources.js";
import { bundle, generate, load } from "./interop/generated.js";
import { compilers } from "./support/compilers.js";
import {
  compileCell,
  nodeCells,
  openConsumer,
  writeFiles,
} from "./support/consumer.js";
import { project } from "./support/project.js";
import { openTemporary, temporary } from "./support/temporary.js";

type Receipt = { readonly charge: number; readonly amount: number };

type MachinesClient = Client & {
  readonly tools: {
    readonly buy: TaskToolCall<{ amount: number }, Receipt>;
    readonly build: TaskToolCall<{ amount: number }, Receipt>;
    readonly hang: TaskToolCall<object, unknown>;
    readonly change: TaskToolCall<object, { readonly text: string }>;
  };
};

type Emitted = {
  connectMachines(
    transport: Transport,
    options: ConnectOptions,
  ): Promise<MachinesClient>;
  nodeHttp: typeof nodeHttp;
};

let emitted: Emitted;
let folder = "";
let program = "";
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const opened = await openTemporary("machines");
  ({ path: folder, remove } = opened);
  const manifest = project("test/fixtures/machines/manifest.yaml");
  await generate(folder, { "manifest.yaml": await readFile(manifest, "utf8") });
  await openConsumer(folder);
  await writeFiles(folder, sources);
  emitted = await load<Emitted>(folder, {
    "machines/client": ["connectMachines"],
    "runtime/node-http-client": ["nodeHttp"],
  });
  program = await bundle(join(folder, "start.ts"), join(folder, "start.mjs"));
});

afterAll(async () => remove());

/** Processes that serve one address, each request by the next of them. */
class Machines {
  readonly folder: string;
  readonly children: ChildProcess[] = [];
  /** Which process got which request, by its `Mcp-Method`. */
  readonly seen: [ChildProcess, string][] = [];
  readonly #urls = new Map<ChildProcess, string>();
  readonly #sockets = new Set<Socket>();
  /** What clients connect with. */
  readonly agent = new Agent({ keepAlive: true });
  url = "";
  #next = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  async start(count: number): Promise<void> {
    await mkdir(join(this.folder, "states"), { recursive: true });
    await Promise.all(Array.from({ length: count }, () => this.add()));
    const proxy = createServer((request, response) =>
      this.#pass(request, response),
    );
    proxy.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const { port } = proxy.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}/mcp`;
    onTestFinished(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
  }

  async add(): Promise<void> {
    const child = fork(program, [this.folder]);
    this.children.push(child);
    onTestFinished(() => this.kill(child));
    const url = await new Promise<string>((resolve, reject) => {
      child.on("exit", (code) => reject(new Error(`exit ${String(code)}`)));
      child.on("message", (message: { url?: string; event?: object }) => {
        if (message.url !== undefined) resolve(message.url);
        else
          for (const other of this.children)
            if (other !== child && other.connected) other.send(message);
      });
    });
    this.#urls.set(child, url);
  }

  async kill(child: ChildProcess): Promise<void> {
    this.#urls.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** Breaks every connection of the clients once nothing is under way on it; resolves when they have noticed. */
  async cut(): Promise<void> {
    await vi.waitFor(() => expect(this.agent.sockets).toEqual({}));
    for (const socket of this.#sockets) socket.destroy();
    await vi.waitFor(() => expect(this.agent.freeSockets).toEqual({}));
  }

  /** What the processes have written into a file. */
  async lines(name: string): Promise<readonly string[]> {
    const text = await readFile(join(this.folder, name), "utf8");
    return text.trimEnd().split("\n");
  }

  /** The processes that got requests of this method. */
  servedBy(method: string): ReadonlySet<ChildProcess> {
    const found = this.seen.filter(([, seen]) => seen === method);
    return new Set(found.map(([child]) => child));
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const alive = [...this.#urls];
    const [child, target] = alive[this.#next++ % alive.length]!;
    this.seen.push([child, String(request.headers["mcp-method"])]);
    const { method, headers } = request;
    const { host } = new URL(target);
    const onward = sendOn(target, { method, headers: { ...headers, host } });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }
}

async function machines(count = 2): Promise<Machines> {
  const made = new Machines(await temporary("machines-state"));
  await made.start(count);
  return made;
}

async function connect(
  { url, agent }: Machines,
  options: ConnectOptions = {},
): Promise<MachinesClient> {
  const transport = emitted.nodeHttp({ url, agent });
  const client = await emitted.connectMachines(transport, options);
  onTestFinished(() => client.close());
  return client;
}

const yes = () => ({ action: "accept" as const, content: { sure: true } });

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};

type Message = { readonly [name: string]: unknown };

/** A call of a client that keeps no rules. */
async function buyRaw({ url }: Machines, more: object = {}): Promise<Message> {
  const params = {
    name: "buy",
    arguments: { amount: 5 },
    ...more,
    _meta: meta,
  };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "buy",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params,
    }),
  });
  const { result, error } = (await response.json()) as Message;
  return (result ?? error) as Message;
}

it("compiles as its types promise, under every strict flag", async () => {
  const newest = compilers.find(({ version }) => version.startsWith("6."))!;
  const cell = nodeCells(newest).find(
    ({ name }) => name.includes("ESNext, every") && name.includes("NodeNext"),
  )!;
  const include = ["out", "handlers", "typed.ts", "start.ts"];
  expect(await compileCell(folder, cell, include)).toBe("");
});

it("charges once over two processes, with the connection cut between rounds", async () => {
  const both = await machines();
  const onElicit = vi.fn(async () => {
    await both.cut();
    return yes();
  });
  const client = await connect(both, { onElicit });
  expect(client.server.era).toBe("modern");
  const receipt = await client.tools.buy({ amount: 5 });
  expect(receipt).toEqual({ charge: 1, amount: 5 });
  expect(onElicit).toHaveBeenCalledTimes(2);
  expect(await both.lines("charges")).toHaveLength(1);
  expect(both.servedBy("tools/call").size).toBe(2);
});

it("refuses a state that was tampered with, used before, has expired or is of another request", async () => {
  const both = await machines();
  const refused = { code: -32602 };
  const before = { before: yes() };
  const first = await buyRaw(both);
  const { requestState } = first as { requestState: string };
  expect(first).toMatchObject({ resultType: "input_required" });

  const flipped = `${requestState.startsWith("A") ? "B" : "A"}${requestState.slice(1)}`;
  const tampered = { requestState: flipped, inputResponses: before };
  expect(await buyRaw(both, tampered)).toMatchObject(refused);
  const other = { arguments: { amount: 500 }, requestState };
  expect(await buyRaw(both, other)).toMatchObject(refused);

  const second = await buyRaw(both, { requestState, inputResponses: before });
  expect(second).toMatchObject({ inputRequests: { after: {} } });
  // Once more, to each of the processes.
  for (let at = 0; at < 2; at++) {
    const replayed = { requestState, inputResponses: before };
    expect(await buyRaw(both, replayed)).toMatchObject(refused);
  }
  expect(await both.lines("charges")).toHaveLength(1);

  const call = {
    engine: { sealKey: new Uint8Array(32).fill(7) },
    link: { grant: { auth: undefined } },
    method: "tools/call",
    params: { name: "buy", arguments: { amount: 5 } },
  } as unknown as Call;
  const memory = { answers: {}, steps: {} };
  const fresh = { requestState: await seal(call, memory) };
  expect(await buyRaw(both, fresh)).toMatchObject({
    resultType: "input_required",
  });
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now - 2 * 3_600_000);
  const expired = { requestState: await seal(call, memory) };
  clock.mockRestore();
  expect(await buyRaw(both, expired)).toMatchObject(refused);

  const last = await buyRaw(both, {
    requestState: second["requestState"],
    inputResponses: { after: yes() },
  });
  expect(last).toMatchObject({ structuredContent: { charge: 1, amount: 5 } });
  expect(await both.lines("charges")).toHaveLength(1);
});

it("goes on with a task in whichever process gets the answers", async () => {
  const both = await machines();
  const onElicit = vi.fn(async () => {
    await both.cut();
    return yes();
  });
  const client = await connect(both, { onElicit });
  expect(await client.tools.build({ amount: 7 })).toEqual({
    charge: 1,
    amount: 7,
  });
  expect(onElicit).toHaveBeenCalledTimes(2);
  expect(await both.lines("charges")).toHaveLength(1);
  expect(both.servedBy("tasks/get").size).toBe(2);
  expect(
    both.seen.filter(([, method]) => method === "tools/call"),
  ).toHaveLength(1);
});

it("ends in one process the task that was cancelled in the other", async () => {
  const both = await machines();
  const client = await connect(both);
  const handles = [
    await client.tools.hang.task({}),
    await client.tools.hang.task({}),
    await client.tools.hang.task({}),
  ];
  // The next process in turn is never the one that runs the task.
  for (const handle of handles) await handle.cancel();
  expect(both.servedBy("tasks/cancel").size).toBe(2);
  for (const handle of handles)
    await expect(handle.result()).rejects.toMatchObject({ reason: "aborted" });
  await vi.waitFor(async () =>
    expect(await both.lines("charges-aborted")).toHaveLength(3),
  );
});

it("keeps tasks that wait over a restart of every process, and fails those that ran", async () => {
  const both = await machines();
  const silent = await connect(both, {
    onElicit: () => new Promise(() => undefined),
  });
  const waits = await silent.tools.build.task({ amount: 3 });
  const runs = await silent.tools.hang.task({});
  for await (const { status } of waits.updates())
    if (status === "input_required") break;
  await silent.close();
  await Promise.all(both.children.map((child) => both.kill(child)));
  await both.add();

  const client = await connect(both, { onElicit: yes });
  const { build, hang } = client.tools;
  expect(await build.resume(waits.id!).result()).toEqual({
    charge: 1,
    amount: 3,
  });
  await expect(hang.resume(runs.id!).result()).rejects.toMatchObject({
    name: "ProtocolError",
    code: -32603,
    message: expect.stringContaining("ended before the task did") as string,
  });
});

it("tells of changed lists whichever process knows of them", async () => {
  const both = await machines();
  const client = await connect(both);
  const heard: unknown[] = [];
  let tell = (): void => undefined;
  const listening = client.on("toolsListChanged", (params) => {
    heard.push(params);
    tell();
  });
  await listening.ready;
  const pids = new Set<string>();
  while (pids.size < 2) {
    const before = heard.length;
    const told = new Promise<void>((resolve) => (tell = resolve));
    pids.add((await client.tools.change({})).text);
    await told;
    expect(heard.length).toBe(before + 1);
  }
  expect(both.servedBy("subscriptions/listen").size).toBe(1);
  listening.stop();
});
