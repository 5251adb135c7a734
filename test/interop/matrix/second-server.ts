import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import {
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
  toWebRequest,
} from "@modelcontextprotocol/node";
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  isLegacyRequest,
  McpServer,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { listenHttp, type Route, sessions } from "./official-http.js";

/*
 * The server of the matrix by the official library, second generation: on stdio, or
 * on HTTP with `http` as argument, where the older era has sessions.
 */

const calls = new EventEmitter();
const cancelled = once(calls, "cancelled");
const enough = once(calls, "enough");
const nobody = z.object({});
const nameForm = z.object({ name: z.string() });

const says = (text: string) => ({ content: [{ type: "text" as const, text }] });

/** How the newer era tells of a change over HTTP, where no server outlives its request. */
let publish = (): void => {};

function makeServer(): McpServer {
  const server = new McpServer({ name: "party", version: "1.0.0" });
  server.registerTool(
    "count",
    { inputSchema: z.object({ to: z.number().int() }) },
    async ({ to }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (let progress = 1; progress <= to; progress++)
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: "notifications/progress",
            params: { progressToken, progress, total: to },
          });
      await enough;
      return says(`counted to ${to}`);
    },
  );
  server.registerTool("enough", { inputSchema: nobody }, () => {
    calls.emit("enough");
    return says("enough");
  });
  server.registerTool(
    "wait",
    { inputSchema: nobody },
    async (_input, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken ?? 0;
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress: 1 },
      });
      await once(mcpReq.signal, "abort");
      calls.emit("cancelled");
      return says("nobody hears this");
    },
  );
  server.registerTool("cancelled", { inputSchema: nobody }, async () => {
    await cancelled;
    return says("cancelled");
  });
  server.registerTool("ask", { inputSchema: nobody }, (_input, { mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, "name", nameForm);
    if (answer !== undefined) return says(`Hello, ${answer.name}`);
    const name = inputRequired.elicit({
      message: "Who are you?",
      requestedSchema: nameForm,
    });
    return inputRequired({ inputRequests: { name } });
  });
  server.registerTool("change", { inputSchema: nobody }, () => {
    publish();
    server.sendToolListChanged();
    return says("changed");
  });
  server.registerResource("motd", "party://motd", {}, ({ href }) => ({
    contents: [{ uri: href, text: "Be kind" }],
  }));
  server.registerPrompt("welcome", { argsSchema: nameForm }, ({ name }) => ({
    messages: [
      { role: "user", content: { type: "text", text: `Welcome, ${name}` } },
    ],
  }));
  return server;
}

function http(): Route {
  const handler = createMcpHandler(makeServer, { legacy: "reject" });
  publish = () => handler.notify.toolsChanged();
  const modern = toNodeHandler(handler);
  const legacy = sessions(async (opened) => {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: opened,
    });
    await makeServer().connect(transport);
    return transport;
  });
  return async (request, response, body) => {
    // Its types do not fit those of node:http under exactOptionalPropertyTypes.
    const like = request as Parameters<typeof modern>[0];
    const asked = await toWebRequest(like, body ?? null);
    if (await isLegacyRequest(asked, body))
      await legacy(request, response, body);
    else await modern(like, response, body);
  };
}

if (process.argv[2] === "http") await listenHttp(http());
else serveStdio(makeServer);
