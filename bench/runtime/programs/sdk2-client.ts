import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Era, type Open, textOf, versionOf } from "./session.js";

/* The official client, second generation. */

export const open: Open = async (target, era) => {
  const info = { name: "bench", version: "1.0.0" };
  const client = new Client(info, negotiation(era));
  await client.connect(
    target.kind === "stdio"
      ? new StdioClientTransport({
          command: process.execPath,
          args: [...target.args],
        })
      : new StreamableHTTPClientTransport(new URL(target.url)),
  );
  return {
    call: async (name, input) =>
      textOf(await client.callTool({ name, arguments: { ...input } })),
    list: async () => (await client.listTools()).tools.length,
    close: async () => client.close(),
  };
};

function negotiation(era: Era): ClientOptions {
  if (era === "auto") return { versionNegotiation: { mode: "auto" } };
  return era === "legacy"
    ? { supportedProtocolVersions: [versionOf.legacy] }
    : { versionNegotiation: { mode: { pin: versionOf.modern } } };
}
