import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { listenHttp, type Route, sessions } from "./official-http.js";

/*
 * The server of the matrix by the official library, first generation: on stdio, or
 * on HTTP with `http` or `sse` as argument.
 */

const calls = new EventEmitter();
const cancelled = once(calls, "cancelled");
const enough = once(calls, "enough");

const says = (text: string) => ({ content: [{ type: "text" as const, text }] });

function makeServer(): McpServer {
  const server = new McpServer({ name: "party", version: "1.0.0" });
  server.registerTool(
    "count",
    { inputSchema: { to: z.number().int() } },
    async ({ to }, { _meta, sendNotification }) => {
      const progressToken = _meta?.progressToken;
      for (let progress = 1; progress <= to; progress++)
        if (progressToken !== undefined)
          await sendNotification({
            method: "notifications/progress",
            params: { progressToken, progress, total: to },
          });
      await enough;
      return says(`counted to ${to}`);
    },
  );
  server.registerTool("enough", { inputSchema: {} }, () => {
    calls.emit("enough");
    return says("enough");
  });
  server.registerTool(
    "wait",
    { inputSchema: {} },
    async (_input, { _meta, sendNotification, signal }) => {
      const progressToken = _meta?.progressToken ?? 0;
      await sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress: 1 },
      });
      await once(signal, "abort");
      calls.emit("cancelled");
      return says("nobody hears this");
    },
  );
  server.registerTool("cancelled", { inputSchema: {} }, async () => {
    await cancelled;
    return says("cancelled");
  });
  server.registerTool(
    "ask",
    { inputSchema: {} },
    async (_input, { sendRequest }) => {
      const params = {
        message: "Who are you?",
        requestedSchema: {
          type: "object" as const,
          properties: { name: { type: "string" as const } },
          required: ["name"],
        },
      };
      const { action, content } = await sendRequest(
        { method: "elicitation/create", params },
        ElicitResultSchema,
      );
      return says(
        action === "accept" ? `Hello, ${String(content?.["name"])}` : action,
      );
    },
  );
  server.registerTool("change", { inputSchema: {} }, () => {
    server.sendToolListChanged();
    return says("changed");
  });
  server.registerResource("motd", "party://motd", {}, ({ href }) => ({
    contents: [{ uri: href, text: "Be kind" }],
  }));
  server.registerPrompt(
    "welcome",
    { argsSchema: { name: z.string() } },
    ({ name }) => ({
      messages: [
        { role: "user", content: { type: "text", text: `Welcome, ${name}` } },
      ],
    }),
  );
  return server;
}

/** Its types do not fit each other under exactOptionalPropertyTypes. */
const connect = (transport: object): Promise<void> =>
  makeServer().connect(transport as Transport);

function streamable(): Route {
  return sessions(async (opened) => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: opened,
    });
    await connect(transport);
    return transport;
  });
}

function serverSentEvents(): Route {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the oldest version has no other
  const open = new Map<string, SSEServerTransport>();
  return async (request, response, body) => {
    if (request.method === "GET") {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the same
      const transport = new SSEServerTransport("/messages", response);
      open.set(transport.sessionId, transport);
      await connect(transport);
      return;
    }
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const transport = open.get(searchParams.get("sessionId") ?? "");
    // A client that tries something newer first has no session yet.
    if (transport === undefined) response.writeHead(405).end();
    else await transport.handlePostMessage(request, response, body);
  };
}

const [way] = process.argv.slice(2);
if (way === "http") await listenHttp(streamable());
else if (way === "sse") await listenHttp(serverSentEvents());
else await connect(new StdioServerTransport());
