import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, vi } from "vitest";
import type { StdioOptions } from "../../src/runtime/stdio-client.js";
import type { Transport } from "../../src/runtime/transport.js";
import { project } from "../support/project.js";
import type { Desk } from "./world.js";

/** What a server on stdio writes, so many times. */
export type Said = {
  readonly text: string;
  readonly times?: number;
  readonly stream?: "stdout" | "stderr";
};

/** A message as a line; `$id` in quotes becomes the request's id. */
export function line(message: object): Said {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  return { text: `${text.replaceAll('"$id"', "$id")}\n` };
}

export const answers = (result: object): Said => line({ id: "$id", result });

const serverInfo = { name: "peer", version: "1.0.0" };
const content = [{ type: "text", text: "ok" }];

/** The result of a tool that every peer here has. */
export const done = { content };

const opening = {
  "server/discover": [
    line({ id: "$id", error: { code: -32601, message: "no such method" } }),
  ],
  initialize: [
    answers({ protocolVersion: "$version", capabilities: {}, serverInfo }),
  ],
};

/** A legacy server in a process of its own that says to each method what is written down for it. */
export function replying(
  { stdio }: Desk,
  replies: { readonly [method: string]: readonly Said[] },
  options: Partial<StdioOptions> = {},
): Transport {
  const program = project("test/fixtures/peers/replying.mjs");
  const said = JSON.stringify({ ...opening, ...replies });
  return stdio({
    command: process.execPath,
    args: [program, said],
    ...options,
  });
}

/** A request over HTTP; `message` is empty where there was no body. */
export type Asked = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: {
    readonly id?: number;
    readonly method?: string;
    readonly params?: { readonly [name: string]: unknown };
  };
};

/** Answers in its own way and returns true, or leaves it to the peer. */
export type Answer = (asked: Asked, response: ServerResponse) => boolean;

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
): true {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", ...body }));
  return true;
}

/** A server over HTTP until the test ends, of the legacy era alone or of both; all that it was asked is in `asked`. */
export async function answering(
  answer: Answer,
  era: "legacy" | "modern" = "legacy",
): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { method = "", headers } = request;
      const message = (body && JSON.parse(body)) as Asked["message"];
      const one = { method, headers, message: message || {} };
      asked.push(one);
      if (!answer(one, response)) answerPlainly(one, response, era);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, asked };
}

function answerPlainly(
  { method, message }: Asked,
  response: ServerResponse,
  era: "legacy" | "modern",
): void {
  const { id, params } = message;
  const isProbe = message.method === "server/discover";
  if (method !== "POST") response.writeHead(405).end();
  else if (id === undefined) response.writeHead(202).end();
  else if (isProbe && era === "legacy")
    sendJson(response, 400, { id, error: { code: -32600, message: "what?" } });
  else {
    const about = {
      supportedVersions: ["2026-07-28"],
      protocolVersion: params?.["protocolVersion"],
      capabilities: {},
      serverInfo,
    };
    const result = isProbe || message.method === "initialize" ? about : done;
    sendJson(response, 200, { id, result });
  }
}

/** The two ways to send requests, each of which has to do. */
export function httpTransports({ http, nodeHttp }: Desk) {
  return [http, nodeHttp];
}

/** Sends a message to a server of ours over HTTP. */
export async function post(
  url: string,
  message: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
}

/** Time passes only where the test says so, until it ends. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}
