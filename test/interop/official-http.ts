import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import {
  type EventStore,
  StreamableHTTPServerTransport,
} from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { onTestFinished } from "vitest";

/** What a tool of these servers was told about its call. */
export type Heard = { cancelled: Promise<void> };

/** A server of the official library, first generation, with a tool for each thing that a transport must carry. */
export function talkative(heard?: (heard: Heard) => void): McpServer {
  const server = new McpServer(
    { name: "talkative", version: "1.0.0" },
    { capabilities: { resources: { subscribe: true } } },
  );
  const text = (said: string) => ({
    content: [{ type: "text" as const, text: said }],
  });
  server.registerTool(
    "echo",
    { inputSchema: { said: z.string() } },
    ({ said }) => text(said),
  );
  server.registerTool("ask", {}, async () => {
    const { action, content } = await server.server.elicitInput({
      message: "Which colour?",
      requestedSchema: {
        type: "object",
        properties: { colour: { type: "string" } },
      },
    });
    return text(`${action} ${JSON.stringify(content)}`);
  });
  server.registerTool("count", {}, async ({ _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken ?? "none";
    for (const progress of [1, 2, 3])
      await sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress, total: 3 },
      });
    return text("counted");
  });
  server.registerTool("wait", {}, async ({ signal }) => {
    const cancelled = once(signal, "abort").then(() => undefined);
    heard?.({ cancelled });
    await cancelled;
    return text("too late");
  });
  // Ends the response's stream before the answer, which the client then fetches.
  server.registerTool("poll", {}, async ({ closeSSEStream }) => {
    closeSSEStream?.();
    return text("fetched");
  });
  return server;
}

export type Official = {
  readonly url: string;
  /** The servers of the sessions so far. */
  readonly servers: McpServer[];
  /** Methods and session ids of the HTTP requests so far. */
  readonly requests: { method: string; session: string | undefined }[];
  /** Sessions that have not ended. */
  open(): number;
  /** Ends all sessions without a word, as a restart does. */
  forget(): void;
  /** Cuts all connections. */
  cut(): void;
};

async function listening(listener: RequestListener) {
  const requests: Official["requests"] = [];
  const server = createServer((request, response) => {
    const session = request.headers["mcp-session-id"] as string | undefined;
    requests.push({ method: request.method ?? "", session });
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  const cut = () => server.closeAllConnections();
  return { origin: `http://127.0.0.1:${port}`, requests, cut };
}

/** The library's own example cannot continue the standing stream: it takes ids apart at "_". */
function keepEvents(): EventStore {
  type Kept = Parameters<EventStore["storeEvent"]>;
  const kept: Kept[] = [];
  return {
    storeEvent: async (...event) => String(kept.push(event) - 1),
    getStreamIdForEventId: async (id) => kept[Number(id)]?.[0],
    async replayEventsAfter(id, { send }) {
      const [stream = ""] = kept[Number(id)] ?? [];
      for (const [index, [of, message]] of kept.entries())
        if (of === stream && index > Number(id))
          await send(String(index), message);
      return stream;
    },
  };
}

/** Streamable HTTP with sessions whose streams can be continued. */
export async function officialSessions(make = talkative): Promise<Official> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const servers: McpServer[] = [];
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: keepEvents(),
      retryInterval: 100,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = make();
    servers.push(server);
    await server.connect(transport);
    return transport;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers["mcp-session-id"] as string | undefined;
    const known = id === undefined ? await open() : sessions.get(id);
    if (known !== undefined) {
      await known.handleRequest(request, response);
      return;
    }
    response.writeHead(404, { "Content-Type": "application/json" });
    response.end(
      '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}',
    );
  };
  const { origin, requests, cut } = await listening((request, response) => {
    void handle(request, response);
  });
  return {
    url: `${origin}/mcp`,
    servers,
    requests,
    cut,
    open: () => sessions.size,
    forget: () => sessions.clear(),
  };
}

/* eslint-disable @typescript-eslint/no-deprecated -- the old transport is what is asked for here */
/** HTTP+SSE, and nothing at all for those who do not know it. */
export async function officialSse(make = talkative): Promise<Official> {
  const sessions = new Map<string, SSEServerTransport>();
  const servers: McpServer[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
    const known = sessions.get(searchParams.get("sessionId") ?? "");
    if (pathname === "/sse" && request.method === "GET") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      response.on("close", () => sessions.delete(transport.sessionId));
      const server = make();
      servers.push(server);
      await server.connect(transport);
    } else if (pathname === "/messages" && known !== undefined) {
      await known.handlePostMessage(request, response);
    } else {
      response.writeHead(404).end("Cannot POST");
    }
  };
  const { origin, requests, cut } = await listening((request, response) => {
    void handle(request, response);
  });
  return {
    url: `${origin}/sse`,
    servers,
    requests,
    cut,
    open: () => sessions.size,
    forget: () => sessions.clear(),
  };
}
