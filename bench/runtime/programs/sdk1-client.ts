import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Open, textOf } from "./session.js";

/* The official client, first generation. */

export const open: Open = async (target) => {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const transport =
    target.kind === "stdio"
      ? new StdioClientTransport({
          command: process.execPath,
          args: [...target.args],
        })
      : new StreamableHTTPClientTransport(new URL(target.url));
  await client.connect(transport);
  return {
    call: async (name, input) =>
      textOf(await client.callTool({ name, arguments: { ...input } })),
    list: async () => (await client.listTools()).tools.length,
    close: async () => client.close(),
  };
};
