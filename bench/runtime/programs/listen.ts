import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on any port and tells it to the process that started this one. */
export async function listen(listener: RequestListener): Promise<void> {
  // A cold start over stdio must not pay for it.
  const { createServer } = await import("node:http");
  const server = createServer(listener);
  // Lanes wait long for their turn: none should have to connect again.
  server.keepAliveTimeout = 65_000;
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    tellUrl(`http://127.0.0.1:${port}/mcp`);
  });
}

/** Tells where this process listens to the one that started it, and ends when that lets go of it. */
export function tellUrl(url: string): void {
  process.once("disconnect", () => process.exit());
  process.send!({ url });
}
