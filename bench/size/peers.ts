import { homeOf } from "../installed.js";
import { type Bundle, bundleApp } from "./bundle.js";

/** What a client or server is bundled for. */
export type Role =
  "stdio client" | "HTTP client" | "stdio server" | "HTTP server";

/** An app on another library, as the library's own pages show how to write it. */
export type PeerApp = {
  readonly name: string;
  readonly role: Role;
  /** The package by which one sees whether it is installed. */
  readonly needs: string;
  readonly text: string;
};

/** Bundles a peer's app; undefined where the peer is not installed. */
export async function bundlePeer(app: PeerApp): Promise<Bundle | undefined> {
  const home = homeOf(app.needs);
  return home === undefined ? undefined : bundleApp(app.text, home);
}

const info = `{ name: "weather", version: "1.0.0" }`;
const description = "Tells the weather of a location as it is now";
const answer = `async () => ({ content: [] })`;
const units = `["metric", "imperial", "kelvin"]`;
const conditions = `["clear", "cloudy", "rain", "snow"]`;

/** The tool of `weatherManifest` in Zod. */
const zodTool = `
  const units = z.enum(${units});
  const inputSchema = z.object({
    location: z.string().min(1),
    units: units.default("metric"),
  });
  const outputSchema = z.object({
    location: z.string(),
    temperature: z.number(),
    units,
    conditions: z.enum(${conditions}),
    humidity: z.number().int().min(0).max(100),
  });
  const description = "${description}";`;

const valibotTool = `
  const units = v.picklist(${units});
  const schema = v.object({
    location: v.pipe(v.string(), v.minLength(1)),
    units: v.optional(units, "metric"),
  });
  const outputSchema = v.object({
    location: v.string(),
    temperature: v.number(),
    units,
    conditions: v.picklist(${conditions}),
    humidity: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  });
  const description = "${description}";`;

const callTool = `
  await client.connect(transport);
  const args = { location: "Oslo" };
  console.log(await client.callTool({ name: "weather_current", arguments: args }));`;

const firstSdk = "@modelcontextprotocol/sdk";
const firstServer = `
  import { McpServer } from "${firstSdk}/server/mcp.js";
  import * as z from "zod";
  ${zodTool}
  const make = () => {
    const server = new McpServer(${info});
    server.registerTool("weather_current", {
      description, inputSchema: inputSchema.shape, outputSchema: outputSchema.shape,
    }, ${answer});
    return server;
  };`;

/** The official SDK as one package: protocol versions up to 2025-11-25. */
const first: readonly Omit<PeerApp, "name" | "needs">[] = [
  {
    role: "stdio client",
    text: `
      import { Client } from "${firstSdk}/client/index.js";
      import { StdioClientTransport } from "${firstSdk}/client/stdio.js";
      const client = new Client(${info});
      const transport = new StdioClientTransport({ command: "node", args: ["server.js"] });
      ${callTool}`,
  },
  {
    role: "HTTP client",
    text: `
      import { Client } from "${firstSdk}/client/index.js";
      import { StreamableHTTPClientTransport } from "${firstSdk}/client/streamableHttp.js";
      const client = new Client(${info});
      const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/"));
      ${callTool}`,
  },
  {
    role: "stdio server",
    text: `
      import { StdioServerTransport } from "${firstSdk}/server/stdio.js";
      ${firstServer}
      await make().connect(new StdioServerTransport());`,
  },
  {
    role: "HTTP server",
    text: `
      import { createServer } from "node:http";
      import { StreamableHTTPServerTransport } from "${firstSdk}/server/streamableHttp.js";
      ${firstServer}
      createServer(async (request, response) => {
        const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
        await make().connect(transport);
        await transport.handleRequest(request, response);
      }).listen(3000);`,
  },
];

const secondServer = `
  import * as z from "zod";
  ${zodTool}
  const make = () => {
    const server = new McpServer(${info});
    server.registerTool("weather_current", { description, inputSchema, outputSchema }, ${answer});
    return server;
  };`;

/** The official SDK in packages for each side: every protocol version. */
const second: readonly Omit<PeerApp, "name" | "needs">[] = [
  {
    role: "stdio client",
    text: `
      import { Client } from "@modelcontextprotocol/client";
      import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
      const client = new Client(${info});
      const transport = new StdioClientTransport({ command: "node", args: ["server.js"] });
      ${callTool}`,
  },
  {
    role: "HTTP client",
    text: `
      import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
      const client = new Client(${info});
      const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/"));
      ${callTool}`,
  },
  {
    role: "stdio server",
    text: `
      import { McpServer } from "@modelcontextprotocol/server";
      import { serveStdio } from "@modelcontextprotocol/server/stdio";
      ${secondServer}
      serveStdio(make);`,
  },
  {
    role: "HTTP server",
    text: `
      import { createServer } from "node:http";
      import { toNodeHandler } from "@modelcontextprotocol/node";
      import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
      ${secondServer}
      createServer(toNodeHandler(createMcpHandler(make))).listen(3000);`,
  },
];

const tmcpServer = `
  import { McpServer } from "tmcp";
  import { ValibotJsonSchemaAdapter } from "@tmcp/adapter-valibot";
  import * as v from "valibot";
  ${valibotTool}
  const adapter = new ValibotJsonSchemaAdapter();
  const server = new McpServer(${info}, { adapter, capabilities: { tools: {} } });
  server.tool({ name: "weather_current", description, schema, outputSchema }, ${answer});`;

const others: readonly PeerApp[] = [
  {
    name: "@ai-sdk/mcp",
    role: "stdio client",
    needs: "@ai-sdk/mcp",
    text: `
      import { createMCPClient } from "@ai-sdk/mcp";
      import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
      const transport = new Experimental_StdioMCPTransport({ command: "node", args: ["server.js"] });
      const client = await createMCPClient({ transport });
      const { weather_current } = await client.tools();
      console.log(await weather_current.execute({ location: "Oslo" }));`,
  },
  {
    name: "@ai-sdk/mcp",
    role: "HTTP client",
    needs: "@ai-sdk/mcp",
    text: `
      import { createMCPClient } from "@ai-sdk/mcp";
      const client = await createMCPClient({ transport: { type: "http", url: "http://127.0.0.1:3000/" } });
      const { weather_current } = await client.tools();
      console.log(await weather_current.execute({ location: "Oslo" }));`,
  },
  {
    name: "tmcp with Valibot",
    role: "stdio server",
    needs: "@tmcp/transport-stdio",
    text: `
      import { StdioTransport } from "@tmcp/transport-stdio";
      ${tmcpServer}
      new StdioTransport(server).listen();`,
  },
  {
    name: "tmcp with Valibot (fetch)",
    role: "HTTP server",
    needs: "@tmcp/transport-http",
    text: `
      import { HttpTransport } from "@tmcp/transport-http";
      ${tmcpServer}
      const transport = new HttpTransport(server);
      export default { fetch: (request) => transport.respond(request) };`,
  },
  {
    name: "mcp-lite without a schema library (fetch)",
    role: "HTTP server",
    needs: "mcp-lite",
    text: `
      import { McpServer, StreamableHttpTransport } from "mcp-lite";
      const server = new McpServer(${info});
      const units = { type: "string", enum: ${units} };
      const inputSchema = {
        type: "object",
        properties: { location: { type: "string", minLength: 1 }, units: { ...units, default: "metric" } },
        required: ["location"],
      };
      const outputSchema = {
        type: "object",
        properties: {
          location: { type: "string" },
          temperature: { type: "number" },
          units,
          conditions: { type: "string", enum: ${conditions} },
          humidity: { type: "integer", minimum: 0, maximum: 100 },
        },
        required: ["location", "temperature", "units", "conditions", "humidity"],
      };
      const description = "${description}";
      server.tool("weather_current", { description, inputSchema, outputSchema, handler: ${answer} });
      export default { fetch: new StreamableHttpTransport().bind(server) };`,
  },
];

/** Every app on another library, those of one role together in no order. */
export const peerApps: readonly PeerApp[] = [
  ...first.map((app) => ({ ...app, name: "SDK v1", needs: firstSdk })),
  ...second.map((app) => ({
    ...app,
    name: "SDK v2",
    needs: "@modelcontextprotocol/client",
  })),
  ...others,
];
