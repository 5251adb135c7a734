import { expect } from "vitest";
import type { ConnectOptions } from "../../src/runtime/client-options.js";
import type { Handler } from "../../out/weather/server.js";
import {
  type Script,
  ScriptedTransport,
  type Sent,
  server,
} from "../runtime/scripted-transport.js";
import { done } from "./peers.js";
import type { Desk, WireReport } from "./world.js";

const legacy = { versions: ["2025-06-18"] };
const silent: Script = () => undefined;

/** A client of a peer whose answers are the script's. */
async function connected(
  { connectDesk }: Desk,
  script: Script,
  options: ConnectOptions = {},
) {
  const warnings: string[] = [];
  const transport = new ScriptedTransport(server(script));
  const client = await connectDesk(transport, {
    ...legacy,
    onWarning: (text) => void warnings.push(text),
    ...options,
  });
  return { client, transport, warnings };
}

const isCall = ({ method }: Sent): boolean => method === "tools/call";

/** A call that its peer has and says nothing to. */
async function waiting(desk: Desk, options: ConnectOptions = {}) {
  const found = await connected(desk, silent, options);
  const promise = found.client.tools.echo({});
  // The test looks at it later than it may reject.
  promise.catch(() => undefined);
  const { id } = await found.transport.sending(isCall);
  const say = (message: object): void =>
    found.transport.peer.receiver.message(message);
  return { ...found, promise, id, say };
}

export const answerReports: readonly WireReport[] = [
  {
    name: "an answer to what was answered before is told of, and the call ends by its time",
    source: "radareorg/radare2-mcp#68",
    async check(desk) {
      const options = { timeoutMs: 20 };
      const { promise, say, warnings } = await waiting(desk, options);
      say({ jsonrpc: "2.0", id: 1, result: { tools: [] } });
      expect(warnings).toEqual([expect.stringContaining('"id":1')]);
      await expect(promise).rejects.toMatchObject({
        reason: "timeout",
        message: expect.stringMatching(/1 other message/) as string,
      });
    },
  },
  {
    name: "ids are small integers, each used once",
    source: "kcaldas/genie#14",
    async check(desk) {
      const { client, transport } = await connected(desk, ({ id }, peer) =>
        peer.result(id, done),
      );
      const calls = Array.from({ length: 10_000 }, () => client.tools.echo({}));
      await Promise.all(calls);
      const ids = transport.sent.filter(isCall).map(({ id }) => Number(id));
      expect(new Set(ids).size).toBe(10_000);
      expect(Math.min(...ids)).toBeGreaterThan(0);
      expect(Math.max(...ids)).toBeLessThan(20_000);
    },
  },
  {
    name: "an error without an id belongs to no request",
    source: "helidon-io/helidon-mcp#65",
    async check(desk) {
      const { promise, id, say, warnings, transport } = await waiting(desk);
      const error = { code: -32700, message: "could not read that" };
      say({ jsonrpc: "2.0", id: null, error });
      say({ jsonrpc: "2.0", error });
      const told = expect.stringContaining("could not read that") as string;
      expect(warnings).toEqual([told, told]);
      transport.peer.result(id, done);
      expect(await promise).toEqual(done.content);
    },
  },
  {
    name: "a tool's error keeps its structured content without any other",
    source: "langchain-ai/langchain-mcp-adapters#619",
    async check(desk) {
      const structuredContent = { code: "BUSY", retryAfter: 5 };
      const { client } = await connected(desk, ({ id }, peer) =>
        peer.result(id, { isError: true, content: [], structuredContent }),
      );
      const error = { name: "ToolError", structuredContent };
      await expect(client.tools.echo({})).rejects.toMatchObject(error);
      await expect(client.tools.lookup({})).rejects.toMatchObject(error);
    },
  },
  {
    name: "a payload is returned whole, whatever its members are called",
    source: "openclaw/mcporter#105",
    async check(desk) {
      const text = JSON.stringify({ data: { a: 1 }, json: [], error: null });
      const content = [{ type: "text", text }];
      const { client } = await connected(desk, ({ id }, peer) =>
        peer.result(id, { content }),
      );
      const given = await client.tools.echo({});
      expect(given).toEqual(content);
      expect(given).toHaveProperty("text", text);
      expect(await client.tools.echo.full({})).toEqual({ content });
    },
  },
  {
    name: "a block of a kind that nobody knows leaves the others alone",
    source: "modelcontextprotocol/servers#4479",
    async check(desk) {
      const content = [
        { type: "hologram", data: "AAAA" },
        { type: "text", text: "seen" },
      ];
      const { client } = await connected(desk, ({ id }, peer) =>
        peer.result(id, { content }),
      );
      const given = await client.tools.echo({});
      expect(given).toEqual(content);
      expect(given).toHaveProperty("text", "seen");
      // @ts-expect-error the compiler knows the kinds that a handler may return
      const handler: Handler<"calculator_arithmetic"> = () => content;
      expect(handler).toBeTypeOf("function");
    },
  },
  {
    name: "an answer of the wrong shape rejects the call",
    source: "modelcontextprotocol/python-sdk#1144",
    async check(desk) {
      const error = { code: 1, message: "no" };
      for (const shape of [
        { jsonrpc: "2.0" },
        { result: {} },
        { jsonrpc: "2.0", result: {}, error },
      ]) {
        const { promise, id, say } = await waiting(desk);
        say({ id, ...shape });
        await expect(promise).rejects.toMatchObject({ reason: "protocol" });
      }
    },
  },
  {
    name: "a server that asks for what nobody answers is told so",
    source: "scaleapi/mcp-atlas#17",
    async check(desk) {
      const { transport, say } = await waiting(desk);
      for (const id of [9, "nine"]) {
        const params = { messages: [], maxTokens: 1 };
        say({ jsonrpc: "2.0", id, method: "sampling/createMessage", params });
        const answer = await transport.sending((sent) => sent.id === id);
        expect(answer).toMatchObject({ error: { code: -32601 } });
      }
      await hearsEarlyRequests(desk);
    },
  },
  {
    name: "fields of a form that the user left out get their defaults",
    source: "modelcontextprotocol/typescript-sdk#1054",
    async check(desk) {
      expect(await fillIn(desk, "accept")).toEqual({
        action: "accept",
        content: { seats: 3, view: "sea", extras: ["bread"], name: "Ada" },
      });
      expect(await fillIn(desk, "decline")).toEqual({ action: "decline" });
      expect(await fillIn(desk, "cancel")).toEqual({ action: "cancel" });
    },
  },
  {
    name: "a list whose cursor comes again ends with an error",
    source: "DeusData/codebase-memory-mcp#1247",
    async check(desk) {
      const tools = [{ name: "a", inputSchema: { type: "object" } }];
      for (const nextCursor of ["same", ""]) {
        const { client, transport } = await connected(desk, ({ id }, peer) =>
          peer.result(id, { tools, nextCursor }),
        );
        const names: string[] = [];
        const reading = (async () => {
          for await (const { name } of client.listTools() as AsyncIterable<{
            name: string;
          }>)
            names.push(name);
        })();
        await expect(reading).rejects.toThrow(/cursor/);
        const asked = transport.sent.filter(
          ({ method }) => method === "tools/list",
        );
        expect(asked.map(({ params }) => params?.["cursor"])).toEqual([
          undefined,
          nextCursor,
        ]);
      }
    },
  },
];

/** What the server hears of a form that the user answers like this. */
async function fillIn(
  desk: Desk,
  action: "accept" | "decline" | "cancel",
): Promise<unknown> {
  const { transport } = await connected(desk, silent, {
    onElicit: () =>
      action === "accept" ? { action, content: { name: "Ada" } } : { action },
  });
  const choice = (...values: string[]) => ({ type: "string", enum: values });
  const properties = {
    seats: { type: "integer", default: 3 },
    view: { ...choice("hill", "sea"), default: "sea" },
    extras: {
      type: "array",
      items: choice("bread", "wine"),
      default: ["bread"],
    },
    name: { type: "string" },
  };
  const required = ["seats", "name"];
  const requestedSchema = { type: "object", properties, required };
  transport.peer.receiver.message({
    jsonrpc: "2.0",
    id: 5,
    method: "elicitation/create",
    params: { message: "A table?", requestedSchema },
  });
  const { result } = await transport.sending(
    ({ id, method }) => id === 5 && method === undefined,
  );
  return result;
}

/** A server may ask before it has answered `initialize`. */
async function hearsEarlyRequests({ connectDesk }: Desk): Promise<void> {
  const usual = server(silent);
  const transport = new ScriptedTransport((message, peer) => {
    if (message.method === "initialize")
      for (const [id, method] of [
        ["early", "ping"],
        [0, "sampling/createMessage"],
      ])
        peer.receiver.message({ jsonrpc: "2.0", id, method });
    usual(message, peer);
  });
  await connectDesk(transport, legacy);
  const answerTo = (id: unknown) => transport.sending((sent) => sent.id === id);
  expect(await answerTo("early")).toMatchObject({ result: {} });
  expect(await answerTo(0)).toMatchObject({ error: { code: -32601 } });
}
