import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished } from "vitest";
import { type Lines, speakLines } from "../interop/scripted.js";
import { post } from "./peers.js";
import type { Desk, DeskHandlers, WireReport } from "./world.js";

const clientInfo = { name: "peer", version: "1.0.0" };

const hello = (protocolVersion: string) => ({
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo },
});

const modern = (version = "2026-07-28") => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  },
});

/** The emitted server on a pair of streams, in a session of one version unless it is the newest. */
async function speak(desk: Desk, version: string): Promise<Lines> {
  const { createDeskServer, handlers, serveStdio } = desk;
  const server = createDeskServer({ handlers, app: {} });
  const lines = speakLines((streams) => serveStdio(server, streams));
  onTestFinished(async () => void (await lines.end()));
  if (version === "2026-07-28") return lines;
  lines.say({ jsonrpc: "2.0", id: 1, ...hello(version) });
  await lines.hear();
  lines.say({ jsonrpc: "2.0", method: "notifications/initialized" });
  return lines;
}

/** The same server over HTTP until the test ends. */
async function listen(
  { createDeskServer, handlers, serveHttp }: Desk,
  more: Partial<Parameters<Desk["createDeskServer"]>[0]> = {},
): Promise<string> {
  const server = createDeskServer({ handlers, app: {}, ...more });
  const listener = await serveHttp(server, { port: 0 });
  onTestFinished(() => listener.close());
  return listener.url;
}

/** The texts of the two templates' only handlers, by URI. */
async function reader(desk: Desk) {
  const { connectDesk, createDeskServer, linked } = desk;
  const json = (variables: object) => JSON.stringify(variables);
  const handlers: DeskHandlers = {
    ...desk.handlers,
    resourceTemplates: { note: json, page: json },
  };
  const server = createDeskServer({ handlers, app: {} });
  const client = await connectDesk(linked(server));
  onTestFinished(() => server.close());
  const variables = (result: unknown): unknown => {
    const { contents } = result as { contents: [{ text: string }] };
    return JSON.parse(contents[0].text);
  };
  return { client, variables };
}

export const serverReports: readonly WireReport[] = [
  {
    name: "ids that are text come back as that text",
    source: "modelcontextprotocol/python-sdk#961",
    async check(desk) {
      const lines = await speak(desk, "2025-06-18");
      for (const id of ["1", "007", "1e3", "", "9007199254740993"]) {
        lines.say({ jsonrpc: "2.0", id, method: "tools/list" });
        expect(await lines.hear()).toMatchObject({ id, result: {} });
        lines.say({ jsonrpc: "2.0", id, method: "tools/list", params: [] });
        expect(await lines.hear()).toMatchObject({ id, error: {} });
      }
    },
  },
  {
    name: "an error of ours names its request, unless nobody could read which it is",
    source: "helidon-io/helidon-mcp#65",
    async check(desk) {
      const lines = await speak(desk, "2025-11-25");
      lines.say({ jsonrpc: "2.0", id: 7, method: "tools/call", params: {} });
      expect(await lines.hear()).toMatchObject({ id: 7, error: {} });
      lines.say({ jsonrpc: "1.0", id: "x", method: "ping" });
      expect(await lines.hear()).toMatchObject({ id: "x", error: {} });
      lines.say('{"jsonrpc":"2.0","id":8,');
      const error = { code: -32700 };
      expect(await lines.hear()).toMatchObject({ id: null, error });
    },
  },
  {
    name: "the version is agreed on in the body, whatever the header says",
    source: "Effect-TS/effect#7388",
    async check(desk) {
      const url = await listen(desk);
      for (const [header, asked, agreed] of [
        ["2025-11-25", "2025-06-18", "2025-06-18"],
        [undefined, "2025-06-18", "2025-06-18"],
        [undefined, "1999-01-01", "2025-11-25"],
      ] as const) {
        const response = await post(
          url,
          { id: 1, ...hello(asked) },
          header === undefined ? {} : { "MCP-Protocol-Version": header },
        );
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({
          result: { protocolVersion: agreed },
        });
      }
    },
  },
  {
    name: "a name in a header is decoded before it is compared",
    source: "modelcontextprotocol/go-sdk#1234",
    async check(desk) {
      const url = await listen(desk, { intercept: async () => ({}) });
      const call = (name: string, header: string) =>
        post(
          url,
          { id: 1, method: "tools/call", params: { name, ...modern() } },
          {
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/call",
            "Mcp-Name": header,
          },
        );
      for (const [name, header] of names) {
        expect((await call(name, header)).status).toBe(200);
        for (const wrong of ["other", "=?base64?!?=", "=?base64?b3RoZXI=?="]) {
          const response = await call(name, wrong);
          expect(response.status).toBe(400);
          const error = { code: -32020 };
          expect(await response.json()).toMatchObject({ error });
        }
      }
    },
  },
  {
    name: "a template takes apart what it puts together",
    source: "modelcontextprotocol/typescript-sdk#2728",
    async check(desk) {
      const { client, variables } = await reader(desk);
      const given = { folder: "a b", name: "ö/1" };
      const uri = "note://a%20b/%C3%B6%2F1";
      const read = await client.resources.note(given);
      expect(read).toMatchObject({ contents: [{ uri }] });
      expect(variables(read)).toEqual(given);
      await expect(client.readResource("note://a/%zz")).rejects.toMatchObject({
        code: -32602,
      });
    },
  },
  {
    name: "a template's own text is found as it is and as URIs write it",
    source: "modelcontextprotocol/typescript-sdk#2828",
    async check(desk) {
      const { client, variables } = await reader(desk);
      const uri = "file:///my%20docs/caf%C3%A9/a.txt";
      const page = await client.resources.page({ file: "a.txt" });
      expect(page).toMatchObject({ contents: [{ uri }] });
      for (const way of [uri, "file:///my docs/café/a.txt"])
        expect(variables(await client.readResource(way))).toEqual({
          file: "a.txt",
        });
    },
  },
  {
    name: "arguments that are missing are none, and what is no object is refused",
    source: "mastra-ai/mastra#9929",
    async check(desk) {
      for (const version of ["2025-06-18", "2025-11-25"]) {
        const lines = await speak(desk, version);
        const call = (params: object): Promise<object> => {
          lines.say({ jsonrpc: "2.0", id: 2, method: "tools/call", params });
          return lines.hear();
        };
        const empty = { content: [{ type: "text", text: "{}" }] };
        expect(await call({ name: "nothing" })).toMatchObject({
          result: empty,
        });
        for (const wrong of [null, [], "text"])
          expect(
            await call({ name: "nothing", arguments: wrong }),
          ).toMatchObject(
            version === "2025-06-18"
              ? { error: { code: -32602 } }
              : { result: { isError: true } },
          );
      }
    },
  },
  {
    name: "a method that the server has not is answered, a notification never",
    source: "StarTrail-org/LEANN#403",
    async check(desk) {
      const lines = await speak(desk, "2025-06-18");
      const params = { level: "info" };
      lines.say({ jsonrpc: "2.0", id: 4, method: "logging/setLevel", params });
      lines.say({ jsonrpc: "2.0", id: 5, method: "no/such" });
      lines.say({ jsonrpc: "2.0", method: "notifications/unknown" });
      const heard = await lines.end();
      const error = { code: -32601 };
      expect(heard).toMatchObject([
        { id: 4, error },
        { id: 5, error },
      ]);
      expect(heard).toHaveLength(2);
    },
  },
  {
    name: "the server leaves when its input ends, whatever timers still run",
    source: "modelcontextprotocol/typescript-sdk#2002",
    async check({ program }) {
      const child = spawn(process.execPath, [program]);
      onTestFinished(() => void child.kill("SIGKILL"));
      const exited = once(child, "exit");
      const lines = createInterface({ input: child.stdout });
      const say = async (message: object): Promise<unknown> => {
        const said = once(lines, "line");
        child.stdin.write(
          `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`,
        );
        return JSON.parse(String((await said)[0]));
      };
      await say({ id: 1, ...hello("2025-11-25") });
      const params = { name: "echo", arguments: {} };
      const called = await say({ id: 2, method: "tools/call", params });
      expect(called).toMatchObject({ id: 2, result: {} });
      child.stdin.end();
      expect(await exited).toEqual([0, null]);
    },
  },
  {
    name: "a session that is unknown, ended or left out is told apart",
    source: "DAWNCR0W/affine-mcp-server#301",
    async check(desk) {
      const url = await listen(desk);
      const version = { "MCP-Protocol-Version": "2025-06-18" };
      const list = (headers: Record<string, string>) =>
        post(url, { id: 2, method: "tools/list" }, { ...version, ...headers });
      const opened = await post(url, { id: 1, ...hello("2025-06-18") });
      const id = opened.headers.get("mcp-session-id") ?? "";
      expect(id).toMatch(/^[!-~]{16,}$/);
      const session = { "Mcp-Session-Id": id };
      expect((await list(session)).status).toBe(200);
      expect((await list({ "Mcp-Session-Id": "gone" })).status).toBe(404);
      // No session is needed for it: it is served by itself.
      expect((await list({})).status).toBe(200);
      const headers = { ...version, ...session };
      const ended = await fetch(url, { method: "DELETE", headers });
      expect([200, 202, 204]).toContain(ended.status);
      expect((await list(session)).status).toBe(404);
    },
  },
  {
    name: "a server without a stream says so to who asks for it",
    source: "f/prompts.chat#1117",
    async check({ createModernServer, serveHttp }) {
      const server = createModernServer({ handlers: {}, app: {} });
      const { url } = await serveHttp(server, { port: 0 });
      onTestFinished(() => server.close());
      const response = await fetch(url, {
        headers: { Accept: "text/event-stream" },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST");
    },
  },
];

/** Names of tools, and the headers that carry them. */
export const names: readonly (readonly [name: string, header: string])[] = [
  ["fast", "fast"],
  ["größe", "=?base64?Z3LDtsOfZQ==?="],
  [" in between ", "=?base64?IGluIGJldHdlZW4g?="],
  ["=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
];
