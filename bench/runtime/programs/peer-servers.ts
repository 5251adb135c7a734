/**
 * Servers by packages that the project itself does not depend on. They are text: where
 * `npm run bench:peers` has not been run, nothing of them has to compile.
 */
export const peerServers = {
  tmcp: `
    import { McpServer } from "tmcp";
    import { ValibotJsonSchemaAdapter } from "@tmcp/adapter-valibot";
    import * as v from "valibot";
    import { furtherAnswer, furtherTools } from "../tools.js";
    import { answers, says } from "./answers.js";
    import { serverArguments } from "./arguments.js";
    import { listen } from "./listen.js";
    const { transport, tools } = serverArguments();
    const adapter = new ValibotJsonSchemaAdapter();
    const server = new McpServer({ name: "bench", version: "1.0.0" }, { adapter, capabilities: { tools: {} } });
    server.tool(
      { name: "echo", description: "Says again what it is told", schema: v.object({ text: v.string() }) },
      (input) => says(answers.echo(input)));
    server.tool(
      { name: "report", description: "Tells what the process has used", schema: v.object({ collect: v.boolean() }) },
      (input) => says(answers.report(input)));
    const schema = v.object({
      location: v.pipe(v.string(), v.minLength(1), v.description("A city, or a pair of coordinates")),
      units: v.optional(v.picklist(["metric", "imperial"])),
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(14))),
    });
    const outputSchema = v.object({ temperature: v.number(), conditions: v.string() });
    for (const { name, description } of furtherTools(tools))
      server.tool({ name, description, schema, outputSchema }, () => ({ structuredContent: furtherAnswer }));
    if (transport === "stdio") {
      const { StdioTransport } = await import("@tmcp/transport-stdio");
      new StdioTransport(server).listen();
    } else {
      const { HttpTransport } = await import("@tmcp/transport-http");
      const { getRequestListener } = await import("@hono/node-server");
      const served = new HttpTransport(server, { path: null });
      await listen(getRequestListener(async (request) => (await served.respond(request)) ?? new Response(null, { status: 404 })));
    }`,
  "mcp-lite": `
    import { InMemorySessionAdapter, McpServer, StreamableHttpTransport } from "mcp-lite";
    import { getRequestListener } from "@hono/node-server";
    import { z } from "zod";
    import { serverArguments } from "./arguments.js";
    import { listen } from "./listen.js";
    import { zodTools } from "./zod-tools.js";
    const { tools } = serverArguments();
    const server = new McpServer({ name: "bench", version: "1.0.0", schemaAdapter: (schema) => z.toJSONSchema(schema) });
    for (const { name, settings, handle } of zodTools(tools))
      server.tool(name, { ...settings, handler: handle });
    const sessionAdapter = new InMemorySessionAdapter({ maxEventBufferSize: 1024 });
    const served = new StreamableHttpTransport({ sessionAdapter }).bind(server);
    await listen(getRequestListener(served));`,
} as const;
