import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { serverArguments } from "./arguments.js";
import { listen } from "./listen.js";
import { withSessions } from "./sessions.js";
import { zodTools } from "./zod-tools.js";

/* The official server, first generation; over HTTP with a server for each session, as its examples do. */

const { transport, tools } = serverArguments();

function makeServer(): McpServer {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  for (const { name, settings, handle } of zodTools(tools))
    server.registerTool(name, settings, handle);
  return server;
}

if (transport === "stdio")
  await makeServer().connect(new StdioServerTransport());
else
  await listen(
    withSessions(async (opened, closed) => {
      const made = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        enableJsonResponse: true,
        onsessioninitialized: opened,
        onsessionclosed: closed,
      });
      await makeServer().connect(made);
      return made;
    }),
  );
