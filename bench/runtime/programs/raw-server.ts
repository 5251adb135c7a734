import type { IncomingMessage, ServerResponse } from "node:http";
import { wireTools } from "../tools.js";
import { answers, says } from "./answers.js";
import { serverArguments } from "./arguments.js";
import { listen } from "./listen.js";
import { readLines } from "./raw-lines.js";
import { versionOf } from "./session.js";

/*
 * The naive limit: JSON.parse, one switch, JSON.stringify, over lines or node:http.
 * It validates nothing and keeps no sessions.
 */

type Message = {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: {
    readonly name?: "echo" | "report";
    readonly arguments?: { readonly text: string; readonly collect: boolean };
  };
};

const { transport, tools: count, era } = serverArguments();
const tools = wireTools(count);
const info = { name: "bench", version: "1.0.0" };
const capabilities = { tools: {} };
/** The newer era has results say what they are. */
const modern =
  era === "legacy"
    ? {}
    : { resultType: "complete", ttlMs: 0, cacheScope: "private" };

function resultOf({ method, params }: Message): object {
  switch (method) {
    case "tools/call":
      return {
        ...modern,
        ...says(answers[params!.name!](params!.arguments!)),
      };
    case "tools/list":
      return { ...modern, tools };
    case "initialize":
      return {
        protocolVersion: versionOf.legacy,
        capabilities,
        serverInfo: info,
      };
    case "server/discover":
      return {
        ...modern,
        supportedVersions: [versionOf.modern],
        capabilities,
        serverInfo: info,
      };
    default:
      throw new Error(`no such method: ${method}`);
  }
}

function answer(text: string): string | undefined {
  const message = JSON.parse(text) as Message;
  if (message.id === undefined) return undefined;
  const result = resultOf(message);
  return JSON.stringify({ jsonrpc: "2.0", id: message.id, result });
}

function serveLines(): void {
  readLines(process.stdin, (line) => {
    const said = answer(line);
    if (said !== undefined)
      process.stdout.write(`${said}
`);
  });
}

function serveHttp(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  let body = "";
  request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    const said = answer(body);
    if (said === undefined) response.writeHead(202).end();
    else
      response
        .writeHead(200, {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(said),
        })
        .end(said);
  });
}

if (transport === "http") await listen(serveHttp);
else serveLines();
