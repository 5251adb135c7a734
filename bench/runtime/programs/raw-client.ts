import type { Agent, IncomingMessage } from "node:http";
import { spawn } from "node:child_process";
import { readLines } from "./raw-lines.js";
import { type Open, textOf, type Era, versionOf } from "./session.js";

/*
 * The naive limit of a client: JSON.stringify, a map of who waits, JSON.parse. Over
 * HTTP it sends the headers that the era prescribes, and keeps the session's id.
 */

type Answer = { readonly id?: number; readonly result?: object };
type Send = (method: string, params: object) => Promise<unknown>;

const info = { name: "bench", version: "1.0.0" };
const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": versionOf.modern,
  "io.modelcontextprotocol/clientInfo": info,
  "io.modelcontextprotocol/clientCapabilities": {},
};

export const open: Open = async (target, era) => {
  const { send, notify, close } =
    target.kind === "stdio"
      ? overLines(target.args)
      : await overHttp(target.url, era);
  const ask: Send =
    era === "modern"
      ? (method, params) => send(method, { ...params, _meta: modernMeta })
      : send;
  if (era !== "modern") {
    const protocolVersion = versionOf.legacy;
    const capabilities = {};
    await ask("initialize", {
      protocolVersion,
      capabilities,
      clientInfo: info,
    });
    await notify("notifications/initialized");
  }
  return {
    call: async (name, input) =>
      textOf(await ask("tools/call", { name, arguments: input })),
    list: async () =>
      ((await ask("tools/list", {})) as { tools: unknown[] }).tools.length,
    close,
  };
};

type Wire = {
  readonly send: Send;
  notify(method: string): Promise<unknown>;
  close(): Promise<void>;
};

function overLines(args: readonly string[]): Wire {
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<number, (result: unknown) => void>();
  let ids = 0;
  readLines(child.stdout, (line) => {
    const { id, result } = JSON.parse(line) as Answer;
    waiting.get(id!)?.(result);
    waiting.delete(id!);
  });
  const write = (message: object): void =>
    void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    send: async (method, params) =>
      new Promise((resolve) => {
        const id = ids++;
        waiting.set(id, resolve);
        write({ jsonrpc: "2.0", id, method, params });
      }),
    notify: async (method) => write({ jsonrpc: "2.0", method }),
    close: async () =>
      new Promise((resolve) => {
        child.once("close", () => resolve());
        child.stdin.end();
      }),
  };
}

let agent: Agent | undefined;

async function overHttp(url: string, era: Era): Promise<Wire> {
  // A cold start over stdio must not pay for it.
  const { Agent, request } = await import("node:http");
  agent ??= new Agent({ keepAlive: true });
  let session: string | undefined;
  let ids = 0;
  const exchange = async (method: "POST" | "DELETE", body?: Message) =>
    new Promise<unknown>((resolve, reject) => {
      const text = body === undefined ? "" : JSON.stringify(body);
      const headers = headersOf(era, session, body, text);
      request(url, { agent, method, headers }, (response) => {
        session ??= response.headers["mcp-session-id"] as string | undefined;
        read(response, resolve, reject);
      })
        .on("error", reject)
        .end(text);
    });
  return {
    send: async (method, params) =>
      exchange("POST", { jsonrpc: "2.0", id: ids++, method, params }),
    notify: async (method) => exchange("POST", { jsonrpc: "2.0", method }),
    close: async () => {
      if (session !== undefined) await exchange("DELETE");
    },
  };
}

type Message = {
  readonly jsonrpc: "2.0";
  readonly id?: number;
  readonly method: string;
  readonly params?: object;
};

function headersOf(
  era: Era,
  session: string | undefined,
  body: Message | undefined,
  text: string,
): Record<string, string | number> {
  const headers: Record<string, string | number> = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "Content-Length": Buffer.byteLength(text),
  };
  if (session !== undefined) headers["Mcp-Session-Id"] = session;
  if (era === "legacy" && body?.method !== "initialize")
    headers["MCP-Protocol-Version"] = versionOf.legacy;
  if (era === "modern") {
    headers["MCP-Protocol-Version"] = versionOf.modern;
    headers["Mcp-Method"] = body?.method ?? "";
    const { name } = (body?.params ?? {}) as { name?: string };
    if (name !== undefined) headers["Mcp-Name"] = name;
  }
  return headers;
}

/** The result that a response carries, as JSON or as the one event of a stream. */
function read(
  response: IncomingMessage,
  resolve: (result: unknown) => void,
  reject: (error: unknown) => void,
): void {
  let body = "";
  response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
  response.on("error", reject).on("end", () => {
    const events = response.headers["content-type"] === "text/event-stream";
    const text = events ? /^data: ?(\{.*)$/m.exec(body)?.[1] : body;
    const { statusCode } = response;
    if (statusCode! >= 400) reject(new Error(`${statusCode}: ${body}`));
    else if (text === undefined || text === "") resolve(undefined);
    else {
      const answer = JSON.parse(text) as Answer;
      if (answer.result === undefined) reject(new Error(text));
      else resolve(answer.result);
    }
  });
}
