import { afterEach, describe, expect, it } from "vitest";
import { createRequire } from "node:module";
import {
  call,
  type Client,
  type ConnectOptions,
} from "../../../src/runtime/client.js";
import { connect } from "../../support/whole-client.js";
import { ConnectionError } from "../../../src/runtime/errors.js";
import { stdio, type StdioOptions } from "../../../src/runtime/stdio-client.js";
import { features, weather } from "./features.js";

/** Helpers for servers that are a few lines of JavaScript. */
const prelude = `
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const initialized = (id) => say({ id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "n", version: "1" } } });
const text = (value) => ({ content: [{ type: "text", text: value }] });
const serve = (handle) => require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => handle(JSON.parse(line)))
  .on("close", () => process.exit(0));
const answer = (handle) => serve((message) => {
  if (message.method === "initialize") initialized(message.id);
  else if (message.method === "server/discover") say({ id: message.id, error: { code: -32601, message: "no" } });
  else if (message.id !== undefined) handle(message);
});
`;

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function start(
  script: string,
  options: ConnectOptions = {},
  more: Partial<StdioOptions> = {},
) {
  const client = await connect(
    stdio({
      command: process.execPath,
      args: ["-e", prelude + script],
      ...more,
    }),
    { features, ...options },
  );
  clients.push(client);
  return client;
}

const input = { location: "x" };

describe("a server over stdio", () => {
  it("has noise, blank lines and CRLF in its output", async () => {
    const warnings: string[] = [];
    const client = await start(
      `process.stdout.write("Demo Server\\n\\nnull\\n[]\\n");
       answer(({ id }) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: text("ok") }) + "\\r\\n[info] ready\\n"));`,
      { onWarning: (warning) => void warnings.push(warning) },
    );
    expect(await call(client, weather, input)).toEqual([
      { type: "text", text: "ok" },
    ]);
    expect(
      warnings.filter((warning) => warning.includes("Demo Server")),
    ).toHaveLength(1);
  });

  it("cuts its characters anywhere", async () => {
    const client = await start(
      `answer(({ id }) => {
         const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result: text("舊金山 68°F 🌤") }) + "\\n");
         let at = 0;
         const next = () => at < bytes.length && process.stdout.write(bytes.subarray(at, ++at), () => setImmediate(next));
         next();
       });`,
    );
    expect(await call(client, weather, input)).toEqual([
      { type: "text", text: "舊金山 68°F 🌤" },
    ]);
  });

  it("takes and gives long lines", async () => {
    const client = await start(
      `answer(({ id, params }) => say({ id, result: text(params.arguments.location) }));`,
    );
    for (const length of [65_535, 65_536, 2_000_000]) {
      const location = "é".repeat(length);
      expect(await call(client, weather, { location })).toEqual([
        { type: "text", text: location },
      ]);
    }
  });

  it("may write lines that are longer than allowed", async () => {
    const warnings: string[] = [];
    const client = await start(
      `answer(({ id }) => { say({ noise: "x".repeat(100_000) }); say({ id, result: text("ok") }); });`,
      { onWarning: (warning) => void warnings.push(warning) },
      { maxLineBytes: 50_000 },
    );
    expect(await call(client, weather, input)).toEqual([
      { type: "text", text: "ok" },
    ]);
    expect(warnings.at(-1)).toMatch(/50000 bytes/);
  });

  it("may fill stderr before it answers", async () => {
    let length = 0;
    let whole: () => void;
    const written = new Promise<void>((resolve) => (whole = resolve));
    const client = await start(
      `process.stderr.write("x".repeat(1024 * 1024));
       answer(({ id }) => say({ id, result: text("ok") }));`,
      {},
      {
        onStderr: (chunk) =>
          (length += chunk.length) === 1024 * 1024 && whole(),
      },
    );
    await call(client, weather, input);
    await written;
  });

  it("falls back on the same process", async () => {
    const client = await start(
      `let probes = 0;
       serve((message) => {
         if (message.method === "server/discover") { probes++; process.stderr.write("x".repeat(256 * 1024)); }
         else if (message.method === "initialize") initialized(message.id);
         else if (message.id !== undefined) say({ id: message.id, result: text(String(probes)) });
       });`,
      { probeTimeoutMs: 50 },
    );
    expect(client.server.era).toBe("legacy");
    expect(await call(client, weather, input)).toEqual([
      { type: "text", text: "1" },
    ]);
  });

  it("is started again when the probe ends it", async () => {
    const client = await start(
      `serve((message) => {
         if (message.method === "initialize") initialized(message.id);
         else if (message.method === "server/discover") process.exit(1);
       });`,
    );
    expect(client.server.version).toBe("2025-11-25");
  });

  it("that dies is reported with its code and its last words", async () => {
    const client = await start(
      `answer(() => { process.stderr.write("out of cheese\\n", () => process.exit(3)); });`,
    );
    const promise = call(client, weather, input);
    await expect(promise).rejects.toBeInstanceOf(ConnectionError);
    await expect(promise).rejects.toMatchObject({ reason: "closed" });
    await expect(promise).rejects.toThrow(/code 3[^]*out of cheese/);
    await expect(call(client, weather, input)).rejects.toThrow(/code 3/);
  });

  it("that cannot be started is reported", async () => {
    const connecting = connect(stdio({ command: "/nowhere/to/be/found" }), {
      features,
    });
    await expect(connecting).rejects.toMatchObject({ reason: "spawn" });
  });

  it("gets the variables it is given and only a few others", async () => {
    process.env["MCP_TEST_SECRET"] = "s";
    const client = await start(
      `answer(({ id }) => say({ id, result: text(JSON.stringify([process.env.GIVEN, process.env.MCP_TEST_SECRET, !!process.env.PATH])) }));`,
      {},
      { env: { GIVEN: "g" } },
    );
    const content = await call(client, weather, input);
    expect(content).toMatchObject([{ text: '["g",null,true]' }]);
  });

  it("is killed when it neither ends with stdin nor at SIGTERM", async () => {
    const client = await start(
      `process.on("SIGTERM", () => {});
       setInterval(() => {}, 1000);
       serve((message) => {
         if (message.method === "initialize") initialized(message.id);
         else if (message.method === "server/discover") say({ id: message.id, error: { code: 1, message: "" } });
         else if (message.id !== undefined) say({ id: message.id, result: text(String(process.pid)) });
       }).removeAllListeners("close");`,
      {},
      { closeTimeoutMs: 50 },
    );
    const [block] = (await call(client, weather, input)) as unknown as {
      text: string;
    }[];
    await client.close();
    expect(() => process.kill(Number(block!.text), 0)).toThrow();
  });

  it("takes what it started itself along, in a group of its own", async () => {
    const script = `
      const { pid } = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
      answer(({ id }) => say({ id, result: text(String(pid)) }));`;
    const client = await start(script, {}, { ownGroup: true });
    const [block] = (await call(client, weather, input)) as unknown as {
      text: string;
    }[];
    await client.close();
    const isGone = () => {
      try {
        process.kill(Number(block!.text), 0);
        return false;
      } catch {
        return true;
      }
    };
    await expect.poll(isGone, { timeout: 60_000 }).toBe(true);
  });

  it("gets all messages of a tick in one write", async () => {
    const client = await start(
      `let chunks = 0;
       process.stdin.on("data", () => chunks++);
       answer(({ id }) => say({ id, result: text(String(chunks)) }));`,
    );
    const before = (await call(client, weather, input)) as unknown as {
      text: string;
    }[];
    const results = (await Promise.all(
      Array.from({ length: 50 }, () => call(client, weather, input)),
    )) as unknown as { text: string }[][];
    const counts = results.map((content) => Number(content[0]!.text));
    expect(Math.max(...counts)).toBe(Number(before[0]!.text) + 1);
  });
});

describe("the official example server", () => {
  it("is spoken to", async () => {
    const server = createRequire(import.meta.url).resolve(
      "@modelcontextprotocol/server-everything/dist/index.js",
    );
    const client = await connect(
      stdio({ command: process.execPath, args: [server] }),
      {
        features,
        onElicit: () => ({ action: "decline" }),
        onSample: () => ({
          role: "assistant",
          model: "m",
          content: { type: "text", text: "sampled" },
        }),
      },
    );
    clients.push(client);
    const names: string[] = [];
    for await (const tool of client.listTools())
      names.push((tool as { name: string }).name);
    expect(names).toContain("echo");
    const echo = { kind: "tool", name: "echo", input: () => true } as const;
    expect(await call(client, echo, { message: "hi" })).toMatchObject([
      { text: "Echo: hi" },
    ]);
    const sample = { ...echo, name: "trigger-sampling-request" };
    expect(
      JSON.stringify(await call(client, sample, { prompt: "p" })),
    ).toContain("sampled");
  });
});
