import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveStdio } from "../../../src/runtime/stdio-server.js";
import { makeServer, type Message, modern } from "./fixture.js";

const main = fileURLToPath(new URL("stdio-main.ts", import.meta.url));

type Program = {
  readonly child: ChildProcess;
  send(...lines: readonly unknown[]): void;
  next(): Promise<Message>;
  end(): void;
  readonly stderr: () => string;
  /** Resolves when stderr says this. */
  says(text: string): Promise<void>;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<unknown>;
};

function start(...args: readonly string[]): Program {
  const child = spawn(process.execPath, ["--import", "tsx", main, ...args], {
    stdio: "pipe",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout, crlfDelay: Infinity })[
    Symbol.asyncIterator
  ]();
  let stderr = "";
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (stderr += text));
  return {
    child,
    send: (...messages) =>
      void child.stdin.write(
        messages.map((message) => `${JSON.stringify(message)}\n`).join(""),
      ),
    async next() {
      const { value, done } = (await lines.next()) as IteratorResult<
        string,
        undefined
      >;
      if (done === true) throw new Error(`no more lines; stderr: ${stderr}`);
      return JSON.parse(value) as Message;
    },
    end: () => child.stdin.end(),
    stderr: () => stderr,
    says: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (stderr.includes(text)) resolve();
        };
        child.stderr.on("data", look);
        look();
      }),
    ended: new Promise((resolve) =>
      child.once("close", (code, signal) => resolve(code ?? signal)),
    ),
  };
}

const act = (id: number, what: string): object => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: modern({ name: "act", arguments: { what } }),
});

describe("a server on standard input and output", () => {
  it("answers in both eras, finishes and leaves when the input ends", async () => {
    const program = start();
    program.send({
      jsonrpc: "2.0",
      id: 1,
      method: "server/discover",
      params: modern(),
    });
    expect(await program.next()).toMatchObject({
      id: 1,
      result: { resultType: "complete" },
    });
    program.child.stdin?.write(
      'not json\r\n\r\n{"jsonrpc":"2.0","id":2,"method":"ping"}\r\n',
    );
    expect(await program.next()).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700, message: "Parse error" },
    });
    expect(await program.next()).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
    program.send(act(3, "slow"));
    program.end();
    expect(await program.next()).toMatchObject({
      id: 3,
      result: { content: [{ text: "slow" }] },
    });
    expect(await program.ended).toBe(0);
  });

  it("carries long lines whole", async () => {
    const program = start();
    program.send(act(1, "long"), act(2, "y".repeat(1024 * 1024)));
    const length = (message: Message) =>
      (message["result"] as { content: [{ text: string }] }).content[0].text
        .length;
    expect(length(await program.next())).toBe(8 * 1024 * 1024);
    expect(length(await program.next())).toBe(1024 * 1024);
    program.end();
    expect(await program.ended).toBe(0);
  });

  it("closes on SIGTERM after what is in flight", async () => {
    const program = start();
    program.send(act(1, "slow"));
    await program.says("started");
    program.child.kill("SIGTERM");
    expect(await program.next()).toMatchObject({ id: 1, result: {} });
    expect(await program.ended).toBe(0);
  });

  it("serves HTTP where it is told to", async () => {
    const program = start("--http", "127.0.0.1:0");
    await program.says("Listening on ");
    const url = /http:\S+/.exec(program.stderr())?.[0] ?? "";
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    program.child.kill("SIGINT");
    expect(await program.ended).toBe(0);
  });

  it.each([
    ["--port"],
    ["--http"],
    ["--http", "nowhere"],
    ["--http", "1", "2"],
    ["--http=127.0.0.1:99999"],
  ])("refuses %s with its usage", async (...args) => {
    const program = start(...args);
    expect(await program.ended).toBe(2);
    expect(program.stderr()).toContain("Arguments:");
  });
});

describe("serveStdio", () => {
  it("writes the frames of one turn at once", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const writes: string[] = [];
    output.on("data", (chunk: Buffer) => writes.push(chunk.toString()));
    const served = serveStdio(makeServer(), { input, output });
    const ping = (id: number) =>
      `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`;
    input.end(ping(1) + ping(2) + ping(3));
    await served;
    expect(writes.map((text) => text.split("\n").length - 1)).toEqual([3]);
  });

  it("gives up a handler that never ends when its time is over", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    output.resume();
    let aborted = false;
    const server = makeServer({
      graceMs: 1,
      tools: {
        act: (_input, { signal }) =>
          new Promise(() => {
            signal.addEventListener("abort", () => (aborted = true));
          }),
      },
    });
    const served = serveStdio(server, { input, output });
    input.end(`${JSON.stringify(act(1, "forever"))}\n`);
    await served;
    expect(aborted).toBe(true);
  });

  it("answers a line that is too long like one that is no JSON, and lives on", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const served = serveStdio(makeServer(), {
      input,
      output,
      maxLineBytes: 64,
    });
    input.write(
      `${"x".repeat(100)}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n`,
    );
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({
      id: null,
      error: { code: -32700 },
    });
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({
      id: 1,
    });
    input.end();
    await served;
  });
});
