import { randomUUID } from "node:crypto";
import {
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { serverArguments } from "./arguments.js";
import { listen } from "./listen.js";
import { withSessions } from "./sessions.js";
import { zodTools } from "./zod-tools.js";

/* The official server, second generation; over HTTP with sessions in the older era, without in the newer. */

const { transport, tools, era } = serverArguments();

function makeServer(): McpServer {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  for (const { name, settings, handle } of zodTools(tools))
    server.registerTool(name, settings, handle);
  return server;
}

if (transport === "stdio") serveStdio(makeServer);
else if (era === "legacy")
  await listen(
    withSessions(async (opened, closed) => {
      const made = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        enableJsonResponse: true,
        onsessioninitialized: opened,
        onsessionclosed: closed,
      });
      await makeServer().connect(made);
      return made;
    }),
  );
else {
  const handle = toNodeHandler(
    createMcpHandler(makeServer, { legacy: "reject" }),
  );
  // Its types do not fit those of node:http under exactOptionalPropertyTypes.
  await listen(
    (request, response) =>
      void handle(request as Parameters<typeof handle>[0], response),
  );
}
